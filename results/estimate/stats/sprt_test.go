package stats

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
)

func testOf(t *testing.T, r row, m Model) SPRT {
	t.Helper()
	return SPRT{Elo0: r.number(t, "elo0"), Elo1: r.number(t, "elo1"), Alpha: r.number(t, "alpha"), Beta: r.number(t,
		"beta"), Model: m}
}

// TestTestsEqualReference compares ratios, bounds and decisions with a reference that decides by the model in each
// row. The model "bayesian" exists only in the reference, where it leaves the test open.
func TestTestsEqualReference(t *testing.T) {
	for _, name := range []string{"games.csv", "pairs.csv"} {
		for _, r := range readTable(t, name) {
			for column, model := range map[string]Model{"llr_logistic": Logistic, "llr_normalized": Normalized} {
				test := testOf(t, r, model)
				ratio, err := test.LLR(sampleOf(t, r))
				if err != nil {
					t.Errorf("%s: %v", r["case"], err)
				}
				near.Check(t, ratio, r.number(t, column), 1e-6, r["case"], " ", column)
				lower, upper := test.Bounds()
				near.Check(t, lower, r.number(t, "lower"), 1e-12, "lower")
				near.Check(t, upper, r.number(t, "upper"), 1e-12, "upper")
				decides, err := ModelNamed(r["model"])
				if (err == nil) != (r["model"] != "bayesian") {
					t.Errorf("the model %q: %v", r["model"], err)
				}
				if got := test.Decide(ratio).String(); decides == model && got != r["decision"] {
					t.Errorf("%s: %s, want %s", r["case"], got, r["decision"])
				}
			}
		}
	}
}

// TestLLROfOneSidedSamples checks the ratio if all games are won. The distribution of greatest likelihood then gives
// wins all the probability that the hypothesis allows, and losses the rest: for the mean s_j, wins have s_j, and for
// (mean - 1/2)/s.d. = t, they have 1/2 + t/(2 sqrt(1 + t^2)).
func TestLLROfOneSidedSamples(t *testing.T) {
	normalized := func(gamesEach, elo float64) float64 {
		r := math.Sqrt(gamesEach) * elo / perNormalized
		return .5 + r/(2*math.Sqrt(1+r*r))
	}
	for n := 50_000; n < 1e12; n += n/3 + 1 {
		for _, elo1 := range []float64{5, 10, 20, 50, 150} {
			for _, c := range []struct {
				test   SPRT
				sample Sample
				each   float64
			}{
				{SPRT{0, elo1, .05, .05, Logistic}, WDL{Wins: n}, math.Log(2 * ScoreOfElo(elo1))},
				{SPRT{0, elo1, .05, .05, Logistic}, Pentanomial{4: n}, math.Log(2 * ScoreOfElo(elo1))},
				{SPRT{-elo1, 0, .05, .05, Logistic}, WDL{Losses: n}, -math.Log(2 * ScoreOfElo(elo1))},
				{SPRT{0, elo1, .05, .05, Normalized}, WDL{Wins: n}, math.Log(2 * normalized(1, elo1))},
				{SPRT{0, elo1, .05, .05, Normalized}, Pentanomial{4: n}, math.Log(2 * normalized(2, elo1))},
				{SPRT{-elo1, 0, .05, .05, Normalized}, Pentanomial{0: n}, -math.Log(2 * normalized(2, elo1))},
			} {
				got, err := c.test.LLR(c.sample)
				if err != nil {
					t.Fatalf("%+v %v: %v", c.test, c.sample, err)
				}
				near.Check(t, got/float64(n), c.each, 1e-2/float64(n), "LLR of each")
			}
		}
	}
}

// TestDecideAtUnequalBounds checks that different error rates put the bounds at different distances from 0: ln(.2/.99)
// and ln(.8/.01).
func TestDecideAtUnequalBounds(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 5, Alpha: .01, Beta: .2}
	for ratio, want := range map[float64]Decision{
		-1.6: AcceptH0, -1.5995: AcceptH0, -1.599: Undecided, 0: Undecided, 1.7: Undecided, 4.382: Undecided,
		4.3821: AcceptH1, 9: AcceptH1,
	} {
		if got := test.Decide(ratio); got != want {
			t.Errorf("at %v: %v, want %v", ratio, got, want)
		}
	}
}

// TestTheImpossibleIsRefused checks that tests without sense, and games that do not fit them, give errors everywhere.
func TestTheImpossibleIsRefused(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05}
	for _, test := range []SPRT{
		{},
		{Elo0: 5, Elo1: 0, Alpha: .05, Beta: .05},
		{Elo0: 0, Elo1: 5, Alpha: 0, Beta: .05},
		{Elo0: 0, Elo1: 5, Alpha: .6, Beta: .5},
		{Elo0: 0, Elo1: 1e9, Alpha: .05, Beta: .05},
		{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05, Model: 7},
	} {
		_, err1 := test.LLR(WDL{Wins: 3, Losses: 2})
		_, err2 := test.OnOpenings(2)
		_, err3 := test.AfterStop(WDL{Wins: 1, Losses: 1})
		_, err4 := test.Length(0)
		if err1 == nil || err2 == nil || err3 == nil || err4 == nil {
			t.Errorf("%+v passed: %v, %v, %v, %v", test, err1, err2, err3, err4)
		}
	}
	for _, halfPoints := range []int{-1, 5} {
		if got, err := begin(t, good).Next(halfPoints); err == nil || got.Sample.Count() > 0 {
			t.Errorf("%d half points passed", halfPoints)
		}
	}
	if _, err := (Sequence{}).Next(1); err == nil {
		t.Error("a sequence that is not begun passed")
	}
}
