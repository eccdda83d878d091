package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"pillars/engine"
	"pillars/results"
	"pillars/tournament"
)

// Group is a number of openings from which games had equal results.
type Group struct {
	Games []results.Game // all from one of the openings, in no order, with the turns of all; a game by itself is alone
	Count int            // of openings
}

// Source is a run whose games are grouped with those of others.
type Source struct {
	Run      string
	Rule     tournament.FaultRule // for games with a fault
	Openings int                  // only games from the first so many; 0 for all
	Opening  func(int) int        // gives openings that runs share equal numbers; nil for the run's own numbers
	Players  map[string]string    // further names, by those in the games

	OnlyPlayers bool // its openings say nothing about seats: see [openings.Source]
}

// Has reports whether games from an opening are among those of the source.
func (s Source) Has(opening int) bool { return s.Openings == 0 || opening <= s.Openings }

// Groups counts the openings of runs by the players and scores of all games from them that count by the rules for
// faults, without reading their moves. The groups come in no order.
//
// The games go by once, inside SQLite, through the function pillars_group: a million of them take less than a second of
// CPU time, where a row at a time through database/sql takes seven.
func (s *Store) Groups(ctx context.Context, sources ...Source) ([]Group, error) {
	g := &grouping{}
	number := lastGrouping.Add(1)
	groupings.Store(number, g)
	defer groupings.Delete(number)
	for _, source := range sources {
		g.source, g.numbers, g.last = source, map[string]int{}, 0
		var games int
		err := s.read.QueryRowContext(ctx, "SELECT count("+groupFunction+"(?2, number, "+resultColumns+
			", result_sum)) FROM games "+byResults+"true", source.Run, number).Scan(&games)
		if err != nil {
			return nil, explain(s.path, err)
		}
	}
	return g.groups(), nil
}

// groupFunction is a function in SQL that hands a game to a grouping: pillars_group(number of the grouping, number of
// the game, columns of the result, checksum).
const groupFunction = "pillars_group"

func init() {
	register(groupFunction, func(row []driver.Value) (driver.Value, error) { return int64(1), takeGame(row) })
}

var (
	lastGrouping atomic.Int64 // a number
	groupings    sync.Map     // by number
)

func takeGame(row []driver.Value) error {
	found, known := groupings.Load(row[0])
	if !known {
		return fmt.Errorf("%s: there is no grouping %v", groupFunction, row[0])
	}
	g := found.(*grouping)
	number, ok0 := row[1].(int64)
	row = row[2:]
	if err := checkRow(aGame, row); err != nil {
		return err
	}
	opening, ok1 := row[4].(int64)
	players, ok2 := row[5].(string)
	scores, ok3 := row[6].(string)
	turns, ok4 := row[11].(int64)
	switch {
	case !ok0 || !ok1 || !ok2 || !ok3 || !ok4:
		return fmt.Errorf("%s: columns of types %T, %T, %T and %T", groupFunction, row[4], row[5], row[6], row[11])
	case number <= g.last:
		return fmt.Errorf("%s%s %v/%v is out of order", damageMark, aGame, row[0], row[1])
	}
	g.last = number
	if row[8] != "" && g.source.Rule == tournament.FaultVoid || !g.source.Has(int(opening)) {
		return nil
	}
	return g.add(int(opening), players, scores, int(turns))
}

// grouping collects games. Few lists of players and scores are different.
type grouping struct {
	source  Source
	numbers map[string]int // of results of the source, by players and scores as they are stored
	results []results.Game // without turns
	games   []groupedGame
	key     []byte // players and scores of the game at hand
	last    int64  // number of a game of the source
}

type groupedGame struct{ opening, result, turns int32 } // small, as there are millions

// add takes the next game. A game by itself has an opening of its own, below 0.
func (g *grouping) add(opening int, players, scores string, turns int) error {
	g.key = append(append(g.key[:0], players...), scores...)
	number, known := g.numbers[string(g.key)]
	if !known {
		names, outcome, err := decodeOutcome(players, scores, "")
		if err != nil {
			return fmt.Errorf("players %s, scores %s: %w", players, scores, err)
		}
		for i, name := range names {
			names[i] = cmp.Or(g.source.Players[name], name)
		}
		number = len(g.results)
		g.results = append(g.results, results.Game{Players: names, Scores: outcome.Scores[:outcome.Seats]})
		g.numbers[string(g.key)] = number
	}
	switch {
	case opening == 0:
		opening = -1 - len(g.games)
	case g.source.Opening != nil:
		opening = g.source.Opening(opening)
	}
	g.games = append(g.games, groupedGame{int32(opening), int32(number), int32(turns)})
	return nil
}

// groups puts the games from each opening together, and equal openings. It changes the order of the games.
func (g *grouping) groups() []Group {
	slices.SortFunc(g.games, func(a, b groupedGame) int {
		return cmp.Or(cmp.Compare(a.opening, b.opening), cmp.Compare(a.result, b.result))
	})
	var groups []Group
	numbers := map[string]int{} // of groups, by their results
	var key []byte
	start := 0
	for i, game := range g.games {
		key = binary.AppendUvarint(key, uint64(game.result))
		if i+1 < len(g.games) && g.games[i+1].opening == game.opening {
			continue
		}
		number, known := numbers[string(key)]
		if !known {
			number = len(groups)
			numbers[string(key)] = number
			groups = append(groups, Group{})
			for _, game := range g.games[start : i+1] {
				groups[number].Games = append(groups[number].Games, g.results[game.result])
			}
		}
		groups[number].Count++
		for j, game := range g.games[start : i+1] {
			groups[number].Games[j].Turns += int(game.turns)
		}
		key, start = key[:0], i+1
	}
	return groups
}

