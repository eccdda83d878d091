package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Choices holds decisions from which [FitPolicy] learns. A decision lists all legal steps, each with its patterns and
// its share, the probability that a policy should predict. Either the step that was played has the share 1 and all
// others 0, or a step's share is its fraction of a search's visits.
type Choices struct {
	numbers []uint16  // the numbers of the patterns of all steps of all decisions, one step after another
	shares  []float32 // the share of each step
	ends    []int     // for each step, the index in numbers after its last pattern
	stops   []int     // for each decision, the index in ends after its last step
}

// Add adds a decision. The patterns of step i are numbers[ends[i-1]:ends[i]], and of step 0 numbers[:ends[0]]. The
// shares of the steps must add up to 1.
func (c *Choices) Add(numbers []uint16, ends []int, shares []float32) error {
	sum := 0.
	for _, share := range shares {
		if !(share >= 0) {
			return fmt.Errorf("a share of %v: must be 0 or more", share)
		}
		sum += float64(share)
	}
	if len(shares) != len(ends) || !(math.Abs(sum-1) < 1e-3) {
		return fmt.Errorf("%d shares of %d steps, together %v: must be one of each, together 1", len(shares),
			len(ends), sum)
	}
	before := len(c.numbers)
	c.numbers, c.shares = append(c.numbers, numbers...), append(c.shares, shares...)
	for _, end := range ends {
		c.ends = append(c.ends, before+end)
	}
	c.stops = append(c.stops, len(c.ends))
	return nil
}

func (c *Choices) Len() int { return len(c.stops) }

// PolicyOptions holds the options of fitting a policy.
type PolicyOptions struct {
	Patterns int     // number of patterns of steps, each of which has a weight
	L2       float64 // the penalty is L2/2 times the sum of the squared weights, in logits
	Steps    int     // the largest number of steps of the descent
}

// leastL2 is the least penalty. Without one, weights of patterns that only rejected steps show would fall for ever.
const leastL2 = 1e-6

// Check returns an error that names the first option outside its range.
func (o PolicyOptions) Check() error {
	switch {
	case o.Patterns < 1:
		return fmt.Errorf("a policy of %d patterns: there must be one", o.Patterns)
	case !(o.L2 >= leastL2 && o.L2 <= 1e6):
		return fmt.Errorf("l2 %v: give a number from %v to 1000000", o.L2, leastL2)
	case o.Steps < 1:
		return fmt.Errorf("epochs %d: must be 1 or more", o.Steps)
	}
	return nil
}

// FitPolicy returns the weights of patterns, in logits, that make the choices most likely, with a Gaussian prior at 0.
func FitPolicy(c *Choices, o PolicyOptions) ([]float64, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if c.Len() == 0 {
		return nil, errors.New("there is no decision to learn from")
	}
	decisions := float64(c.Len())
	objective := func(point []float64) (float64, []float64) {
		gradient := make([]float64, len(point))
		loss, _ := c.losses(point, gradient)
		for i, weight := range point {
			loss += o.L2 / 2 * weight * weight
			gradient[i] = (gradient[i] + o.L2*weight) / decisions
		}
		return loss / decisions, gradient
	}
	d := newDescent(objective, make([]float64, o.Patterns), c.curvature(o))
	for n := 0; n < o.Steps && d.step(objective); n++ {
	}
	return d.Point, nil
}

// curvature estimates the diagonal of the mean loss's Hessian at weights of 0, as if steps were equally probable.
func (c *Choices) curvature(o PolicyOptions) []float64 {
	diagonal := make([]float64, o.Patterns)
	for _, number := range c.numbers {
		diagonal[number]++
	}
	decisions := float64(c.Len())
	probability := decisions / float64(len(c.ends))
	for i, steps := range diagonal { // the number of steps that show pattern i
		diagonal[i] = (steps*probability*(1-probability) + o.L2) / decisions
	}
	return diagonal
}

// Predicted measures how well weights predict decisions. It returns the mean log loss, in nats. A decision is a hit if
// the step with the largest predicted probability has the largest share; hitRate is the fraction of hits.
func (c *Choices) Predicted(weights []float64) (loss, hitRate float64) {
	if c.Len() == 0 {
		return 0, 0
	}
	loss, hits := c.losses(weights, nil)
	return loss / float64(c.Len()), float64(hits) / float64(c.Len())
}

// losses returns the sum of the log losses, and the number of hits as in [Choices.Predicted]. It adds the derivatives
// of the sum to gradient, unless gradient is nil.
func (c *Choices) losses(weights, gradient []float64) (loss float64, hits int) {
	var predicted []float64
	first := 0 // the number of the decision's first step
	for _, stop := range c.stops {
		predicted = c.chances(predicted[:0], weights, first, stop)
		shares := c.shares[first:stop]
		if likeliest := slices.Index(predicted, slices.Max(predicted)); shares[likeliest] == slices.Max(shares) {
			hits++
		}
		for i, share := range shares {
			if share > 0 {
				loss -= float64(share) * math.Log(max(predicted[i], math.SmallestNonzeroFloat64))
			}
			if gradient != nil {
				excess := predicted[i] - float64(share)
				for _, number := range c.patternsOf(first + i) {
					gradient[number] += excess
				}
			}
		}
		first = stop
	}
	return loss, hits
}

