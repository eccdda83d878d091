package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestFileThatIsGone removes the file of an open store, in every way that leaves its connections working.
func TestFileThatIsGone(t *testing.T) {
	copied := func(path string) error {
		data, err := os.ReadFile(path)
		return errors.Join(err, os.Remove(path), os.WriteFile(path, data, 0o644))
	}
	for name, take := range map[string]func(path string) error{
		"deleted": os.Remove, "replaced": copied,
		"log":     func(path string) error { return os.Remove(path + "-wal") },
		"renamed": func(path string) error { return os.Rename(path, path+".old") },
		"moved":   func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".old") },
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "folder")
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			s, err := Open(filepath.Join(folder, "games.db"))
			if err != nil {
				t.Fatal(err)
			}
			run, err := s.CreateRun(t.Context(), Run{Hash: "run", Kind: "tournament"})
			if err == nil {
				err = s.Append(t.Context(), run.ID, gameFor("1v2/1/1", "no stack left", 1, 0))
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := take(s.Path()); err != nil {
				t.Fatal(err)
			}
			appended := s.Append(t.Context(), run.ID, gameFor("1v2/1/2", "no stack left", 1, 0))
			_, created := s.CreateRun(t.Context(), Run{Hash: "other", Kind: "tournament"})
			_, extended := s.Extend(t.Context(), run, "{}", 8, "new")
			for what, err := range map[string]error{
				"appended to": appended, "given a run": created, "extended": extended,
				"annotated": s.Rename(t.Context(), run, "name"), "closed": s.Close(),
			} {
				if !errors.Is(err, ErrGone) {
					t.Errorf("a file that is gone is %s with the error %v", what, err)
				}
			}
		})
	}
}
