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

	"pillars/engine"
	"pillars/tournament"
)

// Results yields the results of all games of a run, in the order of finishing. An error ends the sequence.
//
// SQLite itself calls the SQL function pillars_visit for each game. So a million games take 2 s of CPU time; reading
// them row by row through database/sql takes 7 s.
func (s *Store) Results(ctx context.Context, run string) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		number, v := lastVisitor.Add(1), &visitor{yield: yield, decoded: map[string]decoded{}}
		visitors.Store(number, v)
		defer visitors.Delete(number)
		_, err := ask[int](ctx, s, "SELECT count("+visitFunction+"(?2, number, "+resultColumns+
			", result_sum)) FROM games "+byResults+"true", run, number)
		if err != nil && !v.stopped {
			yield(tournament.Result{}, err)
		}
	}
}

// visitFunction is the name of an SQL function that passes a game to a visitor. Its arguments are the number of the
// visitor, the number of the game, the columns of the game's result, and their checksum.
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

// visitor receives the games of one call of [Store.Results].
type visitor struct {
	yield   func(tournament.Result, error) bool
	stopped bool               // whether yield wants no further game
	last    int64              // number of the game that was visited last
	decoded map[string]decoded // by the stored texts of pairing, players, scores and reason
	key     []byte             // buffer for the keys of decoded
}

// decoded holds what the stored texts of a game mean. Most games share these texts with other games.
type decoded struct {
	pairing string
	players []string
	outcome engine.Outcome
}

var errStopped = errors.New("no further game is wanted")

// take compares a game with its checksum and yields its result. It returns an error for games that come out of order,
// which only a damaged index causes. The texts in row are valid only during the call.
func (v *visitor) take(number driver.Value, row []driver.Value) error {
	if err := checkRow(aGame, row); err != nil {
		return err
	}
	place, typed := number.(int64) // typed: whether the number and all columns read so far have the right types
	// A column is an index in resultColumns: 0 run, 1 identity, 2 pair, 3 pairing, 4 opening, 5 players, 6 scores,
	// 7 reason, 8 fault, 9 fault_seat, 10 adjudicated, 11 turns, 12 finished.
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
	identity := text(1)
	names := identity + text(2) // identity and pair, copied in one allocation
	game := tournament.Result{Identity: names[:len(identity)], Pair: names[len(identity):],
		Opening: integer(4), Turns: integer(11),
		Fault:       faultOf(strings.Clone(text(8)), integer(9)),
		Adjudicated: tournament.Verdict(strings.Clone(text(10)))}
	found, err := v.decode(text(3), text(5), text(6), text(7))
	switch {
	case !typed:
		return fmt.Errorf("%s: columns of other types than the table's", visitFunction)
	case err != nil:
		return fmt.Errorf("%s %v/%v: %w", aGame, row[0], row[1], err)
	case place <= v.last:
		return fmt.Errorf("%s%s %v/%v is out of order", damageMark, aGame, row[0], row[1])
	}
	game.Pairing, game.Players, game.Outcome, v.last = found.pairing, found.players, found.outcome, place
	if v.stopped = !v.yield(game, nil); v.stopped {
		return errStopped
	}
	return nil
}

// decode returns what texts of a game mean. It decodes the same texts only once.
func (v *visitor) decode(pairing, players, scores, reason string) (found decoded, err error) {
	v.key = append(v.key[:0], pairing...)
	v.key = append(append(v.key, players...), scores...) // two JSON lists, whose brackets separate them
	v.key = append(append(v.key, 0), reason...)
	found, known := v.decoded[string(v.key)]
	if known {
		return found, nil
	}
	found.pairing = strings.Clone(pairing)
	found.players, found.outcome, err = decodeOutcome(players, scores, strings.Clone(reason))
	if err == nil {
		v.decoded[string(v.key)] = found
	}
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

// ask returns the only value that a query gives.
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

func decodeOutcome(players, scoresText, reason string) (names []string, outcome engine.Outcome, err error) {
	var scores []float64
	err = errors.Join(json.Unmarshal([]byte(players), &names), json.Unmarshal([]byte(scoresText), &scores))
	if err != nil {
		return nil, outcome, err
	}
	if len(names) != len(scores) {
		return nil, outcome, fmt.Errorf("%d players and %d scores", len(names), len(scores))
	}
	outcome, err = outcomeOf(scores, reason)
	return names, outcome, err
}

// Identities lists the identities of a run's stored games in alphabetical order.
func (s *Store) Identities(ctx context.Context, run string) ([]string, error) {
	scan := func(rows *sql.Rows) (identity string, err error) { return identity, rows.Scan(&identity) }
	return collect(scanRows(ctx, s, scan,
		"SELECT identity FROM games INDEXED BY games_named WHERE run = ? ORDER BY identity", run))
}

// LongestIdentity returns the length of the longest identity among a run's games, or 0 without games.
func (s *Store) LongestIdentity(ctx context.Context, run string) (int, error) {
	return ask[int](ctx, s, "SELECT coalesce(max(length(identity)), 0) FROM games WHERE run = ?", run)
}

// Distinct counts the games of the given runs that differ in their start or their moves. It considers only games that
// count by the rule for faults, and only openings that are not in leftOut. If openings is not 0, it also leaves out
// openings with a higher number.
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
	// Of games that do not count, SQL does not read the moves, so that these may be damaged.
	return ask[int](ctx, s, `SELECT count(DISTINCT json_extract(record, '$.start') || char(10) ||
		json_extract(record, '$.turns')) FROM games INDEXED BY games_results
		WHERE run IN (SELECT value FROM json_each(?1)) AND `+andThen(soundResult, andThen(counted, soundMoves)),
		string(list), openings, rule == tournament.FaultVoid, string(without))
}

// Untagged reports whether the run has a game in which the player has the seat, numbered from 0, and whose record lacks
// the tag.
func (s *Store) Untagged(ctx context.Context, run, player string, seat int, tag engine.Tag) (bool, error) {
	text, err := json.Marshal([2]string{tag.Name, tag.Value}) // the form of tags in stored records
	if err != nil {
		return false, err
	}
	lacks := andThen(soundResult, andThen("json_extract(players, ?) = ?", andThen(soundMoves, "instr(record, ?) = 0")))
	return ask[bool](ctx, s, "SELECT EXISTS (SELECT 1 FROM games "+byResults+lacks+")",
		run, fmt.Sprintf("$[%d]", seat), player, string(text))
}
