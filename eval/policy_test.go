package eval

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

// TestPolicySums compares logits with the sums of weights by name.
func TestPolicySums(t *testing.T) {
	for _, p := range randomPositions(t)[:60] {
		patterns := p.Rules().(engine.PatternRules).StepPatterns()
		weights := Weights{}
		for i, pattern := range patterns {
			weights[pattern.Name] = Weight{Early: float64(i%7) * 10, Late: 5}
		}
		policy, err := newPolicy(weights, p.Rules())
		require.NoError(t, err)
		steps := p.AppendSteps(nil)
		logits := make([]float64, len(steps))
		policy.Logits(p, steps, logits)
		for i, step := range steps {
			var lists engine.StepPatternLists
			p.(engine.PatternPosition).AppendStepPatterns([]engine.Step{step}, &lists)
			want := 0.0
			for _, number := range lists.Numbers {
				want += weights[patterns[number].Name].Early / 100
			}
			near.Check(t, logits[i], want, 1e-5, "the logit of ", p.StepText(step), " at ", p)
		}
	}
}
