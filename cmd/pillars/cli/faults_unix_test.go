//go:build unix

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFileFaults checks that errors about files have the program's own words. Windows has other system messages.
func TestFileFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plain", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	opened := func(path string) error {
		_, err := os.ReadFile(path)
		return err
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.New("no"), "no"},
		{fmt.Errorf("--pgn a.pgn: %w", opened("a.pgn")), "--pgn a.pgn does not exist; check its name"},
		{opened(filepath.Join("my games", "a.pgn")), filepath.Join("my games", "a.pgn") +
			": its folder does not exist; make it first, or name another"},
		{fmt.Errorf("%w; name a page", opened("a.html")), "a.html does not exist; name a page"},
		{opened("."), ". is a folder; name a file"},
		{opened(filepath.Join("plain", "a")), filepath.Join("plain", "a") + " lies in a file, not in a folder; " +
			"name another place"},
		{&fs.PathError{Op: "open", Path: "a", Err: fs.ErrPermission},
			"a may not be used by you; change its permissions, or name another file"},
		{&fs.PathError{Op: "read", Path: "a", Err: syscall.EIO}, "read a: input/output error"},
		{errors.Join(opened("a.pgn"), opened(".")), "a.pgn does not exist; check its name\n. is a folder; name a file"},
		{fmt.Errorf("no database: play first: %w", fs.ErrNotExist), "no database: play first"},
	} {
		if got := fileFault(test.err); got != test.want {
			t.Errorf("%v: %q; wanted %q", test.err, got, test.want)
		}
	}
}
