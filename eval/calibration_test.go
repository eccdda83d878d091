package eval

import (
	"maps"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
)

func TestCalibrationFiles(t *testing.T) {
	want := &Calibration{4711, map[string]float64{"alphabeta": 1.48, "mcts": 2, "two-words": .25}}
	read := func(text string) (*Calibration, error) {
		weights, err := ReadWeights(strings.NewReader(text))
		require.NoError(t, err)
		return newCalibration(weights, nil)
	}
	got, err := read("# made\nevaluation 4711\nalphabeta 1.48 # 5 games\nmcts 2\ntwo-words 0.25\n")
	if err != nil || got.Evaluation != want.Evaluation || !maps.Equal(got.Slopes, want.Slopes) {
		t.Fatalf("%v, %v; want %v", got, err, want)
	}
	for _, text := range []string{"alphabeta 1 2", "alphabeta 0", "evaluation 3\nmcts -1"} {
		_, err := read(text)
		require.ErrorContains(t, err, "a slope is one number above 0", text)
	}
}

// TestEmbeddedCalibrations checks that every calibration is named after its rules, belongs to the current evaluation,
// and is not used for rules with weights of their own.
func TestEmbeddedCalibrations(t *testing.T) {
	entries, err := embedded.ReadDir("calibration")
	require.NoError(t, err)
	for _, entry := range entries {
		rules := rulesNamed(t, entry.Name())
		if best, _, err := bestFile(embedded, "calibration", rules); err != nil ||
			best != "calibration/"+entry.Name() {
			t.Errorf("%s: the rules that it names get %s, %v", entry.Name(), best, err)
		}
		calibration, err := DefaultCalibration(rules)
		if err != nil || len(calibration.Slopes) == 0 {
			t.Fatal(entry.Name(), calibration, err)
		}
		if now := Signature(usual(t, rules), rules); now != calibration.Evaluation {
			t.Errorf("%s is of another evaluation (%d, now %d): run scripts/calibration.sh %s", entry.Name(),
				calibration.Evaluation, now, strings.TrimSuffix(entry.Name(), ".txt"))
		}
	}
}

func usual(t *testing.T, rules engine.Rules) Evaluator {
	t.Helper()
	evaluator, err := Load("", rules)
	require.NoError(t, err)
	return evaluator
}
