package metrics

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/estimate/stats"
)

// trials is large enough to distinguish a coverage of 95 % from one of 93 %: the standard error is 0.7 points, and half
// a point in a thorough run.
var trials = enginetest.Count(1000, 2000)

// holds checks how often an interval contained the truth.
func holds(t *testing.T, what string, held int, low, high float64) {
	t.Helper()
	if share := float64(held) / float64(trials); !(low <= share && share <= high) {
		t.Errorf("the interval of %s holds in %v of the trials, not in %v to %v", what, share, low, high)
	}
}

// covers reports whether an interval contains x.
func covers(e stats.Estimate, x float64) bool { return e.Low <= x && x <= e.High }

// TestIntervalsHold draws pairs of games that resemble each other, as games from one opening do. It checks the
// intervals of the mean length, and of the share of long turns, a ratio of sums with different weights. If games
// counted as independent of their opening, the interval of the mean would cover the truth in about 83 %.
func TestIntervalsHold(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	means, ratios := 0, 0
	for range trials {
		var lengths, shares parts
		for range 15 {
			base := 20 + random.IntN(40)
			length, longs := part{count: 1}, part{count: 1}
			for range 2 {
				turns := base + random.IntN(7)
				length.sum, length.weight = length.sum+float64(turns), length.weight+1
				long := 0
				for range turns {
					long += countOf(random.Float64() < .3)
				}
				longs.sum, longs.weight = longs.sum+float64(long), longs.weight+float64(turns)
			}
			lengths.all, shares.all = append(lengths.all, length), append(shares.all, longs)
		}
		mean, _ := lengths.ratio()
		share, _ := shares.share()
		means += countOf(covers(mean, 20+19.5+3))
		ratios += countOf(covers(share, .3))
	}
	holds(t, "a mean", means, .93, .97)
	holds(t, "a ratio", ratios, .93, .97)
}

// TestQuantilesHold draws 25 independent lengths from 1 to 101, whose median is 51, and 25 openings whose 12 games have
// about the same length, with the same median. If those games counted as independent, the interval would cover the
// truth in about 45 %.
func TestQuantilesHold(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	alone, shared := 0, 0
	for range trials {
		var games, opened []Trace
		for opening := range 25 {
			base := float64(1 + random.IntN(101))
			games = append(games, withNumber("", base))
			for range 12 {
				x := base + float64(random.IntN(7)-3)
				opened = append(opened, withNumber(strconv.Itoa(opening), x))
			}
		}
		alone += countOf(medianHolds(games))
		shared += countOf(medianHolds(opened))
	}
	holds(t, "a median", alone, .94, .99)
	holds(t, "a median of openings", shared, .92, .99)
}

// medianHolds reports whether the interval of the median contains 51.
func medianHolds(games []Trace) bool {
	e, _ := quantileOf(games, numberOf, .5)
	return covers(e, 51)
}

// TestJackknifeHolds takes a figure that is not a mean: the exponential of the mean of 40 uniform numbers, whose true
// value is the square root of e.
func TestJackknifeHolds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	held := 0
	for range trials {
		games := make([]Trace, 40)
		for i := range games {
			games[i] = withNumber("", random.Float64())
		}
		m := jackknife("", func(games []Trace) (float64, int) {
			sum := 0.
			for _, g := range games {
				sum += numberOf(g)
			}
			return math.Exp(sum / float64(len(games))), len(games)
		})(Sample{Games: games, rounds: grouped(games)})[0]
		held += countOf(covers(m.Estimate, math.Sqrt(math.E)))
	}
	holds(t, "a jackknife", held, .93, .97)
}
