package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Errors that callers can tell apart.
var (
	ErrNotFound  = errors.New("not found")
	errDifferent = errors.New("it is stored already, but as another game: another process plays the run at the same " +
		"time; let one of them finish first")
	errForeign  = errors.New("it was not made by this program; name another file")
	errReadOnly = errors.New("it was opened only to read")
)

func isBusy(err error) bool {
	var failure *sqlite.Error
	return errors.As(err, &failure) && failure.Code()&0xff == sqlite3.SQLITE_BUSY
}

// explain names the file and, where SQLite's word for what went wrong is not enough, the way out.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return fmt.Errorf("database %s: %w", path, err)
	}
	advice := ""
	switch failure.Code() & 0xff { // the upper bits hold details
	case sqlite3.SQLITE_FULL:
		advice = "the disk is full; what was stored before is kept: make room and run the same command again"
	case sqlite3.SQLITE_NOTADB:
		advice = "the file is no database; name another file"
	case sqlite3.SQLITE_CORRUPT:
		advice = "the file is damaged; name another file, or recover it with sqlite3's .recover"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		advice = "it cannot be written or opened; check the rights on the file and its folder, or name another file"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		advice = "another program has kept it locked; try again when that is done"
	case sqlite3.SQLITE_IOERR:
		advice = "the disk reported an error; what was stored before is kept"
	default:
		return fmt.Errorf("database %s: %w", path, err)
	}
	return fmt.Errorf("database %s: %s: %w", path, advice, err)
}
