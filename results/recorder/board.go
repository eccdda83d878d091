package recorder

import (
	"slices"

	"pillars/engine"
	"pillars/results/metrics"
)

// note adds a turn that has been played to the game, and marks the one before it if this one undid it.
func (w *walk) note(turn metrics.Turn) {
	turns := w.game.Turns
	now, before := w.board, w.before.Diagram().Cells
	if last := len(turns) - 1; last >= 0 && turns[last].Seat != turn.Seat {
		turns[last].Undone = undone(w.earlier, before, now)
	}
	w.earlier = before
	w.game.Turns = append(turns, turn)
}

// see notes on which squares a step has changed what stands there.
func (w *walk) see(turn *metrics.Turn) {
	now := w.history.Position().Diagram().Cells
	for i := range now {
		if !slices.Equal(w.board[i].Pieces, now[i].Pieces) && !slices.Contains(turn.Squares, i) {
			turn.Squares = append(turn.Squares, i)
		}
	}
	w.board = now
}

// undone reports whether every square that changed between the first board and the second stands in the third as in the first, and any changed at
// all.
func undone(first, second, third []engine.Cell) bool {
	changed := false
	for i := range first {
		if equal(first[i], second[i]) {
			continue
		}
		if changed = true; !equal(first[i], third[i]) {
			return false
		}
	}
	return changed
}

func equal(a, b engine.Cell) bool {
	return a.Kind == b.Kind && a.North == b.North && a.East == b.East && slices.Equal(a.Pieces, b.Pieces)
}
