//go:build unix

package lock

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFilesRespectTheUmask checks that files get only the permissions that the umask allows.
func TestFilesRespectTheUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	path := filepath.Join(t.TempDir(), "file")
	if err := Replace(path, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, error %v", info.Mode(), err)
	}
}
