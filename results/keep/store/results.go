package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// find yields the games that a query selects, with the given columns: resultColumns and result_sum, or gameColumns.
// rest is the SQL query after FROM games. A damaged game does not end the sequence; other errors do. If the query ends
// with inOrder, find also yields an error for a game out of order, which only a damaged index causes.
//
// SQLite itself calls the SQL function pillars_visit for each game. Reading the results of a million games this way
// takes 2 s of CPU time; row by row through database/sql, it takes 7 s.
func (s *Store) find(ctx context.Context, columns, rest string, arguments ...any) iter.Seq2[tournament.Stored, error] {
	return func(yield func(tournament.Stored, error) bool) {
		number := lastVisitor.Add(1)
		v := &visitor{yield: yield, path: s.path, ordered: strings.Contains(rest, inOrder)}
		visitors.Store(number, v)
		defer visitors.Delete(number)
		_, err := ask[int](ctx, s, fmt.Sprintf("SELECT count(%[1]s(%[2]d, number, %[3]s)) FROM (SELECT number, %[5]s "+
			"FROM games %[4]s)", visitFunction, number, columns, rest, bounded(columns, " AS $1")), arguments...)
		if err != nil && !v.stopped {
			yield(tournament.Stored{}, err)
		}
	}
}

// visitFunction is the name of an SQL function that passes a game to a visitor. Its arguments are the number of the
// visitor, the number of the game, and the columns of the game.
const visitFunction = "pillars_visit"

func init() {
	register(visitFunction, func(row []driver.Value) (driver.Value, error) {
		found, known := visitors.Load(row[0])
		if !known {
			return nil, fmt.Errorf("%s: there is no visitor %v", visitFunction, row[0])
		}
		return int64(1), found.(*visitor).take(row[1], row[2:])
	})
}

var (
	lastVisitor atomic.Int64 // the number of the visitor that was added last
	visitors    sync.Map     // the visitors by their numbers
)

// visitor receives the games of one call of [Store.find].
type visitor struct {
	decoder
	yield   func(tournament.Stored, error) bool
	path    string
	ordered bool  // whether the games must come in the order in which they finished
	last    int64 // number of the game that was visited last
	stopped bool  // whether to pass no further game to yield
}

var errStopped = errors.New("no further game is wanted")

func (v *visitor) take(number driver.Value, row []driver.Value) error {
	game, err := v.game(row)
	place, _ := number.(int64)
	if err == nil && v.ordered && place <= v.last {
		err = fmt.Errorf("game %s is out of order: %w", game.Name(), ErrDamaged)
	}
	v.last = place
	v.stopped = !v.yield(game, explain(v.path, err)) || err != nil && !errors.Is(err, ErrDamaged)
	if v.stopped {
		return errStopped
	}
	return nil
}

// A decoder makes games from rows of the database. It remembers the outcomes that it has decoded, because many games
// have equal outcomes.
type decoder struct {
	known map[string]outcome
	key   []byte // buffer for the keys of known
}

// outcome holds the decoded columns pairing, players, scores and reason of a game.
type outcome struct {
	pairing string
	players []string
	outcome engine.Outcome
}

// game decodes a row of resultColumns and result_sum, or of gameColumns. It copies all texts, since those in row may be
// valid only during the call. For a damaged row it returns an error, and what it can read of the game.
func (d *decoder) game(row []driver.Value) (game tournament.Stored, err error) {
	typed := true // whether the columns have the right types
	text := func(column int) string {
		value, isText := row[column].(string)
		typed = typed && isText
		return value
	}
	integer := func(column int) int {
		value, isInteger := row[column].(int64)
		typed = typed && isInteger
		return int(value)
	}
	// 0 run, 1 identity, 2 pair, 3 pairing, 4 opening, 5 players, 6 scores, 7 reason, 8 fault, 9 fault_seat,
	// 10 adjudicated, 11 turns, 12 finished, 13 result_sum, 14 record, 15 thoughts, 16 checksum
	const resultSum, record, thoughts, gameSum = 13, 14, 15, 16
	run, identity := len(text(0)), len(text(1))
	names := text(0) + text(1) + text(2) // copied in one allocation
	game.Run, game.Identity, game.Pair = names[:run], names[run:run+identity], names[run+identity:]
	game.Opening, game.Turns = integer(4), integer(11)
	game.Fault.Kind, game.Fault.Seat = guard.FaultKind(strings.Clone(text(8))), engine.Seat(max(0, integer(9)-1))
	game.Adjudicated = tournament.Verdict(strings.Clone(text(10)))
	sound := checksum(row[:resultSum]) == int64(integer(resultSum))
	if len(row) > gameSum {
		moves := []driver.Value{row[0], row[1], text(record), text(thoughts)}
		sound = sound && checksum(moves) == int64(integer(gameSum))
	}
	short := names + text(3) + text(8) + text(10) // texts of this program, without control characters
	if !sound || !typed || outside.Visible(short, "") != short {
		return game, fmt.Errorf("game %s: %s: %w", game.Name(), wrongSum, ErrDamaged)
	}
	var errs [4]error
	var found outcome
	found, errs[0] = d.outcome(text(3), text(5), text(6), text(7))
	game.Pairing, game.Players, game.Outcome = found.pairing, found.players, found.outcome
	game.Finished, errs[1] = time.Parse(time.RFC3339Nano, text(12))
	if len(row) > gameSum {
		game.Record, errs[2] = decodeRecord(text(record))
		game.Thoughts, errs[3] = decodeThoughts(text(thoughts))
	}
	if err = errors.Join(errs[:]...); err != nil {
		err = fmt.Errorf("game %s: %w", game.Name(), err)
	}
	return game, err
}

