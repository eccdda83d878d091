package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/search/problems"
)

// TestContinues checks that a file that broke off anywhere is continued with the same positions, and can be read.
func TestContinues(t *testing.T) {
	out := filepath.Join(t.TempDir(), "pylyx.txt")
	m := maker{game: "pylyx", out: out, positions: 2}
	require.NoError(t, m.make(t.Context()))
	want, err := os.ReadFile(out)
	require.NoError(t, err)
	list, err := problems.ReadFile(out)
	require.NoError(t, err)
	for _, p := range list {
		require.NoError(t, p.Verify(t.Context()))
	}
	for _, kept := range []int{len(want) - 1, strings.Index(string(want), "position:") + 5} {
		require.NoError(t, os.WriteFile(out, want[:kept], 0o600))
		require.NoError(t, m.make(t.Context()))
		got, err := os.ReadFile(out)
		require.NoError(t, err)
		if string(got) != string(want) {
			t.Errorf("after %d bytes continued to\n%s\nwant\n%s", kept, got, want)
		}
	}
}
