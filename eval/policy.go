package eval

import (
	"fmt"
	"io"
	"math"

	"pillars/engine"
	"pillars/eval/internal/rows"
)

// Policy predicts which step a strong player chooses. The probabilities of the legal steps are the softmax of their
// logits, and the logit of a step is the sum of the weights of its patterns. This is a multinomial logit model; Coulom,
// Computing Elo Ratings of Move Patterns in the Game of Go, 2007, uses a related one. It belongs to one goroutine.
type Policy struct {
	weights []float32               // the weight of each pattern of steps, in logits
	lists   engine.StepPatternLists // a buffer
}

// OrderingPolicy returns the policy by which alpha-beta orders steps, or nil for a game without one.
func OrderingPolicy(rules engine.Rules) (*Policy, error) {
	return readBest(embedded, "policies", rules, ofWeights(newPolicy))
}

// DefaultPolicy returns the game's policy for tree search. If the game has none, it returns the ordering policy, or nil
// if the game has neither.
func DefaultPolicy(rules engine.Rules) (*Policy, error) {
	policy, err := readBest(embedded, "policies/priors", rules, ofWeights(newPolicy))
	if err != nil || policy != nil {
		return policy, err
	}
	return OrderingPolicy(rules)
}

// The names of policies for tree search that are no files. To load a file with such a name, write "./learned".
const (
	LearnedPolicy  = "learned"  // [DefaultPolicy]
	OrderingScores = "ordering" // made of [engine.Position.OrderingScores]
)

// IsPolicyFile reports whether the name of a policy is the name of a file.
func IsPolicyFile(name string) bool { return name != LearnedPolicy && name != OrderingScores }

// LoadPolicy returns the policy in a file.
func LoadPolicy(file string, rules engine.Rules) (*Policy, error) {
	return fromFile(disk{}, file, rules, ofWeights(newPolicy))
}

// newPolicy returns the policy with the given weights, in hundredths of a logit. A pattern without a weight gets 0.
func newPolicy(weights Weights, rules engine.Rules) (*Policy, error) {
	patterned, ok := rules.(engine.PatternRules)
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

// WritePolicy writes the lines of header as comments, and then the weights of the patterns of steps. weights are in
// logits. The file has whole hundredths of a logit and leaves out weights of 0.
func WritePolicy(w io.Writer, patterns []engine.Term, weights []float64, header ...string) error {
	var rounded []Weight
	for _, weight := range weights {
		hundredths := math.Round(100 * weight)
		rounded = append(rounded, Weight{hundredths, hundredths})
	}
	return writeTerms(w, header, patterns, 0, rounded)
}

// Logits writes to the slice logits the logits of the steps, which must be legal in position. Both slices have the same
// length.
func (p *Policy) Logits(position engine.Position, steps []engine.Step, logits []float64) {
	p.lists.Reset()
	position.(engine.PatternPosition).AppendStepPatterns(steps, &p.lists)
	weights, numbers, from := p.weights, p.lists.Numbers, 0
	for i, end := range p.lists.Ends {
		sum := float32(0)
		for _, number := range numbers[from:end] {
			sum += weights[number]
		}
		logits[i], from = float64(sum), end
	}
}

// Softmax replaces logits by their softmax, not yet divided by the sum of its elements, which it returns.
func Softmax(logits []float64) (sum float64) {
	best := logits[0]
	for _, logit := range logits {
		if logit > best { // the built-in function max is slower, because it knows NaN
			best = logit
		}
	}
	for i := range logits {
		logits[i] -= best
	}
	rows.Exp(logits)
	for _, weight := range logits {
		sum += weight
	}
	return sum
}
