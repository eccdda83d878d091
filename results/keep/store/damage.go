package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"regexp"
	"strings"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrDamaged is wrapped by errors about rows that have changed since they were stored.
var ErrDamaged = errors.New("the file is damaged: put a copy of it in its place, or play the run afresh; " +
	"pillars verify lists all damaged games of a run")

// checksum returns the 32-bit CRC of the integers and texts in a row, plus 1<<32, so that it is never 0.
func checksum[T any](columns []T) int64 {
	buffer := checksumBuffers.Get().(*[]byte)
	defer checksumBuffers.Put(buffer)
	text := (*buffer)[:0]
	for _, column := range columns {
		switch value := any(column).(type) {
		case int64:
			text = binary.AppendVarint(text, value)
		case int:
			text = binary.AppendVarint(text, int64(value))
		case string:
			text = append(binary.AppendUvarint(text, uint64(len(value))), value...)
		}
	}
	*buffer = text
	return 1<<32 | int64(crc32.Checksum(text, castagnoli))
}

var (
	castagnoli      = crc32.MakeTable(crc32.Castagnoli)
	checksumBuffers = sync.Pool{New: func() any { return new([]byte) }} // a local array would escape to the heap
)

// The names of two SQL functions. pillars_checksum(columns...) returns the checksum of a row; only tests use it, to
// make rows. pillars_sound(name, columns..., checksum) returns 1 if the checksum fits the columns. Otherwise it fails
// with an error that contains the name of the row, such as 'note 7'. For a game, the argument name is only 'game', and
// the error adds the first two columns, which are the run and the identity.
const (
	sumFunction   = "pillars_checksum"
	soundFunction = "pillars_sound"
)

func init() {
	register(sumFunction, func(row []driver.Value) (driver.Value, error) { return checksum(row), nil })
	register(soundFunction, func(row []driver.Value) (driver.Value, error) {
		return int64(1), checkRow(row[0], row[1:])
	})
}

// register makes a function available to SQL under the given name. The values in row are valid only during the call of
// the function.
func register(name string, function func(row []driver.Value) (driver.Value, error)) {
	sqlite.MustRegisterFunction(name, &sqlite.FunctionImpl{NArgs: -1, VolatileArgs: true,
		Scalar: func(_ *sqlite.FunctionContext, row []driver.Value) (driver.Value, error) { return function(row) }})
}

const (
	wrongSum   = "its checksum is wrong"
	damageMark = "damage: " // begins the description of a damaged row in an error that passes through SQLite
)

// checkRow returns an error with the name of the row if the last value of row is not the checksum of the other values.
func checkRow(name driver.Value, row []driver.Value) error {
	last := len(row) - 1
	switch stored, _ := row[last].(int64); {
	case stored == checksum(row[:last]):
		return nil
	case name == aGame:
		return fmt.Errorf("%s%s %v/%v: %s", damageMark, aGame, row[0], row[1], wrongSum)
	}
	return fmt.Errorf("%s%v: %s", damageMark, name, wrongSum)
}

// damaged returns the description of the row in an error that checkRow made and SQLite passed on. ok is false for any
// other error.
func damaged(err error) (what string, ok bool) {
	if _, bySQLite := errors.AsType[*sqlite.Error](err); !bySQLite {
		return "", false
	}
	_, what, ok = strings.Cut(err.Error(), damageMark)
	return strings.TrimSuffix(what, " (1)"), ok // SQLite appends the number of the error
}

// Columns of the small tables. The checksum of a row is over these columns.
const (
	runColumns       = "id, kind, hash, spec, total, program, created"
	extensionColumns = "run, spec, total, program, created"
	noteColumns      = "run, kind, value, created"
)

func insert(ctx context.Context, tx *sql.Tx, table, columns string, row ...any) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s, checksum) VALUES (?%s)", table, columns,
		strings.Repeat(", ?", len(row))), append(row, checksum(row))...)
	return err
}

// The columns of the table games. resultColumns have the result of a game, and the column result_sum has the checksum
// of resultColumns. The column checksum is the checksum of the run, the identity, the record and the thoughts.
const (
	resultColumns = `run, identity, pair, pairing, opening, players, scores, reason, fault, fault_seat, adjudicated,
		turns, finished`
	gameColumns = resultColumns + ", result_sum, record, thoughts, checksum"
)

// aGame is the beginning of the name of a game in errors.
const aGame = "game"

// SQL conditions that are true for a sound game and fail with an error for a damaged one. soundResult checks the result
// of a game; soundMoves checks the record and the thoughts.
var (
	soundResult = soundFunction + "('" + aGame + "', " + resultColumns + ", result_sum)"
	soundMoves  = soundFunction + "('" + aGame + "', run, identity, " + bounded("record, thoughts", "") + ", checksum)"
)

var longTexts = regexp.MustCompile(`\b(record|thoughts|spec|value|program)\b`)

// bounded returns a list of SQL expressions for columns. They replace a text of more than 16 MiB by an empty one, so
// that the checksum is wrong and the text is never read. as is "" or " AS $1", which keeps the names of the columns.
func bounded(columns, as string) string {
	return longTexts.ReplaceAllString(columns, "iif(octet_length($1) <= 16777216, $1, '')"+as)
}

