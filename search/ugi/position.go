package ugi

import (
	"slices"

	"pillars/engine"
)

// PositionWriter writes position lines. It remembers the last one, so that a game that goes on costs only its new turns. It belongs to one goroutine.
type PositionWriter struct {
	// Texts says that the other side may not know the rules' start, so that every position is written out.
	Texts bool

	start  string
	steps  []engine.Step // that line holds
	at     engine.Position
	line   []byte
	turn   []string // texts of the unfinished turn's steps
	hasAny bool     // the line holds turns
}

// Line is the line that tells the game in h, valid until the next call. The protocol knows turns only: a game that stands within a turn is told as
// the position it has reached, without its past.
func (w *PositionWriter) Line(h *engine.History) []byte {
	p := h.Position()
	if !p.Over() && !p.StartsTurn() {
		return []byte("position fen " + p.String())
	}
	if !w.continues(h) {
		w.restart(h)
	}
	for _, step := range h.Steps()[len(w.steps):] {
		w.play(step)
	}
	return w.line
}

// continues reports whether the line written last tells the beginning of h.
func (w *PositionWriter) continues(h *engine.History) bool {
	steps := h.Steps()
	return w.at != nil && len(steps) >= len(w.steps) && slices.Equal(steps[:len(w.steps)], w.steps) && h.Start().String() == w.start
}

func (w *PositionWriter) restart(h *engine.History) {
	w.start, w.at = h.Start().String(), h.Start().Clone()
	w.steps, w.turn, w.hasAny = w.steps[:0], nil, false
	if !w.Texts && w.start == h.Start().Rules().Start().String() {
		w.line = append(w.line[:0], "position startpos"...)
		return
	}
	w.line = append(append(w.line[:0], "position fen "...), w.start...)
}

func (w *PositionWriter) play(step engine.Step) {
	w.steps = append(w.steps, step)
	w.turn = append(w.turn, w.at.StepText(step))
	w.at.Play(step)
	if !w.at.Over() && !w.at.StartsTurn() {
		return
	}
	if !w.hasAny {
		w.line, w.hasAny = append(w.line, " moves"...), true
	}
	w.line = append(append(w.line, ' '), engine.TurnText(w.turn)...)
	w.turn = w.turn[:0]
}
