package stats

import (
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

func (i Interval) contains(x float64) bool { return i.Low <= x && x <= i.High }
