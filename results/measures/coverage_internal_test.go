package measures

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pillars/results/stats"
)

// trials are enough to tell a coverage of 95 % from one of 93 %: the standard error is half a point.
const trials = 2000

// holds checks how often an interval held the truth.
func holds(t *testing.T, what string, held int, low, high float64) {
	t.Helper()
	if share := float64(held) / trials; share < low || share > high {
		t.Errorf("the interval of %s holds in %v of the trials, not in %v to %v", what, share, low, high)
	}
}

// covers reports whether an interval holds x.
func covers(e stats.Estimate, x float64) bool { return e.Low <= x && x <= e.High }

// TestIntervalsHold draws pairs of games that are alike, as games from one opening are: the mean length, and the share of long turns, a ratio of
// sums with different weights. Counting games as independent of their pair would make the mean's interval hold in about 83 %.
func TestIntervalsHold(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	means, ratios := 0, 0
	for range trials {
		var lengths, shares parts
		for pair := range 15 {
			base := 20 + random.IntN(40)
			for range 2 {
				turns := base + random.IntN(7)
				lengths.add(strconv.Itoa(pair), float64(turns), 1)
				long := 0
				for range turns {
					long += number(random.Float64() < .3)
				}
				shares.add(strconv.Itoa(pair), float64(long), float64(turns))
			}
		}
		mean, _ := lengths.ratio()
		share, _ := shares.share()
		means += number(covers(mean, 20+19.5+3))
		ratios += number(covers(share, .3))
	}
	holds(t, "a mean", means, .93, .97)
	holds(t, "a ratio", ratios, .93, .97)
}

// TestQuantilesHold draws 25 independent lengths from 1 to 101, whose median is 51.
func TestQuantilesHold(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	held := 0
	for range trials {
		var values []float64
		for range 25 {
			values = append(values, float64(1+random.IntN(101)))
		}
		slices.Sort(values)
		e, _ := quantile(values, .5)
		held += number(covers(e, 51))
	}
	holds(t, "a median", held, .94, .99)
}

// TestJackknifeHolds takes a figure that is no mean: the exponential of the mean of 40 uniform numbers, whose truth is the square root of e.
func TestJackknifeHolds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	held := 0
	for range trials {
		games := make([]Game, 40)
		for i := range games {
			x := random.Float64()
			games[i].Promise = &x
		}
		e, _ := jackknife(games, func(games []Game) (float64, bool) {
			sum := 0.
			for _, g := range games {
				sum += *g.Promise
			}
			return math.Exp(sum / float64(len(games))), len(games) > 0
		})
		held += number(covers(e, math.Sqrt(math.E)))
	}
	holds(t, "a jackknife", held, .93, .97)
}

// TestScoresOfPairsHoldAtAllTimes draws pairs that their opening decides, for the same seat in both games, and looks after every pair. Counting
// games as independent of their pair would exclude the truth at some time in a quarter of the trials.
func TestScoresOfPairsHoldAtAllTimes(t *testing.T) {
	t.Parallel()
	const watched = 120
	random, missed := rand.New(rand.NewPCG(7, 8)), 0
	for range watched {
		var games []Game
		for pair := range 40 {
			var g Game
			g.Pair, g.Outcome.Scores[0] = strconv.Itoa(pair), float64(random.IntN(2))
			games = append(games, g, g)
			if !covers(meanOfPairs(games, func(g Game) float64 { return g.Outcome.Scores[0] }, .95), .5) {
				missed++
				break
			}
		}
	}
	if missed > watched/20 {
		t.Errorf("in %d of %d trials the truth was excluded at some time", missed, watched)
	}
}

// TestMediansOfClustersHold draws 25 pairs of games whose steps are alike: a base from 0 to 40, and up to 20 more at each of five steps; the median is 30.
// Taking steps for independent would make the interval hold in about three quarters of the trials. Whole ranks make it a little wide.
func TestMediansOfClustersHold(t *testing.T) {
	t.Parallel()
	random, held := rand.New(rand.NewPCG(9, 10)), 0
	for range trials {
		var games []Game
		for pair := range 25 {
			g, base := Game{Pair: strconv.Itoa(pair)}, random.IntN(41)
			for range 5 {
				g.Turns = append(g.Turns, Turn{Steps: []Step{{Legal: base + random.IntN(21)}}})
			}
			games = append(games, g)
		}
		found := rangeOf(Game.legalSteps)(Sample{Games: games})
		held += number(covers(found[1].Estimate, 30))
	}
	holds(t, "a median of clusters", held, .93, .985)
}
