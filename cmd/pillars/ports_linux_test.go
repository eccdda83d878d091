package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// TestRunsOpenNoPort checks that a running tournament has no open socket unless workers may join it.
func TestRunsOpenNoPort(t *testing.T) {
	for _, more := range [][]string{nil, {"--listen", "127.0.0.1:0"}} {
		run := exec.Command("pillars", slices.Concat(longTournament, more,
			[]string{"--json", "--db", filepath.Join(t.TempDir(), "games.db")})...)
		out, err := run.StdoutPipe()
		if err == nil {
			err = run.Start()
		}
		require.NoError(t, err)
		for lines := bufio.NewScanner(out); lines.Scan() && !strings.Contains(lines.Text(), `"type":"game"`); {
		}
		files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", run.Process.Pid))
		sockets := 0
		for _, file := range files {
			if target, err := os.Readlink(file); err == nil && strings.HasPrefix(target, "socket:") {
				sockets++
			}
		}
		_ = run.Process.Kill()
		_ = run.Wait()
		if err != nil || len(files) == 0 || (sockets > 0) != (more != nil) {
			t.Errorf("with %v: %d sockets of %d open files, error %v", more, sockets, len(files), err)
		}
	}
}
