//go:build unix

package outside_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// pipe returns the path of a named pipe.
func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
