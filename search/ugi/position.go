package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
)

// PositionLine returns the line that sets the position of a game: its start and the turns since, or the position alone
// within a turn. Set startUnknown if the other side may not know the start of the rules; a start is then written as a
// text.
func PositionLine(h *engine.History, startUnknown bool) string {
	if p := h.Position(); !p.Over() && !p.StartsTurn() {
		return "position fen " + p.String()
	}
	line, start := "position startpos", h.Start().String()
	if startUnknown || start != h.Start().Rules().Start().String() {
		line = "position fen " + start
	}
	if len(h.Steps()) > 0 {
		line += " moves " + engine.LineText(h.Start(), h.Steps())
	}
	return line
}

// PositionWriter writes the lines of games as PositionLine does. It keeps the last line, so that a game that continues
// costs only its new turns. It belongs to one goroutine.
type PositionWriter struct {
	StartUnknown bool // see PositionLine

	start string          // of the game of the last line, as text
	steps []engine.Step   // of the last line
	after engine.Position // the last line's position; nil before the first line
	line  string
}

// Line returns the line for a position of a game.
func (w *PositionWriter) Line(h *engine.History) string {
	steps, written, start := h.Steps(), len(w.steps), h.Start().String()
	switch p := h.Position(); {
	case !p.Over() && !p.StartsTurn():
		return PositionLine(h, w.StartUnknown)
	case written == 0 || len(steps) < written || start != w.start || !slices.Equal(steps[:written], w.steps):
		w.line = PositionLine(h, w.StartUnknown)
	case len(steps) > written:
		w.line += " " + engine.LineText(w.after, steps[written:])
	}
	w.start, w.steps, w.after = start, append(w.steps[:0], steps...), h.Position().Clone()
	return w.line
}

// PositionReader reads positions from lines. It keeps the last game, so that a line that continues the game costs only
// its new turns. It belongs to one goroutine.
type PositionReader struct {
	Game     engine.Game
	Settings engine.Settings

	start   []string        // words of the last line before its turns
	turns   []string        // of the last line
	history *engine.History // after the last line; nil if the line was wrong
}

// Read reads the words after position: "startpos" or "fen F", then perhaps "moves" and turns. The caller must not
// change the history, which the next call may play on. An error names the turn.
func (r *PositionReader) Read(rest string) (*engine.History, error) {
	start, turns := strings.Fields(rest), []string(nil)
	if moves := slices.Index(start, "moves"); moves >= 0 {
		start, turns = start[:moves], start[moves+1:]
	}
	h, played := r.history, len(r.turns)
	r.history = nil
	continues := h != nil && slices.Equal(start, r.start) && len(turns) >= played &&
		slices.Equal(turns[:played], r.turns)
	if !continues {
		first, err := r.startOf(start)
		if err != nil {
			return nil, err
		}
		h, played = engine.NewHistory(first), 0
	}
	for i, text := range turns[played:] {
		if err := h.PlayTurn(text); err != nil {
			return nil, fmt.Errorf("position, turn %d: %w", played+i+1, err)
		}
	}
	r.start, r.turns, r.history = start, turns, h
	return h, nil
}

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
