package tune

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Constants of the descent.
const (
	memory     = 12   // steps remembered
	sufficient = 1e-4 // share of the expected decrease that is enough
	mostTries  = 30   // how often the step is halved
)

// Descent is a minimisation by L-BFGS under way, exported for gob (Nocedal and Wright, Numerical Optimization, 2nd
// edition, 2006, algorithms 7.4 and 7.5, with the diagonal of the Hessian at the start as the first guess of its
// inverse, scaled after equation 7.20, and backtracking by algorithm 3.1: the function is convex, so the curvature
// condition holds by itself).
type Descent struct {
	Point    []float64
	Value    float64     // at Point
	Gradient []float64   // at Point
	Diagonal []float64   // the inverse of the first guess of the Hessian
	Moves    [][]float64 // between the last points, the latest last
	Changes  [][]float64 // of the gradient with them
}

type objective func(point []float64) (value float64, gradient []float64)

// newDescent begins at a point. Diagonal are the second derivatives there; they are above 0.
func newDescent(f objective, point, diagonal []float64) *Descent {
	d := &Descent{Point: slices.Clone(point)}
	for _, x := range diagonal {
		d.Diagonal = append(d.Diagonal, 1/x)
	}
	d.Value, d.Gradient = f(d.Point)
	return d
}

// step moves downhill once, forgetting earlier steps if need be. It reports false where numbers tell no way down.
func (d *Descent) step(f objective) bool {
	if d.tryStep(f) {
		return true
	}
	forgets := len(d.Moves) > 0
	d.Moves, d.Changes = nil, nil
	return forgets && d.tryStep(f)
}

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

func (d *Descent) move(point, gradient []float64, value float64) {
	way, change := make([]float64, len(point)), make([]float64, len(point))
	floats.SubTo(way, point, d.Point)
	floats.SubTo(change, gradient, d.Gradient)
	if floats.Dot(way, change) > 0 {
		d.Moves, d.Changes = append(d.Moves, way), append(d.Changes, change)
	}
	if len(d.Moves) > memory {
		d.Moves, d.Changes = d.Moves[1:], d.Changes[1:]
	}
	d.Point, d.Gradient, d.Value = point, gradient, value
}

// direction is minus the gradient times the remembered inverse of the Hessian (algorithm 7.4).
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

// scale is what the first guess is multiplied by. The latest step tells how curved the function is along it; a
// diagonal alone takes inputs that often come together for less curved than they are, and leads too far.
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
