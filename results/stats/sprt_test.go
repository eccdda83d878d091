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

// The reference decides by the model named in each row; one is a model of its own, in which it leaves the test open.
func TestDecisionsEqualReference(t *testing.T) {
	for _, name := range []string{"games.csv", "pairs.csv"} {
		for _, r := range readTable(t, name) {
			model, err := ModelNamed(r["model"])
			if err != nil && r["model"] != "bayesian" {
				t.Fatal(err)
			}
			test := testOf(t, r, model)
			ratio, err := test.LLR(sampleOf(t, r))
			if got := test.Decide(ratio).String(); err != nil || got != r["decision"] {
				t.Errorf("%s: %s %v, want %s", r["case"], got, err, r["decision"])
			}
		}
	}
}

func TestModelsHaveNames(t *testing.T) {
	for _, m := range []Model{Normalized, Logistic} {
		if got, err := ModelNamed(m.String()); got != m || err != nil {
			t.Errorf("%v: %v %v", m, got, err)
		}
	}
	if _, err := ModelNamed("bayes"); err == nil {
		t.Error("an unknown model passed")
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
