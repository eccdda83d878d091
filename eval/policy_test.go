package eval

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/pitofpillars"
)

// TestPolicySums compares logits with the sums of weights by name.
func TestPolicySums(t *testing.T) {
	for _, p := range randomPositions(t)[:60] {
		patterns := p.Rules().(engine.StepPatternRules).StepPatterns()
		weights := Weights{}
		for i, pattern := range patterns {
			weights[pattern.Name] = Weight{Early: float64(i%7) * 10, Late: 5}
		}
		policy, err := newPolicy(weights, p.Rules())
		if err != nil {
			t.Fatal(err)
		}
		steps := p.AppendSteps(nil)
		logits := make([]float64, len(steps))
		policy.Logits(p, steps, logits)
		for i, step := range steps {
			var lists engine.StepPatternLists
			p.(engine.StepPatternPosition).AppendStepPatterns([]engine.Step{step}, &lists)
			want := 0.0
			for _, number := range lists.Numbers {
				want += weights[patterns[number].Name].Early / 100
			}
			near.Check(t, logits[i], want, 1e-5, "the logit of ", p.StepText(step), " at ", p)
		}
	}
}

// TestPolicyRefuses checks that weights of unknown patterns, and games without patterns, are refused.
func TestPolicyRefuses(t *testing.T) {
	for want, game := range map[string]engine.Game{
		"tea is no pattern of steps": pitofpillars.Game, "names no patterns": enginetest.Pile{},
	} {
		rules, err := game.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := newPolicy(Weights{"tea": {}}, rules); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", game.Name(), err, want)
		}
	}
}
