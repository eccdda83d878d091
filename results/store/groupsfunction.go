package store

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"modernc.org/sqlite"

	"pillars/tournament"
)

// groupsFunction is the name of an aggregate function in SQL: pillars_groups(pair, players, scores, turns) is a groupList in JSON.
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
	lineups  [][]string     // players by seat
	byText   map[string]int // the number of a lineup, by how it is stored
	scores   [][]float64
	byScore  map[string]int // the number of a list of scores, by how it is stored
	openings map[string]int // the number of an opening, by its name
	games    []groupedGame
}

func newGrouping() *grouping {
	return &grouping{byText: map[string]int{}, byScore: map[string]int{}, openings: map[string]int{}}
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
	scores, err := g.scoreList(scoresText, len(g.lineups[line]))
	if err != nil {
		return err
	}
	g.games = append(g.games, groupedGame{g.opening(pair), line, scores, int(turns)})
	return nil
}

// opening is the number of the opening of a pair; a game by itself has one of its own, below 0.
func (g *grouping) opening(pair string) int {
	if pair == "" {
		return -1 - len(g.games)
	}
	name := tournament.OpeningOf(pair)
	number, ok := g.openings[name]
	if !ok {
		number = len(g.openings)
		g.openings[name] = number
	}
	return number
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
	number := len(g.lineups)
	g.lineups = append(g.lineups, players)
	g.byText[text] = number
	return number, nil
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
	text, err := json.Marshal(groupList{Lineups: g.lineups, Scores: g.scores, Groups: groupsOf(g.games)})
	return string(text), err
}

// WindowInverse is for windows that move, which this function does not serve.
func (g *grouping) WindowInverse(*sqlite.FunctionContext, []driver.Value) error {
	return fmt.Errorf("%s: no window function", groupsFunction)
}

// Final ends the use.
func (g *grouping) Final(*sqlite.FunctionContext) {}
