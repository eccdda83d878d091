package utility

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

// TestOf checks for random worths the properties of a table of places: the mean, the bounds, the order, the largest sum
// of two.
func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, engine.MaxSeats).Draw(t, "seats")
		worths := make(listed, seats)
		for s := range worths {
			worths[s] = rapid.IntRange(-20000, 20000).Draw(t, "worth")
		}
		got := Evaluate(worths, lasting{}, seats, 1)
		sum := 0.0
		for a := range seats {
			sum += got[a]
			if !(0 <= got[a] && got[a] <= 1) {
				t.Fatalf("share %v of worths %v", got[a], worths)
			}
			for b := range seats {
				if worths[a] > worths[b] && got[a] < got[b]-1e-12 {
					t.Fatalf("shares %v do not follow worths %v", got, worths)
				}
				if a != b && got[a]+got[b] > MostOfTwo(seats)+1e-12 {
					t.Fatalf("shares %v of seats %d and %d are more than first and second place", got, a, b)
				}
			}
		}
		near.Check(t, sum, float64(seats)/2, 1e-9, "the sum of ", got)
	})
}

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
