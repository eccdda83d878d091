package stats_test

import (
	"strconv"
	"testing"

	"pillars/results/stats"
)

// TestPairMeans: the games of a pair are one observation, whatever their order, and a game by itself is one too.
func TestPairMeans(t *testing.T) {
	var forth, back stats.PairMeans
	third := []float64{1. / 3, 2. / 3, 1, 1. / 3, 0, 1, 2. / 3, 0}
	for i, x := range third {
		forth.Add(strconv.Itoa(i/4), x)
		back.Add(strconv.Itoa((len(third)-1-i)/4), third[len(third)-1-i])
	}
	want, err := stats.AnytimeMean(map[float64]int{.583333333333: 1, .416666666667: 1}, .9)
	if err != nil {
		t.Fatal(err)
	}
	got := forth.Estimate(.9)
	if got.Low != want.Low || got.High != want.High || got.Value < .4999 || got.Value > .5001 || got != back.Estimate(.9) {
		t.Errorf("%+v, backwards %+v, want %+v", got, back.Estimate(.9), want)
	}
	var alone, many stats.PairMeans
	for range 7 {
		alone.Add("", 1)
	}
	alone.Add("", 0)
	many.AddMany(1, 7)
	many.AddMany(0, 1)
	if limits, err := stats.Anytime(7, 8, .95); err != nil || alone.Estimate(.95) != many.Estimate(.95) || alone.Estimate(.95).Value != .875 ||
		alone.Estimate(.95).Low-limits.Low > 1e-9 || limits.Low-alone.Estimate(.95).Low > 1e-9 {
		t.Errorf("%+v and %+v, want %+v (%v)", alone.Estimate(.95), many.Estimate(.95), limits, err)
	}
	var none stats.PairMeans
	if got := none.Estimate(.95); got.Kind != stats.Absent {
		t.Errorf("%+v of nothing", got)
	}
	many.AddMany(2, 1)
	if got := many.Estimate(.95); got.Kind != stats.Absent {
		t.Errorf("%+v with a score of 2", got)
	}
}
