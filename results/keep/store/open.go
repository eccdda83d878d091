// Package store keeps runs and their games in one SQLite file.
//
// The file is append only. A run is written when it is made, and a game when it is finished, each in its own
// transaction. Triggers refuse to change what is written. A process that is killed loses at most the games in play. The
// progress of a run is always counted from its games, never stored.
//
// A [Store] writes through one connection and reads through others, so readers in this and other processes see finished
// games while a run continues. The file schema.sql describes the columns.
package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// readOnly is a pragma that makes a connection refuse to write. SQLite's mode=ro would leave -wal and -shm files beside
// the database.
const readOnly = "query_only(1)"

// immutable is a mode in which SQLite takes no locks and makes no files beside a database. In this mode SQLite ignores
// a write-ahead log, so there must be none.
const immutable = "ro&immutable=1"

// A Store is an open database. Its methods may be called from several goroutines.
type Store struct {
	Waiting func() // called when a game waits to be stored because another program has locked the file; may be nil

	path   string      // as given to Open or OpenReadOnly
	write  *sql.DB     // one connection; nil if the store was opened to read
	read   *sql.DB     // connections that refuse to write
	file   string      // the path of the file that is read, perhaps a copy
	mode   string      // the SQLite mode in which file is opened
	copied string      // the folder of the copy; empty if path itself is read
	opened fs.FileInfo // identifies the file that is written; nil if the store was opened to read
	place  string      // the absolute path of the file that is written
	logged bool        // whether the file that is written had a write-ahead log when it was opened
	sound  bool        // whether SQLite has checked the whole file
}

// Open opens the database at path for reading and writing. If there is no database, Open makes it. If another program
// keeps the database locked, Open waits up to 30 seconds. After two seconds it calls each function in waiting with a
// text for users.
func Open(path string, waiting ...func(text string)) (*Store, error) {
	if err := checkPlace(path); err != nil {
		return nil, err
	}
	if err := refuseForeign(path); err != nil {
		return nil, explain(path, err)
	}
	write, err := connect(path, "rwc", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)")
	if err != nil {
		return nil, explain(path, err)
	}
	write.SetMaxOpenConns(1)
	notice := time.AfterFunc(shortPatience, func() {
		for _, tell := range waiting {
			tell(fmt.Sprintf("waiting for another program, which keeps %s locked", path))
		}
	})
	s := &Store{path: path, write: write}
	// SQLite itself waits for locks, except while two connections change the journal mode of a new file.
	err = whileBusy(openPatience, func() error { return prepare(write) })
	notice.Stop()
	if err == nil {
		err = s.readFrom(path, "rw")
	}
	if err == nil {
		err = s.rememberFile()
	}
	if err == nil {
		err = s.checkOpened(context.Background(), s.opened.Size())
	}
	if err != nil {
		return nil, s.CloseAfter(explain(path, err))
	}
	return s, nil
}

// OpenReadOnly opens an existing database for reading. If there is no database, the error wraps [fs.ErrNotExist].
func OpenReadOnly(path string) (*Store, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("no database %s: play a tournament first, or name another file: %w", path,
			fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("database: %w", err)
	case !info.Mode().IsRegular():
		return nil, noFile(path, info)
	case info.Size() == 0 && !hasLog(path):
		return nil, fmt.Errorf("database %s is empty: play a tournament first, or name another file: %w", path,
			fs.ErrNotExist)
	}
	s := &Store{path: path}
	err = s.readFrom(path, "rw")
	if unwritable(err) && hasLog(path) {
		err = s.readCopy()
	} else if unwritable(err) {
		err = s.readFrom(path, immutable)
	}
	if err == nil {
		err = s.checkOpened(context.Background(), info.Size())
	}
	if err != nil {
		return nil, s.CloseAfter(explain(path, err))
	}
	return s, nil
}

// Path returns the name of the file as it was given to Open or OpenReadOnly.
func (s *Store) Path() string { return s.path }

// Close closes the file. It returns [ErrGone] if the file was deleted or replaced in the meantime.
func (s *Store) Close() error {
	err := s.inPlace()
	for _, db := range []*sql.DB{s.write, s.read} {
		if db != nil {
			err = errors.Join(err, explain(s.path, db.Close()))
		}
	}
	if s.copied != "" {
		err = errors.Join(err, os.RemoveAll(s.copied))
	}
	return err
}

// CloseAfter closes the file and returns err, the error of the work before, joined with an error of closing.
func (s *Store) CloseAfter(err error) error {
	closeErr := s.Close()
	if errors.Is(err, ErrGone) { // closeErr would repeat it
		return err
	}
	return errors.Join(err, closeErr)
}

//go:embed schema.sql
var schema string

const (
	applicationID = 0x50696c6c // "Pill"
	schemaVersion = 1
)

// prepare makes the tables of a new database, or checks that an existing database belongs to this program.
func prepare(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	if err := checkMarks(tx); !errors.Is(err, errEmpty) {
		return err
	}
	marks := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion)
	if _, err := tx.Exec(schema + marks); err != nil {
		return err
	}
	return tx.Commit()
}

