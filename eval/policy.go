package eval

import (
	"embed"
	"fmt"

	"pillars/engine"
)

// The weights of step patterns that come with the program, in files named like those of the evaluation.
//
//go:embed policies
var policies embed.FS

// Policy foretells which step a strong player chooses: a softmax over the legal steps, the logit of a step being the
// sum of the weights of the patterns that it shows (Coulom, Computing Elo Ratings of Move Patterns in the Game of Go,
// 2007, with the likelihood of a multinomial logit). It belongs to one goroutine.
type Policy struct {
	weights []float32 // in logits
	lists   engine.StepPatternLists
}

// DefaultPolicy is the policy that comes with the program. It is nil, without an error, for a game that has none.
func DefaultPolicy(rules engine.Rules) (*Policy, error) {
	if _, patterned := rules.(engine.StepPatternRules); !patterned {
		return nil, nil
	}
	return readBest(policies, "policies", rules, newPolicy)
}

// newPolicy makes a policy of weights in hundredths of a logit. Patterns without a weight count for nothing.
func newPolicy(weights Weights, rules engine.Rules) (*Policy, error) {
	patterned, ok := rules.(engine.StepPatternRules)
	if !ok {
		return nil, fmt.Errorf("%s names no patterns of steps", rules.Game().Title())
	}
	p := &Policy{}
	known := map[string]bool{}
	for _, pattern := range patterned.StepPatterns() {
		known[pattern.Name] = true
		p.weights = append(p.weights, float32(weights[pattern.Name].Early/100))
	}
	for name := range weights {
		if !known[name] {
			return nil, fmt.Errorf("%s is no pattern of steps of %s", name, rules.Game().Title())
		}
	}
	return p, nil
}

// Logits writes the logits of legal steps of a position into logits, which is as long as steps.
func (p *Policy) Logits(position engine.Position, steps []engine.Step, logits []float64) {
	p.lists.Reset()
	position.(engine.StepPatternPosition).AppendStepPatterns(steps, &p.lists)
	from := 0
	for i, end := range p.lists.Ends {
		sum := float32(0)
		for _, number := range p.lists.Numbers[from:end] {
			sum += p.weights[number]
		}
		logits[i], from = float64(sum), end
	}
}
