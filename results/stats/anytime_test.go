package stats

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
)

const anytimePrefix = "cs_"

func TestAnytimeEqualsReference(t *testing.T) {
	for _, r := range readTable(t, "first_player_confidence.csv") {
		low := "cs_lo(anytime95,Beta(.5,.5) mixture)"
		got := Anytime(r.number(t, "first_player_points"), float64(r.count(t, "n_games")), .95)
		near.Check(t, got.Low, r.number(t, low), 1e-6, "low")
		near.Check(t, got.High, r.number(t, anytimePrefix+"hi"), 1e-6, "high")
		elo, _ := EloOfScore(got.Low)
		near.Check(t, elo, r.number(t, anytimePrefix+"lo_elo"), 1e-6, "low in Elo")
	}
}

func TestAnytimeEnds(t *testing.T) {
	for n := range 50 {
		for half := range 2*n + 1 {
			points := float64(half) / 2
			i := Anytime(points, float64(n), .95)
			if !(i.Low >= 0 && i.High <= 1 && i.Low <= i.High) || n > 0 && !i.contains(points/float64(n)) {
				t.Fatalf("%v of %d: %v", points, n, i)
			}
			if (i.Low == 0) != (points == 0) || (i.High == 1) != (points == float64(n)) {
				t.Fatalf("%v of %d: %v: an end is reached exactly when all games are lost or won", points, n, i)
			}
		}
	}
}

func TestAnytimeRefusesTheImpossible(t *testing.T) {
	for _, c := range []struct {
		points float64
		n      int
	}{{-1, 3}, {4, 3}, {math.NaN(), 3}, {0, -1}, {0, 0}} {
		if e := MeanScore(c.points, c.n); e != (Estimate{}) {
			t.Errorf("%+v: %v", c, e)
		}
	}
}

func (i Interval) contains(x float64) bool { return i.Low <= x && x <= i.High }
