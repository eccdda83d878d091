package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// maximise moves the parameters to the maximum of the log likelihood by Newton's method with step halving. It returns
// the factorized negative Hessian at the maximum, or nil if there are no parameters. It returns [errTooFewGames] if the
// likelihood is flat or has no maximum.
func (m *model) maximise() (*mat.Cholesky, error) {
	const (
		maxSteps  = 200   // usually under ten steps are enough
		flatSteps = 20    // after these steps, a nearly flat likelihood is taken to grow without limit
		longest   = 4     // in log odds: longer steps could end where the likelihood is flat, so they are cut
		short     = 1e-4  // in log odds: shorter steps are taken without checking that the likelihood grows
		converged = 1e-10 // in log odds: the search ends after a shorter step
	)
	if len(m.theta) == 0 {
		return nil, nil
	}
	lastSize := math.Inf(1)
	curvature := mat.NewSymDense(len(m.theta), nil)
	var cholesky mat.Cholesky
	var newtonStep mat.VecDense
	for step := range maxSteps {
		curvature.Zero()
		gradient := m.derivatives(curvature)
		if !cholesky.Factorize(curvature) || step > flatSteps && cholesky.Cond() > worstCondition ||
			cholesky.SolveVecTo(&newtonStep, gradient) != nil {
			return nil, errTooFewGames
		}
		delta := newtonStep.RawVector().Data
		size := floats.Norm(delta, math.Inf(1))
		if size > longest {
			floats.Scale(longest/size, delta)
		}
		if size < short {
			floats.Add(m.theta, delta)
		} else {
			m.climb(delta)
		}
		if size < converged || size < short && size >= lastSize {
			curvature.Zero()
			m.derivatives(curvature)
			if !cholesky.Factorize(curvature) {
				return nil, errTooFewGames
			}
			return &cholesky, nil
		}
		lastSize = size
	}
	return nil, errTooFewGames
}

// climb moves the parameters by delta, and halves the move until the log likelihood has grown. In a sum over very many
// games, rounding can hide the growth. So climb also accepts a move after which the function, which is concave, still
// rises along delta.
func (m *model) climb(delta []float64) {
	from, likelihood := slices.Clone(m.theta), m.likelihood()
	for scale := 1.; scale > 1e-9; scale /= 2 {
		floats.AddScaledTo(m.theta, from, scale, delta)
		if m.likelihood() > likelihood || floats.Dot(m.derivatives(nil).RawVector().Data, delta) >= 0 {
			return
		}
	}
}

// worstCondition is the condition number of a negative Hessian above which a likelihood counts as flat. A likelihood
// that grows without limit exceeds it; ratings of real games stay below 1e8.
const worstCondition = 1e13
