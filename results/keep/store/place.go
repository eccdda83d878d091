package store

import (
	"context"
	"database/sql"
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
		return errors.New("database: no file is named")
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
	if err = checkMarks(s.read); err != nil {
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
		if _, missing := os.Stat(s.path + suffix); err == nil && missing == nil {
			err = copyFile(s.path+suffix, path+suffix)
		}
	}
	if err == nil {
		err = s.readFrom(path, "rw")
	}
	if err != nil {
		err = fmt.Errorf("in a copy of it: %w", errors.Join(err, os.RemoveAll(s.copied)))
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

// look connects with a file to see what it is. Nothing is made beside it unless it has a log.
func look(path string) (*sql.DB, error) {
	if hasLog(path) {
		return connect(path, "rw", readOnly)
	}
	return connect(path, immutable)
}

// refuseForeign refuses a file of another program before anything is changed in it.
func refuseForeign(path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil
	}
	db, err := look(path)
	if err != nil {
		return err
	}
	defer db.Close() // it was only read from
	var tables int
	if err = db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err == nil && tables > 0 {
		err = checkMarks(db)
	}
	if errors.Is(err, errForeign) {
		return err
	}
	return nil // all else shows when it is opened
}

// checkedAtOpen is the size in bytes up to which a file is checked when it is opened: 160 MB take 0.5 s.
const checkedAtOpen = 128 << 20

// Check makes SQLite read the whole file and compare the tables with their indexes, in which a damaged entry would make
// a game vanish. A file that was found sound is not read again.
func (s *Store) Check(ctx context.Context) error {
	if s.sound {
		return nil
	}
	err := s.check(ctx, "1")
	s.sound = err == nil
	return explain(s.path, err)
}

// check has SQLite check a table, or everything up to a number of faults.
func (s *Store) check(ctx context.Context, what string) error {
	var found string
	err := s.read.QueryRowContext(ctx, "PRAGMA integrity_check("+what+")").Scan(&found)
	if err == nil && found != "ok" {
		err = fmt.Errorf("%s (%s)", advices[sqlite3.SQLITE_CORRUPT], found)
	}
	return err
}

// smallTables are checked whenever a file is opened, with the columns that their checksums are of.
var smallTables = []struct{ name, row, columns string }{
	{"runs", "'run ' || id", runColumns},
	{"extensions", "'extension ' || number", extensionColumns},
	{"notes", "'note ' || number", noteColumns},
}

// checkOpened checks a file of some size in bytes as it is opened: all of a small one, of a large one the small tables.
// Games are compared with their checksums as they are read.
func (s *Store) checkOpened(ctx context.Context, size int64) (err error) {
	if size <= checkedAtOpen {
		err = s.check(ctx, "1")
		s.sound = err == nil
	}
	for _, table := range smallTables {
		if err == nil && !s.sound {
			err = s.check(ctx, table.name)
		}
		if err == nil {
			var rows int
			err = s.read.QueryRowContext(ctx, fmt.Sprintf("SELECT count(%s(%s, %s, checksum)) FROM %s", soundFunction,
				table.row, table.columns, table.name)).Scan(&rows)
		}
	}
	return err
}
