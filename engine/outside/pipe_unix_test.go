//go:build unix

package outside_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"pillars/engine/enginetest/require"
)

// pipe returns the path of a named pipe.
func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	return path
}
