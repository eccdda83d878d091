package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// coverage counts how often intervals contain the truth.
type coverage struct{ held, tried int }

func (c *coverage) add(e stats.Estimate, truth float64) {
	c.tried++
	if e.HasValue() && e.Low <= truth && truth <= e.High {
		c.held++
	}
}

// check fails if the coverage is off by more than .01, or by more than chance explains if there are fewer cases than in
// a thorough run.
func (c *coverage) check(t *testing.T, what string, usual, thorough int) {
	t.Helper()
	slack := .01 * math.Sqrt(float64(thorough)/float64(enginetest.Count(usual, thorough)))
	near.Check(t, c.share(), .95, slack, what, ": the share of 95 % intervals that hold the truth, of ", c.tried)
}

// truth holds the true parameters from which games are drawn.
type truth struct {
	ratings   []float64
	advantage float64 // of the first seat, in Elo
	draws     float64 // rate at parity
}

// play draws a game of first against second from an opening that favours the first seat by so much.
func (w truth) play(random *rand.Rand, first, second int, opening float64) float64 {
	e := stats.ScoreOfElo(w.ratings[first] - w.ratings[second] + w.advantage + opening)
	x := stats.DrawProbability(e, w.draws)
	switch u := random.Float64(); {
	case u < x:
		return .5
	case u < x/2+e: // wins have the probability e - x/2
		return 1
	}
	return 0
}

// TestRatingIntervalsCover draws round robins in which every game has an opening of its own.
func TestRatingIntervalsCover(t *testing.T) {
	world := truth{ratings: []float64{120, 30, -20, -130}, advantage: 60, draws: .25}
	random := rand.New(rand.NewPCG(1, 2))
	var ratings, advantage, draws, differences coverage
	for range enginetest.Count(800, 1500) {
		table := newMatches(4)
		for game := range 300 {
			first, second := game%4, (game%4+1+game/4%3)%4
			g := match{First: first, Second: second, Score: world.play(random, first, second, 0)}
			table.add(0, g.game())
		}
		r := rate(t, table.table(), nil)
		for p, truth := range world.ratings {
			ratings.add(r.Players[p].Estimate, truth)
		}
		differences.add(r.Difference(0, 1), world.ratings[0]-world.ratings[1])
		differences.add(r.Difference(2, 3), world.ratings[2]-world.ratings[3])
		advantage.add(r.Advantage, world.advantage)
		draws.add(r.DrawRate, world.draws)
	}
	ratings.check(t, "ratings", 800, 1500)
	differences.check(t, "differences", 800, 1500)
	advantage.check(t, "advantage of the first seat", 800, 1500)
	draws.check(t, "draw rate", 800, 1500)
}
