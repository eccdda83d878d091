package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"pillars/results"
	"slices"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite"
)

// Group is a number of openings from which games had equal results.
type Group struct {
	Games []results.Game // all from one of the openings, in no order, with the turns of all; a game by itself is alone
	Count int            // of openings
}

// Counting says which games of a run count.
type Counting uint8

const (
	// EveryGame counts.
	EveryGame Counting = iota
	// SoundGames are those that no player's fault ended.
	SoundGames
)

// Groups counts the openings of a run by the players and scores of all games from them, without reading their moves.
// The groups come in no order.
//
// The games go by once, inside SQLite, through the function pillars_group: a million of them take about a second of CPU
// time, where a row at a time through database/sql takes seven.
func (s *Store) Groups(ctx context.Context, run string, counting Counting) ([]Group, error) {
	connection, err := s.read.Conn(ctx)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer connection.Close() // it was only read from
	// Most of the time would go into copying pages, which hold the moves too.
	if _, err := connection.ExecContext(ctx, "PRAGMA mmap_size = 2147418112"); err != nil {
		return nil, explain(s.path, err)
	}
	var first, last sql.NullInt64
	// This needs the index alone, and spares the other runs of the file.
	err = connection.QueryRowContext(ctx, "SELECT min(number), max(number) FROM games WHERE run = ?", run).Scan(
		&first, &last)
	if err != nil || !first.Valid {
		return nil, explain(s.path, err)
	}
	condition := ""
	if counting == SoundGames {
		condition = " AND fault = ''"
	}
	g := &grouping{numbers: map[string]int{}}
	number := groupings.open(g)
	defer groupings.close(number)
	var games int // + keeps SQLite from the index: rows in the order of the table are read faster
	err = connection.QueryRowContext(ctx, `SELECT count(`+groupFunction+`(?, opening, players, scores, turns))
		FROM `+s.games+` WHERE +run = ? AND number BETWEEN ? AND ?`+condition,
		number, run, first.Int64, last.Int64).Scan(&games)
	if err != nil {
		return nil, explain(s.path, err)
	}
	return g.groups(), nil
}

// groupFunction is the name of a function in SQL that hands a game to a grouping: pillars_group(number of the grouping,
// opening, players, scores, turns).
const groupFunction = "pillars_group"

func init() {
	sqlite.MustRegisterScalarFunction(groupFunction, 5,
		func(_ *sqlite.FunctionContext, row []driver.Value) (driver.Value, error) {
			return int64(1), groupings.take(row)
		})
}

var groupings groupingList

type groupingList struct {
	last atomic.Int64
	all  sync.Map
}

func (l *groupingList) open(g *grouping) int64 {
	number := l.last.Add(1)
	l.all.Store(number, g)
	return number
}

func (l *groupingList) close(number int64) { l.all.Delete(number) }

func (l *groupingList) take(row []driver.Value) error {
	number, _ := row[0].(int64)
	opening, ok1 := row[1].(int64)
	players, ok2 := row[2].(string)
	scores, ok3 := row[3].(string)
	turns, ok4 := row[4].(int64)
	g, ok5 := l.all.Load(number)
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 {
		return fmt.Errorf("%s: columns of types %T, %T, %T and %T", groupFunction, row[1], row[2], row[3], row[4])
	}
	return g.(*grouping).add(int(opening), players, scores, int(turns))
}

// grouping collects games. Lists of players and scores stand for themselves by their numbers: few are different.
type grouping struct {
	numbers map[string]int // of results, by players and scores as they are stored
	results []results.Game // without turns
	games   []groupedGame
}

// groupedGame is a game: its opening, its result by number, and how long it was.
type groupedGame struct{ opening, result, turns int }

// add takes the next game. A game by itself has an opening of its own, below 0.
func (g *grouping) add(opening int, players, scores string, turns int) error {
	number, known := g.numbers[players+scores]
	if !known {
		var result results.Game
		if err := json.Unmarshal([]byte(players), &result.Players); err != nil {
			return fmt.Errorf("players %s: %w", players, err)
		}
		if err := json.Unmarshal([]byte(scores), &result.Scores); err != nil {
			return fmt.Errorf("scores %s: %w", scores, err)
		}
		if len(result.Players) != len(result.Scores) {
			return fmt.Errorf("%d players and %d scores", len(result.Players), len(result.Scores))
		}
		number = len(g.results)
		g.results = append(g.results, result)
		g.numbers[players+scores] = number
	}
	if opening == 0 {
		opening = -1 - len(g.games)
	}
	g.games = append(g.games, groupedGame{opening, number, turns})
	return nil
}

// groups puts the games from each opening together, and equal openings. It changes the order of the games.
func (g *grouping) groups() []Group {
	slices.SortFunc(g.games, func(a, b groupedGame) int {
		if c := cmp.Compare(a.opening, b.opening); c != 0 {
			return c
		}
		return cmp.Compare(a.result, b.result)
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
			groups[number].Games[j].Turns += game.turns
		}
		key, start = key[:0], i+1
	}
	return groups
}
