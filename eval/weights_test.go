package eval

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestWeightsRefused checks that invalid files are refused by errors that name the file and the cause.
func TestWeightsRefused(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars")
	all := ""
	for _, feature := range rules.Features() {
		all += feature.Name + " 1\n"
	}
	for text, named := range map[string]string{
		"":                           "tempo",
		"tempo":                      "line 1",
		"# weights\ntempo 1 2 3":     "line 2",
		"tempo 1\n\ntempo 2":         "line 3: the name of",
		"tempo 1.555":                "line 1: a value must",
		"tempo 10001":                "from -10000 to 10000",
		"tempo -10001":               "from -10000 to 10000",
		"tempo 99999999999999999999": "line 1",
		all + "colour 3":             `no feature "colour"`,
		strings.Replace(all, "stacks 1\n", "", 1):    "no value for stacks",
		all + strings.Repeat("very long", 20_000):    "line 21",
		strings.Replace(all, "tempo 1", "Tempo", 1):  "line 1",
		strings.Replace(all, "tempo 1", "tempo=", 1): "line 1",
	} {
		path := enginetest.File(t, text)
		linear, err := Load(path, rules)
		if err == nil || linear != nil || !strings.Contains(err.Error(), named) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%.60q: the error %v does not name %s and the file", text, err, named)
		}
	}
	_, err := Load(enginetest.File(t, "hunter2:x:0\n"), rules)
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a file of something else gives the error %v", err)
	}
	_, err = Load("no/such/file", rules)
	require.ErrorContains(t, err, "no/such/file", "a missing file gives the error")
}

// namelessGame has no weights.
type namelessGame struct{ engine.Game }

func (namelessGame) Name() string  { return "nameless" }
func (namelessGame) Title() string { return "Nameless" }

// TestEvaluateAll compares the evaluation of all seats at once with the evaluation of each seat, with learned weights
// and with those set by hand, with and without noise.
func TestEvaluateAll(t *testing.T) {
	noise := NewNoise(50)
	noise.Seed(3)
	for seats := 2; seats <= engine.MaxSeats; seats++ {
		rules := enginetest.Rules(t, "pit", fmt.Sprint("players=", seats))
		for _, name := range []string{"", HandMade} {
			loaded, err := Load(name, rules)
			require.NoError(t, err)
			random := engine.NewRandom(uint64(seats))
			for p := rules.Start(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
				for _, evaluator := range []Evaluator{loaded, noise.Over(loaded)} {
					all := EvaluateAll(evaluator, p, seats)
					var each Worths
					for seat := range seats {
						each[seat] = evaluator.Evaluate(p, engine.Seat(seat))
					}
					if all != each {
						t.Fatalf("weights=%s: %v for all seats, %v for each: %s", name, all, each, p)
					}
				}
			}
		}
	}
}
