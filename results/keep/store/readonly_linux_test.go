package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"pillars/engine/enginetest/require"
)

// TestFilesWithoutRightsToWriteAreRead reads a file as another user, in a folder that this user may not write to.
// SQLite cannot make its files beside the database there.
func TestFilesWithoutRightsToWriteAreRead(t *testing.T) {
	path := closedStore(t)
	withoutRights(t, path)
	s, err := OpenReadOnly(path)
	require.NoError(t, err)
	defer s.Close()
	if games := storedGames(t, s, "run"); len(games) != 2 {
		t.Errorf("%d games read", len(games))
	}
	if w, err := Open(path); err == nil || !strings.Contains(err.Error(), "check the rights") {
		t.Errorf("%v was opened for writing, error %v", w, err)
	}
}

// withoutRights runs the rest of a test as another user, who reads a file in a folder without the right to write there.
func withoutRights(t *testing.T, path string) {
	t.Helper()
	folder := filepath.Dir(path)
	for file, mode := range map[string]os.FileMode{path: 0o444, folder: 0o555, filepath.Dir(folder): 0o755} {
		require.NoError(t, os.Chmod(file, mode))
	}
	runtime.LockOSThread() // the rights of root are taken from this thread alone
	require.NoError(t, syscall.Setfsuid(65534))
	t.Cleanup(func() { // so that the folder can be removed
		defer runtime.UnlockOSThread()
		if err := errors.Join(syscall.Setfsuid(os.Geteuid()), os.Chmod(folder, 0o755)); err != nil {
			t.Error(err)
		}
	})
}
