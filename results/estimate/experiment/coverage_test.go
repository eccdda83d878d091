package experiment

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/results/estimate/stats"
)

// holds reports whether x lies in the interval, which may be open on either side.
func holds(e stats.Estimate, x float64) bool {
	switch e.Kind {
	case stats.Bracketed:
		return e.Low <= x && x <= e.High
	case stats.AtLeast:
		return e.Low <= x
	case stats.AtMost:
		return x <= e.High
	}
	return true
}

// draw returns a random score with the given mean. A share of the games is drawn.
func draw(random *rand.Rand, mean, draws float64) float64 {
	if draws = min(draws, 2*mean, 2-2*mean); random.Float64() < draws {
		return .5
	}
	if random.Float64() < (mean-draws/2)/(1-draws) {
		return 1
	}
	return 0
}

// TestLadderLimitsHoldAtAllTimes climbs many ladders, computes the limits repeatedly while games are played, and counts
// the ladders on which a limit ever excluded the truth. At the 95 % level, these may be one in twenty.
func TestLadderLimitsHoldAtAllTimes(t *testing.T) {
	const ladders, height, slope = 100, .2, .15
	worlds := []struct{ draws float64 }{{0}, {.4}}
	for _, world := range worlds {
		random := rand.New(rand.NewPCG(1, 2))
		missed := 0
		for range ladders {
			points := make([]LogitPoint, 4)
			excluded := false
			for games := 1; games <= 300 && !excluded; games++ {
				for rung := range points {
					mean := 1 / (1 + math.Exp(-height-slope*float64(rung)))
					points[rung].X, points[rung].Games = float64(rung), games
					points[rung].Points += draw(random, mean, world.draws)
				}
				if games%50 != 0 {
					continue
				}
				excluded = !holds(fit(t, points...).Slope(), slope)
			}
			if excluded {
				missed++
			}
		}
		t.Logf("draws %v: %d of %d ladders excluded the truth at some time", world.draws, missed, ladders)
		if missed > ladders/20 {
			t.Errorf("draws %v: %d of %d ladders excluded the truth at some time", world.draws, missed, ladders)
		}
	}
}
