package stats_test

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// TestUnequalOpenings checks that openings of four, three and one game stake the whole capital, three quarters and one
// quarter of it, by computing such bets one by one. The value is the mean over games.
func TestUnequalOpenings(t *testing.T) {
	var means stats.OpeningMeans
	scores := [][]float64{{1, .5, 0, .5}, {1, 1, .5}, {0}, {1, 1, 1, 1}, {0, 0, 0}}
	sum, games := 0., 0.
	for _, all := range scores {
		total := stats.Total{}
		for _, x := range all {
			total.Sum, total.Games = total.Sum+x, total.Games+1
		}
		means.AddMany(total, 1)
		sum, games = sum+total.Sum, games+float64(total.Games)
	}
	got := means.Estimate(.5)
	if !near.Equal(got.Value, sum/games, 1e-12) || !(got.Low < got.Value && got.Value < got.High) {
		t.Errorf("%+v, the mean is %v", got, sum/games)
	}
	for m := .005; m < 1; m += .01 {
		capital, weights := 0., 0.
		for w := .0005; w < 1; w += .001 {
			wealth := 1.
			for _, all := range scores {
				gain := 0.
				for _, x := range all {
					gain += (w*x/m + (1-w)*(1-x)/(1-m) - 1) / 4
				}
				wealth *= 1 + gain
			}
			density := 1 / math.Sqrt(w*(1-w))
			capital, weights = capital+density*wealth, weights+density
		}
		if capital /= weights; (got.Low <= m && m <= got.High) != (capital < 2) && !near.Equal(capital/2, 1, .05) {
			t.Errorf("the interval is %+v, but at %v the capital is %v", got, m, capital)
		}
	}
}

// TestOpeningMeans checks that openings with equal totals are counted together, whatever the order in which their games
// were added, and that games without an opening are observations by themselves.
func TestOpeningMeans(t *testing.T) {
	var forth, back, many stats.OpeningMeans
	third := 1. / 3
	forth.AddMany(stats.Total{Sum: third + third + third, Games: 4}, 1)
	forth.AddMany(stats.Total{Sum: 2 * third, Games: 4}, 1)
	back.AddMany(stats.Total{Sum: 2 - third - third - third - third, Games: 4}, 1)
	back.AddMany(stats.Total{Sum: 1, Games: 4}, 1)
	if got := forth.Estimate(.9); got != back.Estimate(.9) || !near.Equal(got.Value, 5./24, 1e-9) {
		t.Errorf("%+v, backwards %+v", got, back.Estimate(.9))
	}
	many.AddMany(stats.Total{Sum: 1, Games: 1}, 4)
	many.AddMany(stats.Total{Games: 1}, 1)
	if got, want := many.Estimate(.95), stats.MeanScore(4, 5); !near.Equal(got.Low, want.Low, 1e-9) ||
		got.Value != .8 {
		t.Errorf("%+v, want %+v", got, want)
	}
	many.AddMany(stats.Total{Sum: 2, Games: 1}, 1)
	if got := many.Estimate(.95); got.Kind != stats.Absent {
		t.Errorf("%+v with a score of 2", got)
	}
}