func (d *decoder) outcome(pairing, players, scores, reason string) (outcome, error) {
	d.key = append(d.key[:0], pairing...)
	d.key = append(append(d.key, players...), scores...) // JSON lists: their brackets separate the texts
	d.key = append(append(d.key, 0), reason...)
	if found, known := d.known[string(d.key)]; known {
		return found, nil
	}
	found, err := decodeOutcome(pairing, players, scores, reason)
	if err == nil {
		if d.known == nil {
			d.known = map[string]outcome{}
		}
		d.known[string(d.key)] = found
	}
	return found, err
}

func decodeOutcome(pairing, players, scores, reason string) (found outcome, err error) {
	var points []float64
	err = errors.Join(json.Unmarshal([]byte(outside.VisibleJSON(players)), &found.players),
		json.Unmarshal([]byte(scores), &points))
	if err == nil && len(found.players) != len(points) {
		err = fmt.Errorf("%d players and %d scores", len(found.players), len(points))
	}
	if err != nil {
		return found, err
	}
	found.pairing = strings.Clone(pairing)
	found.outcome, err = outcomeOf(points, strings.Clone(outside.Visible(reason, "")))
	return found, err
}

// scanRows yields what scan returns for each row of a query. A damaged row does not end the sequence; other errors do.
func scanRows[T any](
	ctx context.Context, s *Store, scan func(*sql.Rows) (T, error), query string, arguments ...any,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := s.read.QueryContext(ctx, query, arguments...)
		if err != nil {
			yield(none, explain(s.path, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			value, err := scan(rows)
			if !yield(value, explain(s.path, err)) || err != nil && !errors.Is(err, ErrDamaged) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, explain(s.path, err))
		}
	}
}

// ask returns the single value that a query selects.
func ask[T any](ctx context.Context, s *Store, query string, arguments ...any) (value T, err error) {
	err = s.read.QueryRowContext(ctx, query, arguments...).Scan(&value)
	return value, explain(s.path, err)
}

// collect returns all values of a sequence, or its first error.
func collect[T any](rows iter.Seq2[T, error]) (all []T, err error) {
	for value, err := range rows {
		if err != nil {
			return nil, err
		}
		all = append(all, value)
	}
	return all, nil
}

// Distinct returns the number of different games (start and moves) in the given runs. It considers only games that
// count by the rule for faults. It leaves out games from the openings numbered in leftOut and, if openings is not 0,
// from openings with a number above openings.
func (s *Store) Distinct(
	ctx context.Context, rule tournament.FaultRule, openings int, leftOut []int, runs ...string,
) (int, error) {
	list, err := json.Marshal(runs)
	without, _ := json.Marshal(append([]int{}, leftOut...)) // cannot fail
	if err != nil {
		return 0, err
	}
	const counted = "(?2 = 0 OR opening <= ?2) AND opening NOT IN (SELECT value FROM json_each(?4)) " +
		"AND NOT (?3 AND fault <> '')"
	// SQL does not read the moves of games that do not count, so that those moves may be damaged.
	return ask[int](ctx, s, `SELECT count(DISTINCT json_extract(record, '$.start') || char(10) ||
		json_extract(record, '$.turns')) FROM games INDEXED BY games_results
		WHERE run IN (SELECT value FROM json_each(?1)) AND `+andThen(soundResult, andThen(counted, soundMoves)),
		string(list), openings, rule == tournament.FaultVoid, string(without))
}
