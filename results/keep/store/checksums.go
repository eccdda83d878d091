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

// checksum returns the 32-bit CRC of the integers and texts in a row, with a bit above it, so that it is never 0.
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
// columns..., checksum) returns 1 if the checksum fits the columns, and otherwise fails with an error that has the name
// of the row, such as 'note 7'. For a game the name is just 'game': the error takes the rest from the first two
// columns.
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

// checkRow returns an error with the name of a row unless the last value of row is the checksum of the others.
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

// damaged returns the text of an error of checkRow, which has passed through SQLite. ok is false for other errors.
func damaged(err *sqlite.Error) (what string, ok bool) {
	_, what, ok = strings.Cut(err.Error(), damageMark)
	return strings.TrimSuffix(what, " (1)"), ok // SQLite appends the number of the error
}

// The columns of the small tables whose values go into checksums.
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

// The columns of games. A game's result is in resultColumns: its run and ownColumns. result_sum is their checksum.
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

// SQL conditions that fail with an error unless the result of a game, or its moves, are as they were stored.
const (
	soundResult = soundFunction + "('" + aGame + "', " + resultColumns + ", result_sum)"
	soundMoves  = soundFunction + "('" + aGame + "', run, identity, record, thoughts, checksum)"
)

// byResults is the part of a query after FROM games that reads the games of run ?1 in the order of finishing. A
// condition must follow. The index games_results holds all results, so SQLite need not read the moves.
const byResults = "INDEXED BY games_results WHERE run = ?1 AND "

// byFaults is like byResults for the games that a fault ended, in no particular order.
const byFaults = "INDEXED BY games_faults WHERE fault <> '' AND run = ?1 AND " + soundResult + " AND "

// where returns an SQL condition that is true for sound rows that meet condition. SQL does not evaluate condition for
// damaged rows.
func where(sound, condition string) string {
	return "CASE WHEN " + sound + " THEN " + condition + " END"
}
