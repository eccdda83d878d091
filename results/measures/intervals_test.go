package measures_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"pillars/results/measures"
	"pillars/results/stats"
)

// drawn is a sample of pairs of games whose lengths depend on their pair: the games of a pair are alike.
func drawn(random *rand.Rand, pairs int) (games []measures.Game) {
	for pair := range pairs {
		base := 20 + random.IntN(40)
		for range 2 {
			games = append(games, simple(fmt.Sprint(pair), base+random.IntN(7)))
		}
	}
	return games
}

// TestIntervalsHold simulates samples of games whose true mean and median are known, and counts how often the intervals hold them: 95 % of the
// time, in so few trials at least 90 %. Games counted as independent of their pair would hold in about 83 %.
func TestIntervalsHold(t *testing.T) {
	t.Parallel()
	const trials, truth = 300, 20 + 19.5 + 3
	random := rand.New(rand.NewPCG(1, 2))
	means := 0
	for range trials {
		e := measured(measures.Sample{Rules: twoSeats(), Games: drawn(random, 15)})["turns/mean"].Estimate
		if e.Low <= truth && truth <= e.High {
			means++
		}
	}
	if share := float64(means) / trials; share < .92 || share > .98 {
		t.Errorf("the mean's interval holds in %v of the trials", share)
	}
}

// TestQuantilesHold draws independent lengths from 1 to 101, whose median is 51.
func TestQuantilesHold(t *testing.T) {
	t.Parallel()
	const trials = 400
	random := rand.New(rand.NewPCG(3, 4))
	held := 0
	for range trials {
		var games []measures.Game
		for range 25 {
			games = append(games, simple("", 1+random.IntN(101)))
		}
		if e := measured(measures.Sample{Rules: twoSeats(), Games: games})["turns/median"].Estimate; e.Low <= 51 && 51 <= e.High {
			held++
		}
	}
	if share := float64(held) / trials; share < .93 {
		t.Errorf("the median's interval holds in %v of the trials", share)
	}
}

// TestMeasuresAreFunctionsOfGames draws odd samples: all figures are finite and in order, shares lie between 0 and 1, the order of the games does
// not matter, and games twice over give the same values.
func TestMeasuresAreFunctionsOfGames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := full()
		s.Games = rapid.SliceOfN(rapid.Custom(oddGame), 0, 12).Draw(rt, "games")
		once := measured(s)
		for _, m := range once {
			checkFinite(t, m)
			if e := m.Estimate; m.Unit == measures.Share && e.HasValue() && (e.Value < 0 || e.Value > 1 || e.Low < 0 || e.High > 1+1e-12) {
				rt.Fatalf("%s is %v", m.ID(), e)
			}
		}
		for i, j := 0, len(s.Games)-1; i < j; i, j = i+1, j-1 {
			s.Games[i], s.Games[j] = s.Games[j], s.Games[i]
		}
		for id, m := range measured(s) {
			if a, b := m.Estimate.Value, once[id].Estimate.Value; math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
				rt.Fatalf("%s is %v, and %v with the games in another order", id, b, a)
			}
		}
	})
}

// oddGame is any game at all.
func oddGame(t *rapid.T) measures.Game {
	g := simple(rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "pair"), rapid.IntRange(0, 9).Draw(t, "turns"))
	g.Ending = measures.Ending(rapid.IntRange(0, 3).Draw(t, "ending"))
	g.Outcome = won(0)
	if g.Ending != measures.Won {
		g.Outcome.Scores = [4]float64{.5, .5}
	}
	g.Start = []int{1, 0}
	for i := range g.Turns {
		turn := &g.Turns[i]
		turn.Given, turn.SetUp = rapid.Bool().Draw(t, "given") && i < 2, i == 0
		turn.Key, turn.Canonical = rapid.Uint64Range(0, 5).Draw(t, "key"), rapid.Uint64Range(0, 5).Draw(t, "canonical")
		turn.Wholes, turn.Quantities = rapid.IntRange(0, 3).Draw(t, "wholes"), []int{i, 1}
		turn.Steps[0].Legal = rapid.IntRange(1, 3).Draw(t, "legal")
		if rapid.Bool().Draw(t, "seen") {
			x := rapid.Float64Range(0, 1).Draw(t, "expectation")
			turn.Expectation = []float64{x, 1 - x}
		}
	}
	return g
}

// TestAlong has no interval where a single game is left.
func TestAlong(t *testing.T) {
	t.Parallel()
	points := measures.StepsAlong([]measures.Game{simple("", 2), simple("", 3)})
	if len(points) != 3 || points[2].Turn != 3 || points[2].Games != 1 || points[2].Estimate.Kind != stats.Fixed || points[0].Estimate.Value != 3 {
		t.Errorf("%+v", points)
	}
	if points := measures.StepsAlong(nil); len(points) != 0 {
		t.Errorf("no games have %v", points)
	}
}
