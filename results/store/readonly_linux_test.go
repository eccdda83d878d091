package store

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestFilesWithoutRightsToWriteAreRead has another user read a file in a folder that it cannot write to: SQLite finds
// no place for the files beside the database.
func TestFilesWithoutRightsToWriteAreRead(t *testing.T) {
	path := closedStore(t)
	folder := filepath.Dir(path)
	for file, mode := range map[string]os.FileMode{path: 0o444, folder: 0o555, filepath.Dir(folder): 0o755} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
	}
	runtime.LockOSThread() // the rights of root are taken from this thread alone
	defer runtime.UnlockOSThread()
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	defer func() { // so that the folder can be removed
		if err := syscall.Setfsuid(os.Geteuid()); err != nil {
			t.Error(err)
		}
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Error(err)
		}
	}()
	s, err := OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if games := storedGames(t, s, "run"); len(games) != 2 {
		t.Errorf("%d games read", len(games))
	}
	if w, err := Open(path); err == nil || !strings.Contains(err.Error(), "check the rights") {
		t.Errorf("%v was opened for writing, error %v", w, err)
	}
}
