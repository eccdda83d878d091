//go:build !race

package stats

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

// mixedWorld describes games of three or four seats between two players in all mixed seatings, with orders of finish by
// the model of Plackett and Luce. Openings are of several kinds, which are equally frequent.
type mixedWorld struct {
	seats int
	worth [][]float64 // of each seat in logits, by kind of opening
	draws float64     // the share of games in which the first two places are tied
}

// opening returns the probability of each outcome of an opening, given the difference in Elo. For a given kind of
// opening, its games are independent.
func (w mixedWorld) opening(elo float64) []float64 {
	all := make([]float64, len(NewOpenings(w.seats)))
	for _, worth := range w.worth {
		sum := []float64{1}
		for first := 1; first < 1<<w.seats-1; first++ { // the seats of the first player, as bits
			game, next := w.game(first, worth, elo), make([]float64, len(sum)+2*w.seats*w.seats)
			for i, x := range sum {
				for j, y := range game {
					next[i+j] += x * y
				}
			}
			sum = next
		}
		for i := range all {
			all[i] += sum[i] / float64(len(w.worth))
		}
	}
	return all
}

// game returns the probability of each number of halves of comparisons that the first player wins in a game.
func (w mixedWorld) game(first int, worth []float64, elo float64) []float64 {
	chances := make([]float64, 1+2*w.seats*w.seats)
	for _, order := range combin.Permutations(w.seats, w.seats) {
		chance, left := 1., 0.
		strength := func(seat int) float64 {
			return math.Exp(worth[seat] + float64(first>>seat&1)*elo*math.Ln10/400)
		}
		for i := len(order) - 1; i >= 0; i-- {
			left += strength(order[i])
			chance *= strength(order[i]) / left
		}
		won := 0
		for i, a := range order {
			for _, b := range order[i+1:] {
				won += 2 * (first >> a & 1) * (1 - first>>b&1)
			}
		}
		tied := won
		switch first>>order[0]&1 - first>>order[1]&1 {
		case 1:
			tied--
		case -1:
			tied++
		}
		chances[won] += (1 - w.draws) * chance
		chances[tied] += w.draws * chance
	}
	return chances
}

// mixedShown returns the difference that openings show between two players, in the unit of a model.
func mixedShown(w mixedWorld, opening []float64, m Model) float64 {
	_, s, v := moments(opening)
	if m == Logistic {
		elo, _ := EloOfScore(s)
		return elo
	}
	return perNormalized * (s - .5) / math.Sqrt(NewOpenings(w.seats).gamesEach()*v)
}

// TestMixedTestsKeepTheirPromises simulates tests of three and four seats. Openings favour some seats by up to a logit
// or, in a world with many ties, by up to three. Each error occurs in at most 5.5 % of tests.
func TestMixedTestsKeepTheirPromises(t *testing.T) {
	three := mixedWorld{3, [][]float64{{1, 0, 0}, {1, .5, 0}, {0, 1, 0}}, .1}
	four := mixedWorld{4, [][]float64{{1, 0, 0, 0}, {1, 0, .5, 1}, {0, 1, 0, 0}}, .1}
	uneven, even := mixedWorld{3, [][]float64{{3, 0, 0}, {0, 2, 0}}, .3}, mixedWorld{4, [][]float64{{0, 0, 0, 0}}, 0}
	tests := enginetest.Count(1500, 4000)
	slack := math.Sqrt(4000 / float64(tests))
	for i, c := range []struct {
		world mixedWorld
		test  SPRT
	}{
		{three, SPRT{0, 40, .05, .05, Normalized}}, {three, SPRT{0, 40, .05, .05, Logistic}},
		{uneven, SPRT{0, 60, .05, .05, Normalized}}, {four, SPRT{-15, 15, .05, .05, Normalized}},
		{four, SPRT{0, 15, .05, .05, Logistic}}, {even, SPRT{0, 60, .05, .05, Logistic}},
	} {
		for _, difference := range []float64{c.test.Elo0, c.test.Elo1} {
			t.Run(fmt.Sprintf("%d: %v,%v", i, c.test.Model, difference), func(t *testing.T) {
				t.Parallel()
				chances := c.world.opening(Bisect(-widest, widest, func(elo float64) float64 {
					return mixedShown(c.world, c.world.opening(elo), c.test.Model) - difference
				}))
				truth := mixedShown(c.world, chances, Logistic)
				o := simulation{test: c.test, tests: tests}.on(t, chances, c.world.seats, truth)
				t.Logf("%d seats, %v: %+v", c.world.seats, c.test, o)
				wrong := o.accepted
				if difference == c.test.Elo1 {
					wrong = 1 - wrong
				}
				if wrong > .05+.005*slack {
					t.Errorf("%.2f %% of tests err", 100*wrong)
				}
				near.Check(t, o.low, .5, .1*slack, "estimates below the truth")
				if o.covered < .95-.015*slack {
					t.Errorf("intervals hold the truth in %.1f %%", 100*o.covered)
				}
			})
		}
	}
}
