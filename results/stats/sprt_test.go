package stats

import "testing"

func testOf(t *testing.T, r row, m Model) SPRT {
	t.Helper()
	return SPRT{Elo0: r.number(t, "elo0"), Elo1: r.number(t, "elo1"), Alpha: r.number(t, "alpha"), Beta: r.number(t, "beta"), Model: m}
}

func TestLLREqualsReference(t *testing.T) {
	for _, name := range []string{"games.csv", "pairs.csv"} {
		for _, r := range readTable(t, name) {
			for column, model := range map[string]Model{"llr_logistic": Logistic, "llr_normalized": Normalized} {
				got, err := testOf(t, r, model).LLR(sampleOf(t, r))
				if err != nil {
					t.Errorf("%s: %v", r["case"], err)
				}
				near(t, r["case"]+" "+column, got, r.number(t, column), 1e-6)
			}
			lower, upper := testOf(t, r, Normalized).Bounds()
			near(t, "lower", lower, r.number(t, "lower"), 1e-12)
			near(t, "upper", upper, r.number(t, "upper"), 1e-12)
		}
	}
}

func TestImpossibleTestsAreRefused(t *testing.T) {
	for _, test := range []SPRT{
		{},
		{Elo0: 5, Elo1: 0, Alpha: .05, Beta: .05},
		{Elo0: 0, Elo1: 5, Alpha: 0, Beta: .05},
		{Elo0: 0, Elo1: 5, Alpha: .6, Beta: .5},
		{Elo0: 0, Elo1: 1e9, Alpha: .05, Beta: .05},
		{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05, Model: 7},
	} {
		if _, err := test.LLR(WDL{Wins: 3, Losses: 2}); err == nil {
			t.Errorf("%+v passed", test)
		}
	}
}
