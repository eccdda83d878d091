package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestFilesWithoutRightsToWriteAreRead reads a file as another user, in a folder that this user may not write to.
// SQLite cannot make its files beside the database there.
func TestFilesWithoutRightsToWriteAreRead(t *testing.T) {
	path := closedStore(t)
	withoutRights(t, path)
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

// TestLogWithoutRights reads games in the log of a killed process, where SQLite cannot make its shared file. They are
// read from a copy, which is removed afterwards.
func TestLogWithoutRights(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, folder := range []string{os.TempDir(), filepath.Dir(os.TempDir())} {
		if err := os.Chmod(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(closedStore(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	appendAll(t, s, "run", gameFor("1v2/4/1", "no stack left", 1, 0))
	left := filepath.Join(t.TempDir(), "killed.db")
	for _, ending := range []string{"", "-wal"} {
		data, err := os.ReadFile(s.Path() + ending)
		if err = errors.Join(err, os.WriteFile(left+ending, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	withoutRights(t, left)
	r, err := OpenReadOnly(left)
	if err != nil {
		t.Fatal(err)
	}
	if games := storedGames(t, r, "run"); len(games) != 3 {
		t.Errorf("%d games read", len(games))
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, error %v", entries, err)
	}
}

// withoutRights runs the rest of a test as another user, who reads a file in a folder without the right to write there.
func withoutRights(t *testing.T, path string) {
	t.Helper()
	folder := filepath.Dir(path)
	for file, mode := range map[string]os.FileMode{path: 0o444, folder: 0o555, filepath.Dir(folder): 0o755} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
	}
	runtime.LockOSThread() // the rights of root are taken from this thread alone
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // so that the folder can be removed
		defer runtime.UnlockOSThread()
		if err := errors.Join(syscall.Setfsuid(os.Geteuid()), os.Chmod(folder, 0o755)); err != nil {
			t.Error(err)
		}
	})
}
