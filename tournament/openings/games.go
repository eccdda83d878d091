package openings

import (
	"errors"
	"fmt"
	"io"

	"pillars/engine"
	"pillars/engine/pgn"
)

// readGames reads a book of games.
func (r *BookReport) readGames(file io.Reader, checker *bookChecker, turns int) error {
	for entry, err := range pgn.Games(file) {
		if err != nil {
			err = fmt.Errorf("%s: %w", r.source.Book, err)
			if _, unread := errors.AsType[*pgn.Fault](err); !unread {
				return err
			}
			r.count(Opening{}, err)
			continue
		}
		checker.lineName = func(line int) string {
			return fmt.Sprintf("%s: line %d: game %d", r.source.Book, line, entry.Number)
		}
		h, opening, err := playEntry(entry, checker.rules, turns)
		r.count(checker.take(entry.Line, h, opening, err))
	}
	return nil
}

// playEntry plays the first turns of a game, or all if turns is 0. If the game does not begin at the start of the rules,
// the opening is the position after them.
func playEntry(entry pgn.Entry, rules engine.Rules, turns int) (*engine.History, Opening, error) {
	start, played, err := entry.Begin(rules)
	if err != nil {
		return nil, Opening{}, err
	}
	if turns == 0 {
		turns = len(played)
	}
	h := engine.NewHistory(start)
	for i, turn := range played[:min(turns, len(played))] {
		if err := h.PlayTurn(turn); err != nil {
			return nil, Opening{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	switch {
	case len(played) == 0:
		return nil, Opening{}, errors.New("it has no turns")
	case start.String() != rules.Start().String():
		return h, Opening{Start: h.Position().String()}, nil
	}
	return h, Opening{Turns: engine.Turns(start, h.Steps())}, nil
}
