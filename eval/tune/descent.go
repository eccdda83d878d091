package tune

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// The constants of the descent.
const (
	memory     = 12   // number of steps that the descent remembers
	sufficient = 1e-4 // a step must achieve at least this fraction of the decrease that the slope predicts
	mostTries  = 30   // lengths to try for a step, each half the length before
)

// A descent is the state of a minimisation by L-BFGS (Nocedal and Wright, Numerical Optimization, 2nd edition, 2006,
// algorithms 7.4 and 7.5). The first guess of the inverse Hessian is the inverse of its diagonal at the start, scaled
// after equation 7.20. Backtracking by algorithm 3.1 is enough as line search: the functions are convex, so every step
// meets the curvature condition.
type descent struct {
	function objective
	point    []float64
	value    float64     // value of the function at point
	gradient []float64   // gradient of the function at point
	diagonal []float64   // diagonal of the first guess of the inverse Hessian
	moves    [][]float64 // differences of successive points, the latest last
	changes  [][]float64 // differences of the gradients at successive points
}

type objective func(point []float64) (value float64, gradient []float64)

// newDescent returns a descent that starts at point. diagonal is a positive estimate of the Hessian's diagonal there.
func newDescent(f objective, point, diagonal []float64) *descent {
	d := &descent{function: f, point: slices.Clone(point)}
	for _, x := range diagonal {
		d.diagonal = append(d.diagonal, 1/x)
	}
	d.value, d.gradient = f(d.point)
	return d
}

// step makes one step and reports whether it has lowered the value. If the first try does not lower the value, step
// forgets the earlier steps, if there are any, and tries again.
func (d *descent) step() bool {
	if d.tryStep() {
		return true
	}
	forgets := len(d.moves) > 0
	d.moves, d.changes = nil, nil
	return forgets && d.tryStep()
}

// tryStep makes one step and reports whether it has lowered the value.
func (d *descent) tryStep() bool {
	direction := d.direction()
	slope := floats.Dot(direction, d.gradient)
	if !(slope < 0) {
		return false
	}
	point, length := make([]float64, len(d.point)), 1.0
	for range mostTries {
		floats.AddScaledTo(point, d.point, length, direction)
		value, gradient := d.function(point)
		if value <= d.value+sufficient*length*slope { // false for NaN
			moved := value < d.value
			d.move(point, gradient, value)
			return moved
		}
		length /= 2
	}
	return false
}

// move goes to a point with the given gradient and value. It remembers the step if the curvature along it is positive.
func (d *descent) move(point, gradient []float64, value float64) {
	moved, change := make([]float64, len(point)), make([]float64, len(point))
	floats.SubTo(moved, point, d.point)
	floats.SubTo(change, gradient, d.gradient)
	if floats.Dot(moved, change) > 0 {
		d.moves, d.changes = append(d.moves, moved), append(d.changes, change)
	}
	if len(d.moves) > memory {
		d.moves, d.changes = d.moves[1:], d.changes[1:]
	}
	d.point, d.gradient, d.value = point, gradient, value
}

// direction returns minus the gradient times an approximation of the inverse Hessian (algorithm 7.4).
func (d *descent) direction() []float64 {
	q := make([]float64, len(d.gradient))
	floats.ScaleTo(q, -1, d.gradient)
	alpha := make([]float64, len(d.moves))
	for i := len(d.moves) - 1; i >= 0; i-- {
		alpha[i] = floats.Dot(d.moves[i], q) / floats.Dot(d.moves[i], d.changes[i])
		floats.AddScaled(q, -alpha[i], d.changes[i])
	}
	floats.Mul(q, d.diagonal)
	floats.Scale(d.scale(), q)
	for i, move := range d.moves {
		beta := floats.Dot(d.changes[i], q) / floats.Dot(move, d.changes[i])
		floats.AddScaled(q, alpha[i]-beta, move)
	}
	return q
}

// scale returns the factor on the first guess of the inverse Hessian, from the curvature along the latest step. Without
// this factor, steps would be too long: the diagonal underestimates the curvature along inputs that occur together.
func (d *descent) scale() float64 {
	last := len(d.moves) - 1
	if last < 0 {
		return 1
	}
	weighted := 0.
	for i, change := range d.changes[last] {
		weighted += change * change * d.diagonal[i]
	}
	return floats.Dot(d.moves[last], d.changes[last]) / weighted
}