// checkMarks returns an error if a database is of another program or of another version of the tables. For a database
// without tables it returns errEmpty.
func checkMarks(db interface{ QueryRow(string, ...any) *sql.Row }) error {
	var tables, id, version int
	err := db.QueryRow(`SELECT (SELECT count(*) FROM sqlite_schema), *
		FROM pragma_application_id, pragma_user_version`).Scan(&tables, &id, &version)
	switch {
	case err != nil:
		return err
	case tables == 0:
		return errEmpty
	case id != applicationID:
		return errForeign
	case version != schemaVersion:
		return fmt.Errorf("it has version %d, and this program reads version %d alone: use it with the program that "+
			"made it, or name another file", version, schemaVersion)
	}
	return nil
}

// connect returns a pool of connections with the given pragmas. SQLite opens the file at the first use.
func connect(path, mode string, pragmas ...string) (*sql.DB, error) {
	uri, err := address(path, mode)
	if err != nil {
		return nil, err
	}
	if mode == immutable {
		return sql.Open("sqlite", uri)
	}
	busyTimeout := fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds())
	query := url.Values{"_txlock": {"immediate"}, "_pragma": append([]string{busyTimeout}, pragmas...)}
	return sql.Open("sqlite", uri+"&"+query.Encode())
}

func address(path, mode string) (string, error) {
	absolute, err := filepath.Abs(path)
	return "file:" + (&url.URL{Path: filepath.ToSlash(absolute)}).EscapedPath() + "?mode=" + mode, err
}

// attach makes the database at path part of the connection that writes, under a name.
func (s *Store) attach(ctx context.Context, path, mode, name string) error {
	uri, err := address(path, mode)
	if err == nil {
		_, err = s.write.ExecContext(ctx, "ATTACH ? AS "+name, uri)
	}
	return explain(path, err)
}

var (
	shortPatience = 2 * time.Second  // Open reports after this time that it waits for a lock
	patience      = 5 * time.Second  // SQLite itself waits this long for a lock
	openPatience  = 30 * time.Second // Open waits this long for a lock
	longPatience  = 10 * time.Minute // a finished game waits this long for a lock
)

// whileBusy repeats do while another program's lock makes it fail, until patience is over.
func whileBusy(patience time.Duration, do func() error) error {
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if err := do(); !busy(err) || time.Since(began) > patience {
			return err
		}
	}
}

func busy(err error) bool {
	failure, ok := errors.AsType[*sqlite.Error](err)
	return ok && failure.Code()&0xff == sqlite3.SQLITE_BUSY
}

// store executes a statement that writes. If the file is locked, it calls Waiting and waits up to longPatience.
func (s *Store) store(ctx context.Context, query string, arguments ...any) (result sql.Result, err error) {
	told := s.Waiting == nil
	err = whileBusy(longPatience, func() error {
		result, err = s.write.ExecContext(ctx, query, arguments...)
		if busy(err) && !told {
			told = true
			s.Waiting()
		}
		return err
	})
	return result, err
}

// Errors that others wrap.
var (
	ErrNotFound  = errors.New("not found")
	ErrDeleted   = errors.New("has been deleted")
	errDifferent = errors.New("it is already stored as a different game: another process plays this run at the same " +
		"time; let one of them finish first")
	ErrGone = errors.New("the file, or the one with -wal added, has been deleted, renamed or replaced while it was " +
		"open: put it back and run the same command again, which plays what it then lacks")
	// errSignature is wrapped by errors about players whose signature differs from the stored one.
	errSignature = errors.New("another program, processor or file of weights decides otherwise; play the run with one")
	errForeign   = errors.New("it was not made by this program; name another file")
	errEmpty     = errors.New(errForeign.Error()) // a database without tables, in which Open makes them
	errReadOnly  = errors.New("it was opened for reading only")
)

// explain adds the name of the database to an error, and advice to an error of SQLite. It returns nil for nil.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	if failure, ok := errors.AsType[*sqlite.Error](err); ok {
		if what, ok := damaged(failure); ok {
			return fmt.Errorf("database %s: %s: %w", path, what, ErrDamaged)
		}
		if advice := advices[failure.Code()&0xff]; advice != "" { // the low byte is SQLite's primary code
			return fmt.Errorf("database %s: %s: %w", path, advice, err)
		}
	}
	return fmt.Errorf("database %s: %w", path, err)
}

// Texts that several advices share.
const (
	noRights = "it cannot be written or opened; check the rights on the file and its folder, or name another file"
	kept     = "what was stored before is kept"
	locked   = "another program has kept it locked; try again when that is done"
)

// advices tells users what to do, by the primary code of an SQLite error.
var advices = map[int]string{
	sqlite3.SQLITE_FULL:     "the disk is full; " + kept + ": make room and run the same command again",
	sqlite3.SQLITE_NOTADB:   "the file is not a database; name another file",
	sqlite3.SQLITE_CORRUPT:  "the file is damaged; name another file, or recover it with sqlite3's .recover",
	sqlite3.SQLITE_READONLY: noRights,
	sqlite3.SQLITE_CANTOPEN: noRights,
	sqlite3.SQLITE_PERM:     noRights,
	sqlite3.SQLITE_BUSY:     locked,
	sqlite3.SQLITE_LOCKED:   locked,
	sqlite3.SQLITE_IOERR:    "the disk reported an error; " + kept,
}
