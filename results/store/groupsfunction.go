package store

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

// groupsFunction is the name of an aggregate function in SQL: pillars_groups(pair, players, scores, turns) is a JSON list of groups.
const groupsFunction = "pillars_groups"

func init() {
	sqlite.MustRegisterFunction(groupsFunction, &sqlite.FunctionImpl{
		NArgs:         4,
		Deterministic: true,
		MakeAggregate: func(sqlite.FunctionContext) (sqlite.AggregateFunction, error) { return newGrouping(), nil },
	})
}

// grouping is the aggregate function at work.
type grouping struct {
	lineups []lineup
	byText  map[string]int // the number of a lineup, by how it is stored
	byNames map[string]int // and by the names in it
	scores  [][]float64
	byScore map[string]int // the number of a list of scores, by how it is stored
	waiting map[waitingGame]waitingResult
	counts  map[groupKey]groupCount
}

// lineup is a list of players by seat.
type lineup struct {
	players []string
	swapped int // the number of the lineup with the seats swapped; -1 unless there are two different players
}

// waitingGame names a game of a pair whose other game has not come yet.
type waitingGame struct {
	pair   string
	lineup int
}

type waitingResult struct{ scores, turns int }

// groupKey is what the games of a group share: the lineup, the scores and those of the other game, all by number; -1 for games by themselves.
type groupKey struct{ lineup, scores, back int }

type groupCount struct{ count, turns int }

func newGrouping() *grouping {
	return &grouping{
		byText: map[string]int{}, byNames: map[string]int{}, byScore: map[string]int{},
		waiting: map[waitingGame]waitingResult{}, counts: map[groupKey]groupCount{},
	}
}

// Step takes the next game.
func (g *grouping) Step(_ *sqlite.FunctionContext, row []driver.Value) error {
	pair, ok1 := row[0].(string)
	players, ok2 := row[1].(string)
	scoresText, ok3 := row[2].(string)
	turns, ok4 := row[3].(int64)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return fmt.Errorf("%s: columns of types %T, %T, %T and %T", groupsFunction, row[0], row[1], row[2], row[3])
	}
	line, err := g.lineup(players)
	if err != nil {
		return err
	}
	scores, err := g.scoreList(scoresText, len(g.lineups[line].players))
	if err != nil {
		return err
	}
	result := waitingResult{scores, int(turns)}
	if pair == "" || g.lineups[line].swapped < 0 {
		g.single(line, result)
		return nil
	}
	g.match(waitingGame{pair, line}, result)
	return nil
}

// match makes a pair of the game and its other game, if that has come, or lets it wait.
func (g *grouping) match(game waitingGame, result waitingResult) {
	partner := waitingGame{game.pair, g.lineups[game.lineup].swapped}
	other, found := g.waiting[partner]
	if !found {
		if again, found := g.waiting[game]; found {
			g.single(game.lineup, again) // no pair has two games of one lineup
		}
		g.waiting[game] = result
		return
	}
	delete(g.waiting, partner)
	first, second, line := result, other, game.lineup
	if partner.lineup < line {
		first, second, line = other, result, partner.lineup
	}
	g.count(groupKey{line, first.scores, second.scores}, first.turns+second.turns)
}

func (g *grouping) single(line int, r waitingResult) { g.count(groupKey{line, r.scores, -1}, r.turns) }

func (g *grouping) count(key groupKey, turns int) {
	c := g.counts[key]
	g.counts[key] = groupCount{c.count + 1, c.turns + turns}
}

// lineup is the number of a lineup.
func (g *grouping) lineup(text string) (int, error) {
	if number, ok := g.byText[text]; ok {
		return number, nil
	}
	var players []string
	if err := json.Unmarshal([]byte(text), &players); err != nil {
		return 0, fmt.Errorf("players %s: %w", text, err)
	}
	number := g.named(players)
	g.byText[text] = number
	if len(players) == 2 && players[0] != players[1] {
		swapped := g.named([]string{players[1], players[0]})
		g.lineups[number].swapped, g.lineups[swapped].swapped = swapped, number
	}
	return number, nil
}

// named is the number of the lineup of some players.
func (g *grouping) named(players []string) int {
	names := strings.Join(players, "\x00")
	number, ok := g.byNames[names]
	if !ok {
		number = len(g.lineups)
		g.byNames[names] = number
		g.lineups = append(g.lineups, lineup{players, -1})
	}
	return number
}

// scoreList is the number of a list of scores.
func (g *grouping) scoreList(text string, seats int) (int, error) {
	number, ok := g.byScore[text]
	if !ok {
		var scores []float64
		if err := json.Unmarshal([]byte(text), &scores); err != nil {
			return 0, fmt.Errorf("scores %s: %w", text, err)
		}
		number = len(g.scores)
		g.scores = append(g.scores, scores)
		g.byScore[text] = number
	}
	if n := len(g.scores[number]); n != seats {
		return 0, fmt.Errorf("%d players and %d scores", seats, n)
	}
	return number, nil
}

// WindowValue is the result.
func (g *grouping) WindowValue(*sqlite.FunctionContext) (driver.Value, error) {
	for game, result := range g.waiting {
		g.single(game.lineup, result)
	}
	clear(g.waiting)
	groups := make([]Group, 0, len(g.counts))
	for key, c := range g.counts {
		group := Group{Players: g.lineups[key.lineup].players, Scores: g.scores[key.scores], Count: c.count, Turns: c.turns}
		if key.back >= 0 {
			group.Back = g.scores[key.back]
		}
		groups = append(groups, group)
	}
	text, err := json.Marshal(groups)
	return string(text), err
}

// WindowInverse is for windows that move, which this function does not serve.
func (g *grouping) WindowInverse(*sqlite.FunctionContext, []driver.Value) error {
	return fmt.Errorf("%s: no window function", groupsFunction)
}

// Final ends the use.
func (g *grouping) Final(*sqlite.FunctionContext) {}
