package stats

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
)

// TestProspectsEqualKnownBudgets checks the expected number of pairs of tests of normalized Elo between players without
// draws.
func TestProspectsEqualKnownBudgets(t *testing.T) {
	for _, c := range []struct{ elo1, difference, pairs float64 }{
		{20, 0, 830}, {20, 20, 830}, {20, 10, 1250}, {10, 0, 3200}, {10, 10, 3200}, {10, 5, 5300},
	} {
		p, err := SPRT{Elo0: 0, Elo1: c.elo1, Alpha: .05, Beta: .05}.Prospect(c.difference, Conditions{})
		if err != nil {
			t.Fatal(err)
		}
		near.Share(t, p.Pairs, c.pairs, .06, "pairs")
	}
}

// TestProspectsUnderOtherConditions checks that with normalized Elo neither draws nor the first seat matter. With plain
// Elo, draws and uneven seats shorten a test.
func TestProspectsUnderOtherConditions(t *testing.T) {
	pairs := func(m Model, c Conditions) float64 {
		p, err := SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: .05, Model: m}.Prospect(0, c)
		if err != nil {
			t.Fatal(err)
		}
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

func TestImpossibleProspectsAreRefused(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05}
	for _, c := range []struct {
		test       SPRT
		difference float64
		conditions Conditions
	}{
		{SPRT{}, 0, Conditions{}},
		{good, math.NaN(), Conditions{}},
		{good, 401, Conditions{}},
		{good, 0, Conditions{Draws: 1}},
		{good, 0, Conditions{Draws: -.1}},
		{good, 0, Conditions{Advantage: math.Inf(1)}},
	} {
		if p, err := c.test.Prospect(c.difference, c.conditions); err == nil {
			t.Errorf("%+v: %+v", c, p)
		}
	}
}
