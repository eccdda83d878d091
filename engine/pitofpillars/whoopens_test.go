package pitofpillars

import "testing"

// TestWhoCanOpen finds the player who opens the movement stage from the empty board if both play for that alone: the
// second player on boards of 4 x 4 to 6 x 6.
func TestWhoCanOpen(t *testing.T) {
	t.Parallel()
	for size := minSize; size <= 6; size++ {
		g := &geometries[size]
		if g.isolatorOpens(g.squares) {
			t.Errorf("size %d: the first player opens", size)
		}
		for first := g.squares; first != 0; first &= first - 1 {
			at := first.First() & 63
			if left := g.squares &^ (neighbours[at] | at.Bit()); !g.adjoinerOpens(left, neighbours[at]&g.squares) {
				t.Errorf("size %d: the first player opens after entering at %v", size, at)
			}
		}
	}
}
