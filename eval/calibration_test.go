package eval

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

// slowExpectation computes the formula of the curve directly: the three numbers at the phase, each interpolated between
// stages after the set-up, then the logistic function.
func slowExpectation(c Curve, score float64, phase int) float64 {
	s := max(-10, min(10, score/100))
	var at [3]float64
	for term := range at {
		setUp, early, middle, late := c[4*term], c[4*term+1], c[4*term+2], c[4*term+3]
		switch {
		case phase == engine.SetUpPhase:
			at[term] = setUp
		case phase <= 32:
			at[term] = early + (middle-early)*float64(phase)/32
		default:
			at[term] = middle + (late-middle)*float64(phase-32)/32
		}
	}
	x := at[0]/100*s + at[1]/100*s/(1+math.Pow(s/2, 2)) + at[2]/100
	return math.Exp(x) / (math.Exp(x) + 1)
}

func drawCurve(t *rapid.T) Curve {
	var curve Curve
	for i := range curve {
		curve[i] = rapid.Float64Range(-300, 300).Draw(t, "number")
	}
	return curve
}

func TestCurveFollowsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCurve(t)
		score := rapid.Float64Range(-1500, 1500).Draw(t, "score")
		phase := rapid.IntRange(0, engine.SetUpPhase).Draw(t, "phase")
		want := slowExpectation(c, score, phase)
		near.Check(t, c.Expectation(score, phase), want, 1e-9, score, " at ", phase)
		plain := 1 / (1 + math.Exp(-score/100))
		if got := Plain.Expectation(score, phase); math.Abs(score) <= 1000 && !near.Equal(got, plain, 1e-12) {
			t.Fatalf("the plain curve at %v: %v, want %v", score, got, plain)
		}
	})
}

func TestCalibrationFiles(t *testing.T) {
	made := &Calibration{4711, map[string]Curve{
		"alphabeta": {70, 120, 90, 80, 4, -10, 15, 3, 5, -40, 0, 7}, "mcts": {200, 200, 200, 200},
		"two-words": {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
	}}
	read := func(text string) (*Calibration, error) {
		weights, err := ReadWeights(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return newCalibration(weights, nil)
	}
	const rising = "mcts-slope-set-up 100\nmcts-slope-early 100\nmcts-slope-middle 100\nmcts-slope-late 100\n"
	got, err := read(made.String())
	if err != nil || got.Evaluation != made.Evaluation || len(got.Curves) != 3 {
		t.Fatalf("%v, %v; want %v", got, err, made)
	}
	for kind, curve := range made.Curves {
		if got.Curves[kind] != curve {
			t.Errorf("%s: %v, want %v", kind, got.Curves[kind], curve)
		}
	}
	for text, want := range map[string]string{
		"alphabeta-slope 100":                             "alphabeta-slope: write a kind of player",
		"-slope-early 100":                                "-slope-early: write a kind of player",
		"slope-late 100":                                  "slope-late: write a kind of player",
		"mcts-slope-early 100 90":                         "mcts-slope-early: write a kind of player",
		"mcts-offset-early 3":                             "mcts: a higher score must be a better result",
		"mcts-slope-middle 100":                           "mcts: a higher score must be a better result",
		rising + "mcts-bend-late -101":                    "mcts: a higher score must be a better result",
		rising + "mcts-bend-set-up -101":                  "mcts: a higher score must be a better result",
		rising + "mcts-bend-middle 801":                   "mcts: a higher score must be a better result",
		"evaluation 3\nalphabeta-slope-early 100\nmcts 1": "mcts: write a kind of player",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestEmbeddedCalibrations checks that every calibration is named after its rules, belongs to the current evaluation,
// and is not used for rules with weights of their own.
func TestEmbeddedCalibrations(t *testing.T) {
	entries, err := embedded.ReadDir("calibration")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		rules := rulesNamed(t, entry.Name())
		if best, _, err := bestFile(embedded, "calibration", rules); err != nil ||
			best != "calibration/"+entry.Name() {
			t.Errorf("%s: the rules that it names get %s, %v", entry.Name(), best, err)
		}
		calibration, err := DefaultCalibration(rules)
		if err != nil || len(calibration.Curves) == 0 {
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
	if err != nil {
		t.Fatal(err)
	}
	return evaluator
}
