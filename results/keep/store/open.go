// Package store keeps runs and their games in one SQLite file.
//
// The file is append only: a run is written once when it is made, a game once when it is finished, each in a
// transaction of its own, and triggers refuse changes. A process that is killed loses at most the games in play. What a
// run has reached is never a counter, but always read from its games.
//
// A [Store] writes through one connection and reads through others, so readers, also in other processes, see finished
// games while a run continues. schema.sql says what the columns hold.
package store

import (
	"cmp"
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

// readOnly is the setting with which a connection refuses to write. Opening the file with mode=ro instead would leave
// its -wal and -shm files behind.
const readOnly = "query_only(1)"

// immutable is the mode that takes no locks and makes no files beside a database. The database must have no log.
const immutable = "ro&immutable=1"

// A Store is an open database. Its methods may be called from several goroutines.
type Store struct {
	Waiting func() // is called when another program keeps the file locked for long; may be nil

	path   string
	write  *sql.DB // one connection; nil if the store was opened to read
	read   *sql.DB
	file   string      // the file that is read: path, or a copy of it
	mode   string      // SQLite's mode of opening file
	copied string      // the folder of the copy, if one is read
	opened fs.FileInfo // the file that is written; nil if the store was opened to read
	place  string      // the absolute path of that file
	logged bool        // a write-ahead log lies beside that file
	sound  bool        // the whole file has been checked
}

// Open opens the database at path for reading and writing, and makes it if there is none. It waits while another
// program keeps the database locked, and calls the given functions once if that takes long.
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
			tell(fmt.Sprintf("waiting for %s, which keeps %s locked", cmp.Or(holder(path), "another program"), path))
		}
	})
	s := &Store{path: path, write: write}
	// SQLite waits for a lock by itself, but not when two connections at once turn the journal of a new file into a
	// write-ahead log.
	err = whileBusy(openPatience, func() error { return prepare(write) })
	if notice.Stop(); err == nil {
		err = s.readFrom(path, "rw")
	}
	if err == nil {
		err = s.hold()
	}
	if err == nil {
		err = s.checkOpened(context.Background(), s.opened.Size())
	}
	if err != nil {
		return nil, s.CloseAfter(explain(path, err))
	}
	return s, nil
}

// OpenReadOnly opens an existing database only to read it. Without one, the error wraps [fs.ErrNotExist].
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
	for _, mode := range []string{"rw", immutable} {
		if err = s.readFrom(path, mode); !unwritable(err) {
			break
		}
		if hasLog(path) {
			err = s.readCopy()
			break
		}
	}
	if err == nil {
		err = s.checkOpened(context.Background(), info.Size())
	}
	if err != nil {
		return nil, s.CloseAfter(explain(path, err))
	}
	return s, nil
}

// Path returns the file's name, as it was given.
func (s *Store) Path() string { return s.path }

// Close closes the file.
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

// CloseAfter closes the file after work that ended with err, and returns both errors. If the file is gone, it says so
// only once.
func (s *Store) CloseAfter(err error) error {
	closed := s.Close()
	if errors.Is(err, ErrGone) {
		return err
	}
	return errors.Join(err, closed)
}

//go:embed schema.sql
var schema string

const (
	applicationID = 0x50696c6c // "Pill"
	schemaVersion = 1
)

// prepare makes the tables of a new database, or checks that an existing one is ours.
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

// checkMarks refuses databases of other programs, of other versions of this one, and without tables.
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

// connect prepares connections with settings for each of them. No file is touched before the first use.
func connect(path, mode string, pragmas ...string) (*sql.DB, error) {
	address, err := address(path, mode)
	if err != nil {
		return nil, err
	}
	if mode == immutable {
		return sql.Open("sqlite", address)
	}
	busyTimeout := fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds())
	query := url.Values{"_txlock": {"immediate"}, "_pragma": append([]string{busyTimeout}, pragmas...)}
	return sql.Open("sqlite", address+"&"+query.Encode())
}

// address returns the URI of a file for SQLite.
func address(path, mode string) (string, error) {
	absolute, err := filepath.Abs(path)
	return "file:" + (&url.URL{Path: filepath.ToSlash(absolute)}).EscapedPath() + "?mode=" + mode, err
}

// attach makes the tables of another file known under a name to the connection that writes.
func (s *Store) attach(ctx context.Context, path, mode, name string) error {
	address, err := address(path, mode)
	if err == nil {
		_, err = s.write.ExecContext(ctx, "ATTACH ? AS "+name, address)
	}
	return explain(path, err)
}

var (
	shortPatience = 2 * time.Second  // Open waits so long before it says what it waits for
	patience      = 5 * time.Second  // SQLite itself waits so long for another program's lock
	openPatience  = 30 * time.Second // Open waits so long
	longPatience  = 10 * time.Minute // a game that is to be stored waits so long
)

// whileBusy repeats do while another program keeps the file locked, until patience is over.
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

// store executes a statement that writes, as soon as no other program keeps the file locked.
func (s *Store) store(ctx context.Context, query string, arguments ...any) (result sql.Result, err error) {
	told := s.Waiting == nil
	err = whileBusy(longPatience, func() error {
		if result, err = s.write.ExecContext(ctx, query, arguments...); busy(err) && !told {
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
	// errSignature is wrapped by the error about a player that decides otherwise here than where a run was played.
	errSignature = errors.New("another program, processor or file of weights decides otherwise; play the run with one")
	errForeign   = errors.New("it was not made by this program; name another file")
	errEmpty     = errors.New(errForeign.Error()) // of a database without tables, which Open makes
	errReadOnly  = errors.New("it was opened for reading only")
)

func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	if failure, ok := errors.AsType[*sqlite.Error](err); ok {
		if what, ok := damaged(failure); ok {
			return fmt.Errorf("database %s: %s: %w", path, what, ErrDamaged)
		}
		if advice := advices[failure.Code()&0xff]; advice != "" { // the upper bits hold details
			return fmt.Errorf("database %s: %s: %w", path, advice, err)
		}
	}
	return fmt.Errorf("database %s: %w", path, err)
}

const (
	noRights = "it cannot be written or opened; check the rights on the file and its folder, or name another file"
	kept     = "what was stored before is kept"
	locked   = "another program has kept it locked; try again when that is done"
)

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
