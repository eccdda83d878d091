package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// checkPlace finds the plain reasons for which no file can be opened or made at path, which SQLite does not tell apart.
func checkPlace(path string) error {
	if path == "" {
		return errors.New("database: no file is named; name one with --db")
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return noFile(path, info)
	}
	folder := filepath.Dir(path)
	switch info, err := os.Stat(folder); {
	case err != nil:
		return fmt.Errorf("database %s: its folder does not exist; make it first, or name another file: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("database %s: %s is a file, not a folder; name another file", path, folder)
	}
	return nil
}

func noFile(path string, info fs.FileInfo) error {
	if info.IsDir() {
		return fmt.Errorf("database %s is a folder; name a file in it", path)
	}
	return fmt.Errorf("database %s is not a regular file; name another file", path)
}

// hold notes which file it is that the connections hold.
func (s *Store) hold() (err error) {
	if s.place, err = filepath.Abs(s.path); err == nil {
		s.opened, err = os.Stat(s.place)
	}
	if err == nil && !os.SameFile(s.opened, s.opened) { // Windows looks up the number of the file only now
		err = ErrGone
	}
	_, missing := os.Stat(s.place + "-wal") // where SQLite cannot have one
	s.logged = missing == nil
	return err
}

// inPlace is [ErrGone] unless the path still names the file that the connections hold, and its log is there. SQLite
// would go on to write into files that have been deleted or renamed.
func (s *Store) inPlace() error {
	if s.opened == nil {
		return nil
	}
	now, err := os.Stat(s.place)
	gone := err != nil || !os.SameFile(now, s.opened)
	if s.logged && !gone {
		_, err = os.Stat(s.place + "-wal")
		gone = err != nil
	}
	if gone {
		return explain(s.path, ErrGone)
	}
	return nil
}

// hasLog reports whether a write-ahead log holds what the file lacks.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// readFrom connects with a file of ours.
func (s *Store) readFrom(path, mode string) (err error) {
	s.file, s.mode = path, mode
	if s.read, err = connect(path, mode, readOnly); err != nil {
		return err
	}
	if s.version, err = checkMarks(s.read); err != nil {
		err = errors.Join(err, s.read.Close())
	}
	return err
}

// readCopy reads a copy of a file whose log SQLite cannot use where it is.
func (s *Store) readCopy() (err error) {
	if s.copied, err = os.MkdirTemp("", "pillars"); err != nil {
		return err
	}
	path := filepath.Join(s.copied, "copy.db")
	for _, suffix := range []string{"", "-wal"} {
		if err == nil {
			err = copyFile(s.path+suffix, path+suffix)
		}
	}
	if err == nil {
		err = s.readFrom(path, "rw")
	}
	if err != nil {
		err = fmt.Errorf("in a copy, as its folder cannot be written: %w", errors.Join(err, os.RemoveAll(s.copied)))
	}
	return err
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // it was only read from
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// unwritable reports whether SQLite found no place for the files that it shares with other processes.
func unwritable(err error) bool {
	failure, ok := errors.AsType[*sqlite.Error](err)
	return ok && slices.Contains([]int{sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}, failure.Code()&0xff)
}

// refuseForeign refuses a file of another program before anything is changed in it.
func refuseForeign(path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil
	}
	mode := immutable
	if hasLog(path) {
		mode = "rw"
	}
	db, err := connect(path, mode, readOnly)
	if err != nil {
		return err
	}
	defer db.Close() // it was only read from
	var tables int
	if err = db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err == nil && tables > 0 {
		_, err = checkMarks(db)
	}
	if errors.Is(err, errForeign) {
		return err
	}
	return nil // all else shows when it is opened
}

// checkedAtOpen is the size in bytes up to which a file is checked when it is opened for writing: 160 MB take 0.5 s.
const checkedAtOpen = 128 << 20

// Check has SQLite read the whole file and compare the tables with their indexes, in which a damaged entry would make a
// game vanish. A file that was found sound is not read again.
func (s *Store) Check(ctx context.Context) error {
	if s.sound {
		return nil
	}
	var found string
	err := s.read.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found)
	if err == nil && found != "ok" {
		err = fmt.Errorf("%s (%s)", advices[sqlite3.SQLITE_CORRUPT], found)
	}
	s.sound = err == nil
	return explain(s.path, err)
}
