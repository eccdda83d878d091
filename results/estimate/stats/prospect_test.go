package stats

import (
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

// TestProspectsUnderOtherConditions checks that with normalized Elo neither draws nor the first seat matter. With plain
// Elo, draws and uneven seats shorten a test.
func TestProspectsUnderOtherConditions(t *testing.T) {
	pairs := func(m Model, c Conditions) float64 {
		p, err := SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: .05, Model: m}.Prospect(0, c)
		require.NoError(t, err)
		near.Check(t, p.AcceptsH1, .05, .002, "chance of Elo1")
		near.Check(t, p.Elo, 0, 1e-9, "Elo")
		return p.Pairs
	}
	plain := pairs(Normalized, Conditions{})
	for _, c := range []Conditions{{Draws: .6}, {Advantage: 200}, {Draws: .3, Advantage: -100}} {
		near.Share(t, pairs(Normalized, c), plain, .01, "normalized")
	}
	f := ScoreOfElo(150)
	plain = pairs(Logistic, Conditions{})
	near.Share(t, pairs(Logistic, Conditions{Advantage: 150}), 4*f*(1-f)*plain, .01, "with a first seat")
	near.Share(t, pairs(Logistic, Conditions{Draws: .6}), .4*plain, .01, "with draws")
}
