package stats

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
)

func TestAnytimeEqualsReference(t *testing.T) {
	for _, r := range readTable(t, "first_player_confidence.csv") {
		got := Anytime(r.number(t, "first_player_points"), float64(r.count(t, "n_games")), .95)
		low, _ := EloOfScore(got.Low)
		high, _ := EloOfScore(got.High)
		for column, got := range map[string]float64{"cs_lo(anytime95,Beta(.5,.5) mixture)": got.Low, "cs_hi": got.High,
			"cs_lo_elo": low, "cs_hi_elo": high} {
			near.Check(t, got, r.number(t, column), 1e-6, column)
		}
	}
}

func (i Interval) contains(x float64) bool { return i.Low <= x && x <= i.High }

// TestAnytimeEnds checks that an end of the interval is reached exactly when all games are lost or won, that impossible
// points have no interval, and that counted zeros and ones have the same interval as their sum.
func TestAnytimeEnds(t *testing.T) {
	for n := 1; n < 50; n++ {
		for half := range 2*n + 1 {
			e := MeanScore(float64(half)/2, n)
			if e.Value != float64(half)/float64(2*n) || !(e.Low >= 0 && e.High <= 1 && e.Holds(e.Value)) ||
				(e.Low == 0) != (half == 0) || (e.High == 1) != (half == 2*n) {
				t.Fatalf("%v of %d: %v", float64(half)/2, n, e)
			}
		}
	}
	for _, e := range []Estimate{MeanScore(-1, 3), MeanScore(4, 3), MeanScore(math.NaN(), 3), MeanScore(0, -1),
		MeanScore(0, 0), meanOf(nil, .95), meanOf(map[float64]int{.5: 0}, .95), meanOf(map[float64]int{-.1: 1}, .95),
		meanOf(map[float64]int{1.1: 1}, .95), meanOf(map[float64]int{math.NaN(): 1}, .95),
		meanOf(map[float64]int{.5: -1}, .95), meanOf(map[float64]int{.5: 1}, 0), meanOf(map[float64]int{.5: 1}, 1)} {
		if e != (Estimate{}) {
			t.Errorf("%v without sense", e)
		}
	}
	for _, c := range [][2]int{{0, 1}, {1, 1}, {3, 0}, {0, 40}, {17, 25}, {500, 480}, {3000, 7000}, {30, 20_000}} {
		got, want := meanOf(map[float64]int{0: c[0], 1: c[1]}, .95), MeanScore(float64(c[1]), c[0]+c[1])
		near.Check(t, got.Low, want.Low, 1e-9, "low of ", c)
		near.Check(t, got.High, want.High, 1e-9, "high of ", c)
	}
}

// meanOf returns the mean of games without shared openings, given how often each score was observed.
func meanOf(counts map[float64]int, level float64) Estimate {
	var means OpeningMeans
	for x, n := range counts {
		means.AddMany(Total{x, 1}, n)
	}
	return means.Estimate(level)
}
