package utility

import (
	"math"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

// lasting is a position of a game that some seats have left, with their scores.
type lasting struct {
	engine.Position
	left map[engine.Seat]float64
}

func (l lasting) Settled(of engine.Seat) (score float64, settled bool) {
	score, settled = l.left[of]
	return score, settled
}

// listed is an evaluator that gives every seat a fixed worth.
type listed []int

func (l listed) Evaluate(_ engine.Position, seat engine.Seat) int { return l[seat] }

// TestSettledShares lets two of four seats leave: they keep their scores, and only the others are compared with each
// other.
func TestSettledShares(t *testing.T) {
	t.Parallel()
	p := lasting{left: map[engine.Seat]float64{0: 1.0 / 3, 2: 0}}
	ahead := 1 / (1 + math.Exp(-1)) // two seats of opposite worths 100 are a logit apart in what each expects
	want := Vector{1.0 / 3, 2.0/3 + ahead/3, 0, 2.0/3 + (1-ahead)/3}
	for flatten, worths := range map[float64]listed{1: {9000, 100, 500, -100}, 3: {-9000, 300, 0, -300}} {
		got := Evaluate(worths, p, 4, flatten)
		for seat := range got {
			near.Check(t, got[seat], want[seat], 1e-9, worths, " divided by ", flatten, ": seat ", seat)
		}
	}
}
