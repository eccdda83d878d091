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
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// immutable is a mode in which SQLite takes no locks and makes no files beside a database. In this mode SQLite ignores
// the write-ahead log, so it is only for databases without a log.
const immutable = "ro&immutable=1"

// A Store is an open database. Its methods may be called from several goroutines.
type Store struct {
	path   string      // path of the file, as given to Open or OpenReadOnly
	write  *sql.DB     // one connection; nil if the store was opened to read
	read   *sql.DB     // connections that refuse to write
	opened fs.FileInfo // identifies the file that is written; nil if the store was opened to read
	place  string      // the absolute path of the file that is written
	logged bool        // whether the file that is written had a write-ahead log when it was opened
	sound  bool        // whether SQLite has checked the whole file
}

// Open opens the database at path for reading and writing. If there is no database, Open makes it. If another program
// keeps the database locked, Open and all methods wait up to 30 seconds; [Store.Append] waits up to 10 minutes.
func Open(path string) (*Store, error) {
	if err := checkPlace(path); err != nil {
		return nil, err
	}
	write, err := connect(path, "rwc", "synchronous(NORMAL)", "foreign_keys(1)")
	if err != nil {
		return nil, explain(path, err)
	}
	write.SetMaxOpenConns(1)
	s := &Store{path: path, write: write}
	// SQLite itself waits for locks, but not while two connections change the journal mode of a new file.
	err = whileBusy(patience, func() error { return prepare(write) })
	if err == nil {
		err = s.startReading("rw")
	}
	if err == nil {
		err = s.rememberFile()
	}
	return s.checked(err) // closes the file after an error
}

// OpenReadOnly opens an existing database for reading. If there is no database, the error wraps [fs.ErrNotExist].
func OpenReadOnly(path string) (*Store, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		return nil, fmt.Errorf("no database %s: play a tournament first, or name another file: %w", path,
			fs.ErrNotExist)
	}
	if err := checkPlace(path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	if err = s.startReading("rw"); unwritable(err) && !hasLog(path) {
		err = s.startReading(immutable)
	}
	return s.checked(err) // closes the file after an error
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
	return err
}

// CloseAfter closes the file. It returns err, the error of earlier work, joined with an error of closing.
func (s *Store) CloseAfter(err error) error {
	closeErr := s.Close()
	if errors.Is(err, ErrGone) { // closeErr would repeat this error
		return err
	}
	return errors.Join(err, closeErr)
}

//go:embed schema.sql
var schema string

const (
	applicationID = 0x50696c6c // the letters Pill in ASCII
	schemaVersion = 1
)

// prepare makes the tables of a new database, or checks that an existing database belongs to this program. Only then
// it changes the journal mode.
func prepare(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	if err = checkMarks(tx); errors.Is(err, errEmpty) {
		_, err = tx.Exec(schema + fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID,
			schemaVersion))
	}
	if err == nil {
		err = tx.Commit()
	}
	if err == nil {
		_, err = db.Exec("PRAGMA journal_mode = WAL")
	}
	return err
}

// checkMarks returns an error if another program made the database, or if the tables have another version. For a
// database without tables it returns errEmpty.
func checkMarks(db interface{ QueryRow(string, ...any) *sql.Row }) error {
	var tables, id, version int
	var made string
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
	err = db.QueryRow("SELECT coalesce(group_concat(substr(sql, 1, ?) || ';', ' '), '') FROM (SELECT sql "+
		"FROM sqlite_schema LIMIT 100)", len(schema)).Scan(&made)
	if err == nil && !slices.Equal(statements(made), statements(schema)) {
		err = errSchema
	}
	return err
}

// statements returns the statements of SQL that makes tables, sorted, without comments and with single blanks. For
// equal tables, the statements are the same in all revisions of the program.
func statements(text string) []string {
	all := strings.Split(commentsAndBlanks.ReplaceAllString(" "+text+" ", " "), "CREATE ")
	slices.Sort(all)
	return all
}

var commentsAndBlanks = regexp.MustCompile(`(--.*|\s)+`)

// connect returns a pool of connections with the given pragmas. SQLite opens the file at the first use.
func connect(path, mode string, pragmas ...string) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	pragmas = append(pragmas, "trusted_schema(0)", // the file may come from a stranger
		fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()))
	file := url.URL{Path: filepath.ToSlash(absolute)}
	query := url.Values{"_txlock": {"immediate"}, "_pragma": pragmas}
	return sql.Open("sqlite", "file:"+file.EscapedPath()+"?mode="+mode+"&"+query.Encode())
}

var (
	patience     = 30 * time.Second // SQLite itself waits this long while another program keeps the file locked
	longPatience = 10 * time.Minute // [Store.Append] waits this long to store a finished game
)

// whileBusy repeats do while another program's lock makes it fail, but not after longest has passed.
func whileBusy(longest time.Duration, do func() error) error {
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if err := do(); primaryCode(err) != sqlite3.SQLITE_BUSY || time.Since(began) > longest {
			return err
		}
	}
}

// checkPlace returns an error if no file can be at path, for example because the folder is missing. SQLite's own errors
// do not distinguish these cases.
func checkPlace(path string) error {
	if path == "" {
		return errors.New("database: no file is named")
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("database %s is not a regular file; name another file", path)
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

// rememberFile stores in s the identity of the file, for [Store.inPlace] to compare.
func (s *Store) rememberFile() (err error) {
	if s.place, err = filepath.Abs(s.path); err == nil {
		s.opened, err = os.Stat(s.place)
	}
	if err == nil && !os.SameFile(s.opened, s.opened) { // the first comparison makes Windows read the file's number
		err = ErrGone
	}
	_, logErr := os.Stat(s.place + "-wal") // on some file systems SQLite keeps no log
	s.logged = logErr == nil
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

// startReading connects to the file for reading. It returns an error if the file does not belong to this program. Even
// to read, SQLite needs files beside the database, so the mode is rw; with ro SQLite would leave them behind. Where
// SQLite cannot make them, a database without a log is read in the mode immutable.
func (s *Store) startReading(mode string) (err error) {
	if s.read, err = connect(s.path, mode, "query_only(1)"); err != nil {
		return err
	}
	if err = checkMarks(s.read); err != nil {
		err = errors.Join(err, s.read.Close())
	}
	return err
}

// hasLog reports whether the database has a write-ahead log with changes that are not yet in the file itself.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// unwritable reports whether an error says that SQLite could not make the -wal and -shm files beside a database.
func unwritable(err error) bool {
	code := primaryCode(err)
	return code == sqlite3.SQLITE_READONLY || code == sqlite3.SQLITE_CANTOPEN
}
