package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/stats"
)

// coverage counts how often intervals hold the truth.
type coverage struct{ held, tried int }

func (c *coverage) add(e stats.Estimate, truth float64) {
	c.tried++
	if e.HasValue() && e.Low <= truth && truth <= e.High {
		c.held++
	}
}

// check allows for .01, and for more where fewer cases were tried than a thorough run does.
func (c *coverage) check(t *testing.T, what string, usual, thorough int) {
	t.Helper()
	slack := .01 * math.Sqrt(float64(thorough)/float64(enginetest.Count(usual, thorough)))
	if share := c.share(); math.Abs(share-.95) > slack {
		t.Errorf("%s: 95 %% intervals held the truth in %.2f %% of %d cases", what, 100*share, c.tried)
	}
}

// truth is a world to draw games from.
type truth struct {
	ratings   []float64
	advantage float64 // of the first seat, in Elo
	draws     float64 // rate at parity
	swing     float64 // an opening favours the first seat by so much more or less, in Elo
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

// roundRobin plays every two players against each other in pairs from openings drawn at random. As single games they
// name no pairs, and every game has an opening of its own.
func (w truth) roundRobin(t *testing.T, random *rand.Rand, pairs int, paired bool) *Results {
	t.Helper()
	var games []Duel
	number := 0
	opening := func() float64 { return w.swing * float64(2*random.IntN(2)-1) }
	for a := range w.ratings {
		for b := range a {
			for range pairs {
				g, h := Duel{First: a, Second: b}, Duel{First: b, Second: a}
				once, again := opening(), opening()
				if paired {
					number++
					g.Opening, h.Opening, again = number, number, once
				}
				g.Score = w.play(random, a, b, once)
				h.Score = w.play(random, b, a, again)
				games = append(games, g, h)
			}
		}
	}
	return tableOf(t, len(w.ratings), games)
}

func TestRatingIntervalsCover(t *testing.T) {
	world := truth{ratings: []float64{120, 30, -20, -130}, advantage: 60, draws: .25}
	random := rand.New(rand.NewPCG(1, 2))
	var ratings, advantage, draws, differences coverage
	for range enginetest.Count(800, 1500) {
		r := rate(t, world.roundRobin(t, random, 25, false), Options{})
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

// Openings that favour one seat by 400 Elo either way make the two games of a pair far from independent. Equal players
// keep the model true on average.
func TestRatingIntervalsCoverInPairs(t *testing.T) {
	world := truth{ratings: []float64{0, 0, 0}, swing: 400}
	random := rand.New(rand.NewPCG(3, 4))
	var ratings, advantage coverage
	for range enginetest.Count(1200, 2500) {
		r := rate(t, world.roundRobin(t, random, 40, true), Options{})
		for p := range world.ratings {
			ratings.add(r.Players[p].Estimate, 0)
		}
		advantage.add(r.Advantage, 0)
	}
	ratings.check(t, "ratings", 1200, 2500)
	advantage.check(t, "advantage of the first seat", 1200, 2500)
}
