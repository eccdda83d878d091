package tune

import (
	"math"

	"pillars/eval"
)

// Choices holds decisions to which [Fit] fits a policy: the weights of patterns of steps, in logits, that make the
// choices most likely. A decision lists all legal steps, each with its patterns and its share, the probability that a
// policy should predict. Either the step that was played has the share 1 and all others 0, or a step's share is its
// fraction of a search's visits.
type Choices struct {
	patterns int       // number of patterns of steps; each has a weight
	numbers  []uint16  // the numbers of the patterns of all steps of all decisions, one step after another
	shares   []float32 // the share of each step
	bounds   []int     // 0, and for each step the index in numbers after its last pattern
	stops    []int     // for each decision, the number of the step after its last one
}

// NewChoices returns an empty Choices for a game with the given number of patterns of steps.
func NewChoices(patterns int) *Choices { return &Choices{patterns: patterns, bounds: []int{0}} }

// Add adds a decision. The patterns of step i are numbers[ends[i-1]:ends[i]], and of step 0 numbers[:ends[0]]. The
// shares of the steps must add up to 1.
func (c *Choices) Add(numbers []uint16, ends []int, shares []float32) {
	before := len(c.numbers)
	c.numbers, c.shares = append(c.numbers, numbers...), append(c.shares, shares...)
	for _, end := range ends {
		c.bounds = append(c.bounds, before+end)
	}
	c.stops = append(c.stops, len(c.shares))
}

// Len returns the number of decisions.
func (c *Choices) Len() int { return len(c.stops) }

func (c *Choices) size() int { return c.patterns }

// curvature estimates the diagonal of the mean loss's Hessian at weights of 0, as if steps were equally probable.
func (c *Choices) curvature([]float64, int) []float64 {
	diagonal := make([]float64, c.patterns) // at first, the number of steps that show pattern i
	for _, number := range c.numbers {
		diagonal[number]++
	}
	probability := float64(len(c.stops)) / float64(len(c.shares))
	for i := range diagonal {
		diagonal[i] *= probability * (1 - probability) / float64(len(c.stops))
	}
	return diagonal
}

// gradient returns the mean log loss, in nats, and its derivative with respect to each weight.
func (c *Choices) gradient(weights []float64, _ int) (loss float64, gradient []float64) {
	gradient = make([]float64, c.patterns)
	perDecision := 1 / float64(max(1, c.Len()))
	var predicted []float64
	first := 0 // the number of the decision's first step
	for _, stop := range c.stops {
		predicted = c.chances(predicted[:0], weights, first, stop)
		for i, share := range c.shares[first:stop] {
			if share > 0 {
				loss -= perDecision * float64(share) * math.Log(max(predicted[i], math.SmallestNonzeroFloat64))
			}
			excess := perDecision * (predicted[i] - float64(share))
			for _, number := range c.patternsOf(first + i) {
				gradient[number] += excess
			}
		}
		first = stop
	}
	return loss, gradient
}

// chances returns the predicted probabilities of the steps with numbers from first to stop-1, which are the steps of
// one decision. It appends them to the argument chances, which must be empty.
func (c *Choices) chances(chances, weights []float64, first, stop int) []float64 {
	for step := first; step < stop; step++ {
		logit := 0.0
		for _, number := range c.patternsOf(step) {
			logit += weights[number]
		}
		chances = append(chances, logit)
	}
	sum := eval.Softmax(chances)
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}

// patternsOf returns the patterns of a step, given by its number among the steps of all decisions.
func (c *Choices) patternsOf(step int) []uint16 { return c.numbers[c.bounds[step]:c.bounds[step+1]] }
