package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// checkPlace finds the plain reasons for which no file can be opened or made at path, which SQLite does not tell apart.
func checkPlace(path string) error {
	if path == "" {
		return errors.New("database: no file is named")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return isFolder(path)
	}
	folder := filepath.Dir(path)
	switch info, err := os.Stat(folder); {
	case err != nil:
		return fmt.Errorf("database %s: its folder is not there: make it first, or name another file: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("database %s: %s is a file, not a folder; name another file", path, folder)
	}
	return nil
}

func isFolder(path string) error {
	return fmt.Errorf("database %s is a folder; name a file in it", path)
}

// hold notes which file it is that the connections hold.
func (s *Store) hold() (err error) {
	if s.place, err = filepath.Abs(s.path); err == nil {
		s.opened, err = os.Stat(s.place)
	}
	if err == nil && !os.SameFile(s.opened, s.opened) { // Windows looks up the number of the file only now
		err = ErrGone
	}
	return err
}

// inPlace is [ErrGone] unless the path still names the file that the connections hold. SQLite would go on to write into
// a file that has been deleted or renamed.
func (s *Store) inPlace() error {
	if s.opened == nil {
		return nil
	}
	if now, err := os.Stat(s.place); err != nil || !os.SameFile(now, s.opened) {
		return explain(s.path, ErrGone)
	}
	return nil
}
