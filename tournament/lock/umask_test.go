//go:build unix

package lock

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
)

// TestFilesRespectTheUmask checks that files get only the permissions that the umask allows.
func TestFilesRespectTheUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, Replace(path, []byte("text")))
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, error %v", info.Mode(), err)
	}
}

// TestPipesAreWritten checks that Replace writes into a named pipe instead of putting a file in its place.
func TestPipesAreWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	pipe, err := os.OpenFile(path, os.O_RDWR, 0) // open for writing too, so that nothing waits for the other end
	require.NoError(t, err)
	defer pipe.Close()
	if err := Replace(path, []byte("new")); err != nil {
		t.Error(err)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Fatalf("in its place is %v, error %v", info, err)
	}
	data := make([]byte, 9)
	if err := pipe.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // if nothing was written
		t.Fatal(err)
	}
	if n, err := pipe.Read(data); string(data[:n]) != "new" {
		t.Errorf("it holds %q, error %v", data[:n], err)
	}
}
