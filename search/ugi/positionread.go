package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
)

// PositionReader reads position lines in one game. It remembers the last one, so that a game that goes on costs only its new turns. It belongs to one
// goroutine.
type PositionReader struct {
	Game     engine.Game
	Settings engine.Settings

	start   string // the words of the last line before its turns
	turns   []string
	history *engine.History
}

// Read reads the words after position: "startpos" or "fen F", then perhaps "moves" and turns. The caller must not change the history, which the next
// call may play on. An error names the turn.
func (r *PositionReader) Read(rest string) (*engine.History, error) {
	words, turns := strings.Fields(rest), []string(nil)
	if moves := slices.Index(words, "moves"); moves >= 0 {
		words, turns = words[:moves], words[moves+1:]
	}
	h, err := r.read(words, turns)
	if err != nil {
		r.history = nil
		return nil, err
	}
	r.start, r.turns, r.history = strings.Join(words, " "), turns, h
	return h, nil
}

// read plays turns from a start, or from where the last line left off if it has the same beginning.
func (r *PositionReader) read(words, turns []string) (*engine.History, error) {
	h, played := r.history, len(r.turns)
	if !r.continues(words, turns) {
		start, err := r.startOf(words)
		if err != nil {
			return nil, err
		}
		h, played = engine.NewHistory(start), 0
	}
	for i, text := range turns[played:] {
		if err := PlayTurn(h, text); err != nil {
			return nil, fmt.Errorf("position, turn %d: %w", played+i+1, err)
		}
	}
	return h, nil
}

func (r *PositionReader) continues(words, turns []string) bool {
	return r.history != nil && len(turns) >= len(r.turns) && slices.Equal(turns[:len(r.turns)], r.turns) && strings.Join(words, " ") == r.start
}

// startOf is the position that the words before the turns name.
func (r *PositionReader) startOf(words []string) (engine.Position, error) {
	switch {
	case len(words) == 1 && words[0] == "startpos":
		rules, err := r.Game.New(r.Settings)
		if err != nil {
			return nil, fmt.Errorf("position startpos: %w", err)
		}
		return rules.Start(), nil
	case len(words) > 1 && words[0] == "fen":
		p, err := r.Game.Read(strings.Join(words[1:], " "), r.Settings)
		if err != nil {
			return nil, fmt.Errorf("position fen: %w", err)
		}
		return p, nil
	}
	return nil, errors.New("position: want startpos or fen F, then moves and the turns")
}

// PlayTurn plays the turn of that text.
func PlayTurn(h *engine.History, text string) error {
	if h.Outcome().Over() {
		return fmt.Errorf("%q: the game is over (%s)", text, h.Outcome().Reason)
	}
	steps, err := engine.ParseTurn(h.Position(), text)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if err := h.Play(step); err != nil {
			return err
		}
	}
	return nil
}
