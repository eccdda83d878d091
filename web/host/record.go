package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/pgn"
)

// A saveQuestion asks for a game as PGN.
type saveQuestion struct {
	State
	Players  []string `json:"players,omitempty"`  // names by seat
	Resigned *int     `json:"resigned,omitempty"` // the seat that resigned, from 0
	Date     string   `json:"date,omitempty"`     // date of the game, such as 2026.11.22

	Tree []pgn.Node `json:"tree,omitempty"` // the turns with variations and comments; the turns of the state come first
}

// save answers "save": the game as PGN. A seat that resigned loses if there are two seats and the game is not over.
func save(q saveQuestion) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	seats := h.Position().Rules().Seats()
	if len(q.Players) != seats {
		return nil, fmt.Errorf("%d names for %d seats", len(q.Players), seats)
	}
	if q.Resigned != nil && (*q.Resigned < 0 || *q.Resigned >= seats) {
		return nil, wrong("resigned")
	}
	record := engine.NewRecord(h, q.Players)
	if q.Resigned != nil && seats == 2 && !record.Outcome.Over() {
		record.Outcome = engine.Win(engine.Seat(1-*q.Resigned), "resignation")
	}
	if q.Date != "" {
		record.Tags = append(record.Tags, engine.Tag{Name: "Date", Value: q.Date})
	}
	var b strings.Builder
	if err := pgn.WriteTree(&b, record, q.Tree); err != nil {
		return nil, err
	}
	return map[string]string{"pgn": b.String()}, nil
}

type loadedGame struct {
	State
	Players []string `json:"players"`
	Result  string   `json:"result"`
	Ended   string   `json:"ended,omitempty"` // the reason for the result if the rules did not end the game
	Notes   []string `json:"notes,omitempty"` // what was read with a guess, or left out
	Fault   string   `json:"fault,omitempty"` // why the game cannot be loaded; the other fields are then empty

	Tree []pgn.Node `json:"tree,omitempty"` // if there are variations, comments or marks
}

const maxGames = 1000 // largest number of games in a PGN text

// A loadQuestion asks for the games of a PGN text. A text without tags is a list of turns, to be played from the start
// of the state; the turns of the state are ignored.
type loadQuestion struct {
	State
	PGN string `json:"pgn"`
}

// load returns the games of a PGN text. A game that cannot be loaded has only its fault. If all have faults, load
// returns an error.
func load(ctx context.Context, q loadQuestion) (any, error) {
	hasTags := strings.Contains(q.PGN, "[")
	if !hasTags && q.Game != "" && strings.TrimSpace(q.PGN) != "" {
		return loadTurns(q)
	}
	var all []loadedGame
	var fault error // fault of the first game that cannot be loaded
	loaded := 0
	for entry, err := range pgn.Trees(strings.NewReader(q.PGN)) {
		var unread *pgn.Fault
		if ended := ctx.Err(); ended != nil || err != nil && !errors.As(err, &unread) {
			return nil, cmp.Or(ended, err)
		}
		if len(all) == maxGames {
			return nil, fmt.Errorf("the text holds more than %d games; load fewer at once", maxGames)
		}
		var game loadedGame
		if err == nil {
			game, err = loadEntry(entry)
		}
		if err != nil {
			game = loadedGame{Fault: err.Error()}
			fault = cmp.Or(fault, err)
		} else {
			loaded++
		}
		all = append(all, game)
	}
	switch {
	case len(all) == 0:
		return nil, errors.New("there is no game in the text; a game in PGN begins with tags such as [Game \"pit\"]")
	case loaded == 0:
		return nil, fault
	}
	return all, nil
}

// loadTurns returns the game of a text without tags, see loadQuestion.
func loadTurns(q loadQuestion) (any, error) {
	game := loadedGame{State: q.State, Result: "*"}
	for entry, err := range pgn.Trees(strings.NewReader("[Event \"?\"] " + q.PGN)) { // one tag begins a single game
		if err = cmp.Or(err, checkTurns(entry)); err != nil {
			return nil, err
		}
		if len(entry.Faults) > 0 {
			return nil, entry.Faults[0]
		}
		start, err := game.First()
		if err != nil {
			return nil, err
		}
		game.Turns, game.Steps = pgn.Turns(start, entry.Turns), nil
		game.Result = cmp.Or(entry.Result, "*")
		game.plant(start, entry)
	}
	h, err := game.history()
	if err != nil {
		return nil, err
	}
	game.Players = make([]string, h.Position().Rules().Seats())
	return []loadedGame{game}, nil
}

func checkTurns(entry pgn.Entry) error {
	if len(entry.Turns) > maxTurns {
		return fmt.Errorf("the game that begins on line %d has more than %d turns", entry.Line, maxTurns)
	}
	return nil
}

func loadEntry(entry pgn.Entry) (loadedGame, error) {
	if err := checkTurns(entry); err != nil {
		return loadedGame{}, err
	}
	h, record, err := entry.Replay(games.Find)
	if err != nil {
		return loadedGame{}, err
	}
	rules := h.Start().Rules()
	game := loadedGame{State: State{Game: record.Game, Options: rules.Settings().Values(), Turns: record.Turns},
		Players: record.Players, Result: entry.Result}
	game.plant(h.Start(), entry)
	if start := h.Start().String(); start != rules.Start().String() {
		game.Start = start
	}
	if !h.Outcome().Over() && record.Outcome.Over() { // the record, but not the rules, ends the game
		game.Ended = string(record.Outcome.Reason)
	}
	return game, nil
}

const maxTree = 4 * maxTurns // turns of a game with its variations

// plant adds the tree of an entry to the game, without turns that are not legal, and the notes of the entry.
func (g *loadedGame) plant(start engine.Position, entry pgn.Entry) {
	if len(entry.Tree) > maxTree {
		entry.Tree = nil
	}
	g.Notes = entry.Notes()
	if entry.Tree == nil {
		return
	}
	var turns []string
	for _, node := range entry.Tree[1:] {
		turns = append(turns, node.Turn)
	}
	after := []engine.Position{start} // by given node, the position after it; nil if its turn is not legal
	kept, lost := []int{0}, 0         // by given node, its index in g.Tree; number of nodes that are left out
	g.Tree = entry.Tree[:1:1]
	for i, turn := range pgn.Turns(start, turns) {
		node := entry.Tree[i+1]
		before, at := after[node.After], kept[node.After]
		after, kept = append(after, nil), append(kept, len(g.Tree))
		if before != nil {
			if steps, err := engine.ParseTurn(before, turn); err == nil {
				after[i+1] = engine.After(before, steps)
				node.Turn, node.After = turn, at
				g.Tree = append(g.Tree, node)
				continue
			}
		}
		lost++
	}
	if lost > 0 {
		g.Notes = append(g.Notes,
			fmt.Sprintf("left out: %d turns of variations that are not legal, or follow such a turn", lost))
	}
}
