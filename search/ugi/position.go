package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
)

// PositionWriter writes positions as lines. It keeps the last one, so that a game that continues is written by its new
// turns only. It belongs to one goroutine.
type PositionWriter struct {
	// Texts says that the other side may not know the start of the rules, so that every position is written as a text.
	Texts bool

	start  string
	steps  []engine.Step // that line holds
	at     engine.Position
	line   []byte
	turn   []string // texts of the unfinished turn's steps
	before string   // the next turn
}

// Line returns the position as a line, which is valid until the next call. A position within a turn is written without
// the moves that led to it.
func (w *PositionWriter) Line(h *engine.History) []byte {
	p := h.Position()
	if !p.Over() && !p.StartsTurn() {
		return []byte("position fen " + p.String())
	}
	steps, told := h.Steps(), len(w.steps)
	goesOn := w.at != nil && len(steps) >= told && slices.Equal(steps[:told], w.steps)
	if !goesOn || h.Start().String() != w.start {
		w.restart(h)
	}
	for _, step := range steps[len(w.steps):] {
		w.play(step)
	}
	return w.line
}

func (w *PositionWriter) restart(h *engine.History) {
	w.start, w.at = h.Start().String(), h.Start().Clone()
	w.steps, w.turn, w.before = w.steps[:0], nil, " moves "
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
	w.line = append(append(w.line, w.before...), engine.TurnText(w.turn)...)
	w.turn, w.before = w.turn[:0], " "
}

// PositionReader reads positions from lines. It keeps the last one, so that a game that continues costs only its new
// turns. It belongs to one goroutine.
type PositionReader struct {
	Game     engine.Game
	Settings engine.Settings

	start   string // the words of the last line before its turns
	turns   []string
	history *engine.History
}

// Read reads the words after position: "startpos" or "fen F", then perhaps "moves" and turns. The caller must not
// change the history, which the next call may play on. An error names the turn.
func (r *PositionReader) Read(rest string) (*engine.History, error) {
	words, turns := strings.Fields(rest), []string(nil)
	if moves := slices.Index(words, "moves"); moves >= 0 {
		words, turns = words[:moves], words[moves+1:]
	}
	h, err := r.play(words, turns)
	if err != nil {
		r.history = nil
		return nil, err
	}
	r.start, r.turns, r.history = strings.Join(words, " "), turns, h
	return h, nil
}

// play plays turns from a start, or from the last position if the line begins with the last line.
func (r *PositionReader) play(words, turns []string) (*engine.History, error) {
	h, played := r.history, len(r.turns)
	goesOn := h != nil && len(turns) >= played && slices.Equal(turns[:played], r.turns)
	if !goesOn || strings.Join(words, " ") != r.start {
		start, err := r.startOf(words)
		if err != nil {
			return nil, err
		}
		h, played = engine.NewHistory(start), 0
	}
	for i, text := range turns[played:] {
		if err := h.PlayTurn(text); err != nil {
			return nil, fmt.Errorf("position, turn %d: %w", played+i+1, err)
		}
	}
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