// byResults continues an SQL query after FROM games. It selects the games of run ?1 in the order in which they
// finished. A condition must follow. The index games_results holds all results, so SQLite need not read the moves.
const byResults = "INDEXED BY games_results WHERE run = ?1 AND "

// byFaults is like byResults, but selects only games that a fault ended, in no particular order.
var byFaults = "INDEXED BY games_faults WHERE fault <> '' AND run = ?1 AND " + soundResult + " AND "

// andThen returns an SQL condition that is true if both conditions are true. SQL evaluates second only if first is
// true. So if first is soundResult or soundMoves, SQL never applies second to damaged rows.
func andThen(first, second string) string {
	return "CASE WHEN " + first + " THEN " + second + " END"
}

// checkedAtOpen is the largest size in bytes of a file that Open checks completely: SQLite checks 160 MB in 0.5 s.
const checkedAtOpen = 128 << 20

// Check makes SQLite read the whole file and compare the tables with their indexes. A damaged index entry would make a
// game vanish. If Check has already found the file sound, it does nothing.
func (s *Store) Check(ctx context.Context) error {
	if s.sound {
		return nil
	}
	err := s.check(ctx, wholeFile)
	s.sound = err == nil
	return explain(s.path, err)
}

// wholeFile makes check read the whole file and report at most one fault.
const wholeFile = "1"

// check makes SQLite compare tables with their indexes. what is the argument of SQLite's integrity_check: the name of
// one table, or wholeFile.
func (s *Store) check(ctx context.Context, what string) error {
	var found string
	err := s.read.QueryRowContext(ctx, "PRAGMA integrity_check("+what+")").Scan(&found)
	if err == nil && found != "ok" {
		err = fmt.Errorf("%s (%s)", advices[sqlite3.SQLITE_CORRUPT], found)
	}
	return err
}

// smallTables lists the tables that are checked whenever a file is opened. row is an SQL expression for the name of a
// row in errors. columns lists the columns over which the checksum of a row is made.
var smallTables = []struct{ name, row, columns string }{
	{"runs", "'run ' || id", runColumns},
	{"extensions", "'extension ' || number", extensionColumns},
	{"notes", "'note ' || number", noteColumns},
}

// checked checks the file of s after it was opened. err is the error of opening; after any error, checked closes the
// file. In a large file it checks only the small tables; games are compared with their checksums when they are read.
func (s *Store) checked(err error) (*Store, error) {
	ctx := context.Background()
	if info, _ := os.Stat(s.path); err == nil && info != nil && info.Size() <= checkedAtOpen {
		err = s.check(ctx, wholeFile)
		s.sound = err == nil
	}
	for _, table := range smallTables {
		if err == nil && !s.sound {
			err = s.check(ctx, table.name)
		}
		if err == nil {
			var rows int
			err = s.read.QueryRowContext(ctx, fmt.Sprintf("SELECT count(%s(%s, %s, checksum)) FROM %s", soundFunction,
				table.row, bounded(table.columns, ""), table.name)).Scan(&rows)
		}
	}
	if err != nil {
		return nil, s.CloseAfter(explain(s.path, err))
	}
	return s, nil
}

// Errors that the errors of this package wrap.
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
	errEmpty     = errors.New(errForeign.Error()) // file without tables: Open makes them, OpenReadOnly fails
	errSchema    = fmt.Errorf("its tables, indexes or triggers are not those that this program makes: %w", errForeign)
	errReadOnly  = errors.New("it was opened for reading only")
)

// explain adds the name of the database to an error, and advice to an error of SQLite. It returns nil for nil.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	if what, ok := damaged(err); ok {
		return fmt.Errorf("database %s: %s: %w", path, what, ErrDamaged)
	}
	if advice := advices[primaryCode(err)]; advice != "" {
		return fmt.Errorf("database %s: %s: %w", path, advice, err)
	}
	return fmt.Errorf("database %s: %w", path, err)
}

// primaryCode returns the primary code of an SQLite error, which is the low byte of its code, or 0 for other errors.
func primaryCode(err error) int {
	failure, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return 0
	}
	return failure.Code() & 0xff
}

// Texts that occur in several advices.
const (
	adviceRights = "it cannot be written or opened; check the rights on the file and its folder, or name another file"
	adviceKept   = "what was stored before is kept"
	adviceLocked = "another program has kept it locked; try again when that is done"
)

// advices has, by the primary code of an SQLite error, texts that tell users what to do.
var advices = map[int]string{
	sqlite3.SQLITE_FULL:     "the disk is full; " + adviceKept + ": make room and run the same command again",
	sqlite3.SQLITE_NOTADB:   "the file is not a database; name another file",
	sqlite3.SQLITE_CORRUPT:  "the file is damaged; name another file, or recover it with sqlite3's .recover",
	sqlite3.SQLITE_READONLY: adviceRights,
	sqlite3.SQLITE_CANTOPEN: adviceRights,
	sqlite3.SQLITE_PERM:     adviceRights,
	sqlite3.SQLITE_BUSY:     adviceLocked,
	sqlite3.SQLITE_LOCKED:   adviceLocked,
	sqlite3.SQLITE_IOERR:    "the disk reported an error; " + adviceKept,
}