// each yields what scan makes of the rows of a query. Any error but that of a damaged row is the last thing it yields.
func each[T any](
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
			one, err := scan(rows)
			if !yield(one, explain(s.path, err)) || err != nil && !errors.Is(err, ErrDamaged) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, explain(s.path, err))
		}
	}
}

func collect[T any](rows iter.Seq2[T, error]) (all []T, err error) {
	for one, err := range rows {
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// OutcomeCount counts the games of a run that ended alike between the same players in the same seats.
type OutcomeCount struct {
	Players []string // by seat
	Outcome engine.Outcome
	Fault   tournament.Fault
	Games   int
	Turns   int // of all these games together
}

// OutcomeCounts counts the games of a run by players, scores and reason, without reading their moves; with openings,
// those from the first so many alone.
func (s *Store) OutcomeCounts(ctx context.Context, run string, openings int) ([]OutcomeCount, error) {
	return collect(each(ctx, s, func(rows *sql.Rows) (c OutcomeCount, err error) {
		var players, scores, reason string
		var seat int
		if err := rows.Scan(&players, &scores, &reason, &c.Fault.Kind, &seat, &c.Games, &c.Turns); err != nil {
			return c, err
		}
		c.Fault.Seat = engine.Seat(max(0, seat-1))
		if c.Players, c.Outcome, err = decodeOutcome(players, scores, reason); err != nil {
			return c, fmt.Errorf("run %s: %w", run, err)
		}
		return c, nil
	}, "SELECT players, scores, reason, fault, fault_seat, count(*), sum(turns) FROM games "+byResults+
		where(soundResult, "true"+from(openings))+`
		GROUP BY players, scores, reason, fault, fault_seat ORDER BY players, scores, reason`, run))
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

// FaultCounts counts, for every run that has any, the games that a player's fault ended.
func (s *Store) FaultCounts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	_, err := collect(each(ctx, s, func(rows *sql.Rows) (run string, err error) {
		var count int
		err = rows.Scan(&run, &count)
		counts[run] = count
		return run, err
	}, "SELECT run, count(*) FROM games "+byFaults+" GROUP BY run"))
	return counts, err
}

// Identities lists the identities of a run's stored games, in the order of their texts.
func (s *Store) Identities(ctx context.Context, run string) ([]string, error) {
	scan := func(rows *sql.Rows) (identity string, err error) { return identity, rows.Scan(&identity) }
	return collect(each(ctx, s, scan,
		"SELECT identity FROM games INDEXED BY games_named WHERE run = ? ORDER BY identity", run))
}

// LongestIdentity is the length of the longest identity of a run's games, 0 without games.
func (s *Store) LongestIdentity(ctx context.Context, run string) (int, error) {
	return s.number(ctx, "SELECT coalesce(max(length(identity)), 0) FROM games WHERE run = ?", run)
}

// Distinct counts the games of runs that count by a rule for faults and differ in where they start or in their moves;
// with openings, those from the first so many alone.
func (s *Store) Distinct(
	ctx context.Context, rule tournament.FaultRule, openings int, runs ...string,
) (int, error) {
	list, err := json.Marshal(runs)
	if err != nil {
		return 0, err
	}
	counts := "true" + from(openings)
	if rule == tournament.FaultVoid {
		counts += " AND fault = ''"
	}
	return s.number(ctx, `SELECT count(DISTINCT json_extract(record, '$.start') || char(10) ||
		json_extract(record, '$.turns')) FROM games INDEXED BY games_results
		WHERE run IN (SELECT value FROM json_each(?)) AND `+where(soundResult, where(counts, soundMoves)), string(list))
}

// Untagged reports whether a run has a game in whose record a tag is missing though a player sat in a seat.
func (s *Store) Untagged(ctx context.Context, run, player string, seat int, tag engine.Tag) (found bool, err error) {
	text, err := json.Marshal([2]string{tag.Name, tag.Value}) // as it stands in a record
	if err != nil {
		return false, err
	}
	lacks := where(soundResult, where("json_extract(players, ?) = ?", where(soundMoves, "instr(record, ?) = 0")))
	err = s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM games "+byResults+lacks+")",
		run, fmt.Sprintf("$[%d]", seat), player, string(text)).Scan(&found)
	return found, explain(s.path, err)
}

// Faults counts the games of a run that a player's fault ended; with openings, those from the first so many alone.
func (s *Store) Faults(ctx context.Context, run string, openings int) (int, error) {
	return s.number(ctx, "SELECT count(*) FROM games "+byFaults+" AND run = ?"+from(openings), run)
}

// from is the condition for games from the first so many openings, if they are not 0.
func from(openings int) string {
	if openings == 0 {
		return ""
	}
	return fmt.Sprintf(" AND opening <= %d", openings)
}

func (s *Store) number(ctx context.Context, query, run string) (n int, err error) {
	err = s.read.QueryRowContext(ctx, query, run).Scan(&n)
	return n, explain(s.path, err)
}
