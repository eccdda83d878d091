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

	"modernc.org/sqlite"
)

// ErrDamaged is wrapped by the errors for rows that have changed since they were stored.
var ErrDamaged = errors.New("the file is damaged: put a copy of it in its place, or play the run afresh; " +
	"pillars verify lists all damaged games of a run")

// checksum returns the CRC of columns that hold integers and texts. It is never 0.
func checksum[T any](columns []T) int64 {
	var buffer [512]byte
	text := buffer[:0]
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
	return 1<<32 | int64(crc32.Checksum(text, castagnoli))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Functions in SQL: pillars_checksum(columns...), and pillars_sound('note 7', columns..., checksum), which is 1 and
// fails with the name of the row where the checksum does not fit the columns. Only 'game' stands for all games, which
// the first two columns name.
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

// register defines a function in SQL. The arguments of a call are valid only during the call.
func register(name string, function func(row []driver.Value) (driver.Value, error)) {
	sqlite.MustRegisterFunction(name, &sqlite.FunctionImpl{NArgs: -1, VolatileArgs: true,
		Scalar: func(_ *sqlite.FunctionContext, row []driver.Value) (driver.Value, error) { return function(row) }})
}

const (
	wrongSum   = "its checksum is wrong"
	damageMark = "damage: " // begins what is wrong with a row in an error that has come through SQL
)

// checkRow compares the checksum at the end of a row with the columns before it.
func checkRow(name driver.Value, row []driver.Value) error {
	last := len(row) - 1
	switch sum := checksum(row[:last]); {
	case sum == row[last]:
		return nil
	case name == aGame:
		return fmt.Errorf("%s%s %v/%v: %s", damageMark, aGame, row[0], row[1], wrongSum)
	}
	return fmt.Errorf("%s%v: %s", damageMark, name, wrongSum)
}

// damaged returns the row that an error from SQL is about, and what is wrong with it.
func damaged(err *sqlite.Error) (what string, ok bool) {
	_, what, ok = strings.Cut(err.Error(), damageMark)
	return strings.TrimSuffix(what, " (1)"), ok // behind which SQLite puts the number of the error
}

// The columns of the small tables that go into checksums.
const (
	runColumns       = "id, kind, hash, spec, total, program, created"
	extensionColumns = "run, spec, total, program, created"
	noteColumns      = "run, kind, value, created"
)

// insert adds a row with its checksum to a small table.
func insert(ctx context.Context, tx *sql.Tx, table, columns string, row ...any) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s, checksum) VALUES (?%s)", table, columns,
		strings.Repeat(", ?", len(row))), append(row, checksum(row))...)
	return err
}

// The columns of a game; resultColumns are those that go into result_sum.
const (
	ownColumns = `identity, pair, pairing, opening, players, scores, reason, fault, fault_seat, adjudicated, turns,
		finished`
	resultColumns = "run, " + ownColumns
	gameColumns   = resultColumns + ", result_sum, record, thoughts, checksum"
)

// summedColumns selects the columns of a game under the id of a run, with their checksums.
func summedColumns(run string) string {
	return fmt.Sprintf("%[1]s, %[2]s, %[3]s(%[1]s, %[2]s), record, thoughts, %[3]s(%[1]s, identity, record, thoughts)",
		run, ownColumns, sumFunction)
}

// aGame is the name of a row of games in errors.
const aGame = "game"

// The SQL conditions that the result, and the moves, of a game are as they were stored.
const (
	soundResult = soundFunction + "('" + aGame + "', " + resultColumns + ", result_sum)"
	soundMoves  = soundFunction + "('" + aGame + "', run, identity, record, thoughts, checksum)"
)

// byResults begins the rest of a query that reads games of a run from the index of results alone, in the order of
// finishing. A condition follows.
const byResults = "INDEXED BY games_results WHERE run = ?1 AND "

// byFaults does the same for the games that a fault ended, in another order.
const byFaults = "INDEXED BY games_faults WHERE fault <> '' AND run = ?1 AND " + soundResult + " AND "

// where returns a condition in SQL that rows are sound and meet another condition, which SQL evaluates for sound rows
// only.
func where(sound, condition string) string {
	return "CASE WHEN " + sound + " THEN " + condition + " END"
}
