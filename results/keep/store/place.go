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

// checkPlace returns an error if no file can be at path, for example because the folder is missing. SQLite's own errors
// do not distinguish these cases.
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
		return fmt.Errorf("database %s: its folder does not exist; make it first, or name another file", path)
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

// rememberFile stores what inPlace needs to recognize the file that is written.
func (s *Store) rememberFile() (err error) {
	if s.place, err = filepath.Abs(s.path); err == nil {
		s.opened, err = os.Stat(s.place)
	}
	if err == nil && !os.SameFile(s.opened, s.opened) { // the first comparison makes Windows read the file's number
		err = ErrGone
	}
	_, missing := os.Stat(s.place + "-wal") // on some file systems SQLite keeps no log
	s.logged = missing == nil
	return err
}

// inPlace returns [ErrGone] if the path no longer names the file that the connections use, or if the file's log is
// gone. SQLite would continue to write into deleted or renamed files.
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

// hasLog reports whether the database has a write-ahead log with changes that are not yet in the file itself.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// readFrom connects to the file at path for reading. It returns an error if the file does not belong to this program.
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

// readCopy connects to a copy of the file and its log. SQLite cannot use a log in a folder where it may not write.
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
		err = fmt.Errorf("in a copy of it: %w", err)
	}
	return err
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // a file that is only read loses nothing if closing fails
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// unwritable reports whether an error says that SQLite could not make the -wal and -shm files beside a database.
func unwritable(err error) bool {
	failure, ok := errors.AsType[*sqlite.Error](err)
	return ok && slices.Contains([]int{sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}, failure.Code()&0xff)
}

// refuseForeign returns errForeign if the file at path belongs to another program. It changes nothing in the file.
func refuseForeign(path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil
	}
	mode := immutable
	if hasLog(path) {
		mode = "rw"
	}
	var s Store
	err := s.readFrom(path, mode)
	if err == nil {
		return s.read.Close()
	}
	if errors.Is(err, errForeign) {
		return err
	}
	return nil // Open will return all other errors
}

// checkedAtOpen is the largest size in bytes of a file that Open checks completely: SQLite checks 160 MB in 0.5 s.
const checkedAtOpen = 128 << 20

// Check makes SQLite read the whole file and compare the tables with their indexes. A damaged index entry would make a
// game vanish. Check does not read a file again that it has found sound.
func (s *Store) Check(ctx context.Context) error {
	if s.sound {
		return nil
	}
	err := s.check(ctx, "1")
	s.sound = err == nil
	return explain(s.path, err)
}

// check makes SQLite compare tables with their indexes. what is the argument of SQLite's integrity_check: the name of
// one table or, for the whole file, the number of faults to report.
func (s *Store) check(ctx context.Context, what string) error {
	var found string
	err := s.read.QueryRowContext(ctx, "PRAGMA integrity_check("+what+")").Scan(&found)
	if err == nil && found != "ok" {
		err = fmt.Errorf("%s (%s)", advices[sqlite3.SQLITE_CORRUPT], found)
	}
	return err
}

// smallTables lists the tables that are checked whenever a file is opened. row is an SQL expression for the name of a
// row in errors. columns lists the columns that go into the checksum of a row.
var smallTables = []struct{ name, row, columns string }{
	{"runs", "'run ' || id", runColumns},
	{"extensions", "'extension ' || number", extensionColumns},
	{"notes", "'note ' || number", noteColumns},
}

// checkOpened checks a file while it is opened. It checks a small file completely. In a large file it checks only the
// small tables; games are compared with their checksums when they are read.
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
