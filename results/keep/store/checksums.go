package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"sync"

	"modernc.org/sqlite"
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

// The names of two SQL functions. pillars_checksum(columns...) returns the checksum of a row. pillars_sound(name,
// columns..., checksum) returns 1 if the checksum fits the columns. Otherwise it fails with an error that contains the
// name of the row, such as 'note 7'. For a game, the argument name is only 'game', and the error adds the run and the
// identity, which are the first two columns.
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

// register makes a function known to SQL under a name. The values in a row are valid only during the call.
func register(name string, function func(row []driver.Value) (driver.Value, error)) {
	sqlite.MustRegisterFunction(name, &sqlite.FunctionImpl{NArgs: -1, VolatileArgs: true,
		Scalar: func(_ *sqlite.FunctionContext, row []driver.Value) (driver.Value, error) { return function(row) }})
}

const (
	wrongSum   = "its checksum is wrong"
	damageMark = "damage: " // precedes the description of a damaged row in an error that passes through SQLite
)

// checkRow returns an error with the name of the row if the last value of row is not the checksum of the others.
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

// damaged returns the text of an error that checkRow made and SQLite passed on. ok is false for other errors.
func damaged(err *sqlite.Error) (what string, ok bool) {
	_, what, ok = strings.Cut(err.Error(), damageMark)
	return strings.TrimSuffix(what, " (1)"), ok // SQLite appends the number of the error
}

// Columns of the small tables. The checksum of a row is over these columns.
const (
	runColumns       = "id, kind, hash, spec, total, program, created"
	extensionColumns = "run, spec, total, program, created"
	noteColumns      = "run, kind, value, created"
)

// insert adds a row to a small table, with its checksum.
func insert(ctx context.Context, tx *sql.Tx, table, columns string, row ...any) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s, checksum) VALUES (?%s)", table, columns,
		strings.Repeat(", ?", len(row))), append(row, checksum(row))...)
	return err
}

// The columns of games. resultColumns have the result of a game, and result_sum is their checksum. The column checksum
// is the checksum of the run, the identity, the record and the thoughts.
const (
	ownColumns = `identity, pair, pairing, opening, players, scores, reason, fault, fault_seat, adjudicated, turns,
		finished`
	resultColumns = "run, " + ownColumns
	gameColumns   = resultColumns + ", result_sum, record, thoughts, checksum"
)

// summedColumns returns SQL for the gameColumns of a game that is copied to the given run, with new checksums.
func summedColumns(run string) string {
	return fmt.Sprintf("%[1]s, %[2]s, %[3]s(%[1]s, %[2]s), record, thoughts, %[3]s(%[1]s, identity, record, thoughts)",
		run, ownColumns, sumFunction)
}

// aGame begins the name of a game in errors.
const aGame = "game"

// SQL conditions that are true for a sound game and fail with an error for a damaged one. soundResult checks the result
// of a game, soundMoves its record and thoughts.
const (
	soundResult = soundFunction + "('" + aGame + "', " + resultColumns + ", result_sum)"
	soundMoves  = soundFunction + "('" + aGame + "', run, identity, record, thoughts, checksum)"
)

// byResults continues an SQL query after FROM games. It selects the games of run ?1 in the order of finishing. A
// condition must follow. The index games_results holds all results, so SQLite need not read the moves.
const byResults = "INDEXED BY games_results WHERE run = ?1 AND "

// byFaults is like byResults, but selects only games that a fault ended, in no particular order.
const byFaults = "INDEXED BY games_faults WHERE fault <> '' AND run = ?1 AND " + soundResult + " AND "

// where returns an SQL condition that is true for sound rows that meet condition. SQL does not evaluate condition for
// damaged rows.
func where(sound, condition string) string {
	return "CASE WHEN " + sound + " THEN " + condition + " END"
}