// chances returns the predicted probabilities of the steps with numbers from first to stop-1, which are the steps of
// one decision. It appends them to the argument chances, which must be empty.
func (c *Choices) chances(chances, weights []float64, first, stop int) []float64 {
	best := math.Inf(-1) // the largest logit, subtracted so that no exponential overflows
	for step := first; step < stop; step++ {
		logit := 0.0
		for _, number := range c.patternsOf(step) {
			logit += weights[number]
		}
		best = max(best, logit)
		chances = append(chances, logit)
	}
	sum := 0.0
	for i, logit := range chances {
		chances[i] = math.Exp(logit - best)
		sum += chances[i]
	}
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}

// patternsOf returns the patterns of a step, given by its number among the steps of all decisions.
func (c *Choices) patternsOf(step int) []uint16 {
	if step == 0 {
		return c.numbers[:c.ends[0]]
	}
	return c.numbers[c.ends[step-1]:c.ends[step]]
}

// Constants of the descent.
const (
	memory     = 12   // number of steps that the descent remembers
	sufficient = 1e-4 // a step must reach at least this fraction of the decrease that the slope predicts
	mostTries  = 30   // number of lengths to try for a step, each half of the one before
)

// A Descent is the state of a minimisation by L-BFGS (Nocedal and Wright, Numerical Optimization, 2nd edition, 2006,
// algorithms 7.4 and 7.5). The first guess of the inverse Hessian is the inverse of its diagonal at the start, scaled
// after equation 7.20. Backtracking by algorithm 3.1 is enough as line search: the functions are convex, so every step
// meets the curvature condition. The fields are exported for gob.
type Descent struct {
	Point    []float64   // the current point
	Value    float64     // of the function at Point
	Gradient []float64   // at Point
	Diagonal []float64   // diagonal of the first guess of the inverse Hessian
	Moves    [][]float64 // differences of successive points, the latest last
	Changes  [][]float64 // differences of the gradients at these points
}

type objective func(point []float64) (value float64, gradient []float64)

// newDescent returns a descent from a point, given a positive estimate of the Hessian's diagonal there.
func newDescent(f objective, point, diagonal []float64) *Descent {
	d := &Descent{Point: slices.Clone(point)}
	for _, x := range diagonal {
		d.Diagonal = append(d.Diagonal, 1/x)
	}
	d.Value, d.Gradient = f(d.Point)
	return d
}

// step makes one step and reports whether it has lowered the value. If the first try does not lower the value, step
// forgets the earlier steps, if there are any, and tries again.
func (d *Descent) step(f objective) bool {
	if d.tryStep(f) {
		return true
	}
	forgets := len(d.Moves) > 0
	d.Moves, d.Changes = nil, nil
	return forgets && d.tryStep(f)
}

// tryStep makes one step and reports whether it has lowered the value.
func (d *Descent) tryStep(f objective) bool {
	direction := d.direction()
	slope := floats.Dot(direction, d.Gradient)
	if !(slope < 0) {
		return false
	}
	point, length := make([]float64, len(d.Point)), 1.0
	for range mostTries {
		floats.AddScaledTo(point, d.Point, length, direction)
		value, gradient := f(point)
		if value <= d.Value+sufficient*length*slope { // false for NaN
			moved := value < d.Value
			d.move(point, gradient, value)
			return moved
		}
		length /= 2
	}
	return false
}

// move moves to a point with the given gradient and value. It remembers the step if the curvature along it is positive.
func (d *Descent) move(point, gradient []float64, value float64) {
	moved, change := make([]float64, len(point)), make([]float64, len(point))
	floats.SubTo(moved, point, d.Point)
	floats.SubTo(change, gradient, d.Gradient)
	if floats.Dot(moved, change) > 0 {
		d.Moves, d.Changes = append(d.Moves, moved), append(d.Changes, change)
	}
	if len(d.Moves) > memory {
		d.Moves, d.Changes = d.Moves[1:], d.Changes[1:]
	}
	d.Point, d.Gradient, d.Value = point, gradient, value
}

// direction returns minus the gradient times an approximation of the inverse Hessian (algorithm 7.4).
func (d *Descent) direction() []float64 {
	q := make([]float64, len(d.Gradient))
	floats.ScaleTo(q, -1, d.Gradient)
	alpha := make([]float64, len(d.Moves))
	for i := len(d.Moves) - 1; i >= 0; i-- {
		alpha[i] = floats.Dot(d.Moves[i], q) / floats.Dot(d.Moves[i], d.Changes[i])
		floats.AddScaled(q, -alpha[i], d.Changes[i])
	}
	floats.Mul(q, d.Diagonal)
	floats.Scale(d.scale(), q)
	for i, move := range d.Moves {
		beta := floats.Dot(d.Changes[i], q) / floats.Dot(move, d.Changes[i])
		floats.AddScaled(q, alpha[i]-beta, move)
	}
	return q
}

// scale returns the factor on the first guess of the inverse Hessian, from the curvature along the latest step. Without
// this factor, steps would be too long: the diagonal underestimates the curvature along inputs that occur together.
func (d *Descent) scale() float64 {
	last := len(d.Moves) - 1
	if last < 0 {
		return 1
	}
	weighted := 0.
	for i, change := range d.Changes[last] {
		weighted += change * change * d.Diagonal[i]
	}
	return floats.Dot(d.Moves[last], d.Changes[last]) / weighted
}
