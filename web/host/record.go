package host

import (
	"errors"
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/engine/pgn"
	"pillars/search/suite"
)

// saved is a game to write as PGN.
type saved struct {
	State
	Players  []string `json:"players,omitempty"` // by seat
	Resigned *int     `json:"resigned,omitempty"`
	Date     string   `json:"date,omitempty"` // 2026.11.22
}

func save(q saved) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	seats := h.Position().Rules().Seats()
	if len(q.Players) != seats {
		return nil, fmt.Errorf("%d names for %d seats", len(q.Players), seats)
	}
	record := engine.NewRecord(h, q.Players)
	if q.Resigned != nil && seats == 2 && !record.Outcome.Over() && *q.Resigned >= 0 && *q.Resigned < 2 {
		record.Outcome = engine.Win(engine.Seat(1-*q.Resigned), "resignation")
	}
	if q.Date != "" {
		record.Tags = append(record.Tags, engine.Tag{Name: "Date", Value: q.Date})
	}
	var b strings.Builder
	if err := pgn.Write(&b, record); err != nil {
		return nil, err
	}
	return map[string]string{"pgn": b.String()}, nil
}

// loaded is a game of a PGN text.
type loaded struct {
	State
	Players []string `json:"players"`
	Result  string   `json:"result"`
	Ended   string   `json:"ended,omitempty"` // why, if not by the rules
}

// maxGames bounds the games that one text may hold.
const maxGames = 1000

func load(q struct {
	PGN string `json:"pgn"`
}) (any, error) {
	var all []loaded
	for entry, err := range pgn.Games(strings.NewReader(q.PGN)) {
		if err != nil {
			return nil, err
		}
		one, err := loadEntry(entry)
		if err != nil {
			return nil, err
		}
		if all = append(all, one); len(all) > maxGames {
			return nil, fmt.Errorf("the text holds more than %d games", maxGames)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("there is no game in the text; a game in PGN begins with tags such as [Game \"pit\"]")
	}
	return all, nil
}

func loadEntry(entry pgn.Entry) (loaded, error) {
	h, record, err := entry.Replay(findGame)
	if err != nil {
		return loaded{}, err
	}
	one := loaded{State: State{Game: record.Game, Options: h.Start().Rules().Settings().Values(), Turns: record.Turns},
		Players: record.Players, Result: entry.Result}
	rules := h.Start().Rules()
	if start := h.Start().String(); start != rules.Start().String() {
		one.Start = start
	}
	if !h.Outcome().Over() && record.Outcome.Over() {
		one.Ended = string(record.Outcome.Reason)
	}
	return one, nil
}

// puzzle is a position of the suite to solve.
type puzzle struct {
	ID    string `json:"id"`
	Words string `json:"words"`
	State
}

func puzzles(q struct {
	Game string `json:"game"`
}) (any, error) {
	problems, err := suite.Default()
	if err != nil {
		return nil, err
	}
	all := []puzzle{}
	for _, problem := range suite.OfGame(problems, q.Game) {
		p, err := problem.Load()
		if err != nil {
			return nil, err
		}
		all = append(all, puzzle{ID: problem.ID, Words: problem.Kind.Words(), State: State{Game: q.Game,
			Start: problem.Position, Options: p.Rules().Settings().Values()}})
	}
	return all, nil
}

// solve says whether a turn solves a puzzle. The suite lists all turns that do, each proven.
func solve(q struct {
	ID   string `json:"id"`
	Turn string `json:"turn"`
}) (any, error) {
	problems, err := suite.Default()
	if err != nil {
		return nil, err
	}
	for _, problem := range problems {
		if problem.ID == q.ID {
			return map[string]any{"solved": problem.Solves(q.Turn), "turns": problem.Turns,
				"comment": problem.Comment()}, nil
		}
	}
	return nil, fmt.Errorf("there is no puzzle %q", q.ID)
}
