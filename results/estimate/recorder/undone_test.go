package recorder

import (
	"testing"

	"pillars/engine"
)

// board returns a row of squares, each with a number of men.
func board(men ...int) (cells []engine.Cell) {
	for _, n := range men {
		cells = append(cells, engine.Cell{Kind: engine.Square, Pieces: make([]engine.Piece, n)})
	}
	return cells
}

// TestUndone checks that a turn is undone if everything that it changed is as before, even if other squares have
// changed.
func TestUndone(t *testing.T) {
	t.Parallel()
	walled := board(1, 1, 0)
	walled[0].East = true
	for _, c := range []struct {
		first, second, third []engine.Cell
		want                 bool
	}{
		{board(1, 0, 0), board(0, 1, 0), board(1, 0, 0), true},
		{board(1, 0, 0), board(0, 1, 0), board(1, 0, 5), true},
		{board(1, 0, 0), board(0, 1, 0), board(0, 0, 1), false},
		{board(1, 0, 0), board(1, 0, 0), board(1, 0, 0), false}, // a pass changes nothing
		{board(1, 1, 0), walled, board(1, 1, 0), true},
		{board(1, 1, 0), walled, walled, false},
	} {
		if got := undone(c.first, c.second, c.third); got != c.want {
			t.Errorf("%v, %v, %v: undone is %t", c.first, c.second, c.third, got)
		}
	}
}
