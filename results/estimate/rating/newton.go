package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// maximise moves the parameters to the maximum of the log likelihood by Newton's method, and halves steps that are too
// long. It returns the factorized negative Hessian at the maximum, nil if there are no parameters. It fails with
// [errTooFewGames] where the likelihood is flat or has no maximum.
func (m *model) maximise() (*mat.Cholesky, error) {
	const (
		most  = 200   // steps; a handful is usual
		many  = 20    // steps after which a nearly flat likelihood is taken to grow without limit
		near  = 1e-4  // log odds: steps shorter than this are taken whole
		there = 1e-10 // log odds: after a step shorter than this the search ends
		far   = 4     // log odds: longer steps are cut to this, as all games could look decided and the function flat
	)
	at := m.theta
	if len(at) == 0 {
		return nil, nil
	}
	last := math.Inf(1)
	curvature := mat.NewSymDense(len(at), nil)
	var cholesky mat.Cholesky
	var ahead mat.VecDense
	for step := range most {
		curvature.Zero()
		gradient := m.derivatives(curvature)
		if !cholesky.Factorize(curvature) || step > many && cholesky.Cond() > worstCondition ||
			cholesky.SolveVecTo(&ahead, gradient) != nil {
			return nil, errTooFewGames
		}
		delta := ahead.RawVector().Data
		size := floats.Norm(delta, math.Inf(1))
		if size > far {
			floats.Scale(far/size, delta)
		}
		if size < near {
			floats.Add(at, delta)
		} else {
			m.climb(delta)
		}
		if size < there || size < near && size >= last {
			curvature.Zero()
			if m.derivatives(curvature); !cholesky.Factorize(curvature) {
				return nil, errTooFewGames
			}
			return &cholesky, nil
		}
		last = size
	}
	return nil, errTooFewGames
}

// climb moves the parameters by delta, or by a half, a quarter and so on of it, until the log likelihood has grown.
// Rounding can hide that growth in a sum over very many games. So climb also stops where the function, which is
// concave, still rises along delta.
func (m *model) climb(delta []float64) {
	at := m.theta
	from, likelihood := slices.Clone(at), m.likelihood()
	for scale := 1.; scale > 1e-9; scale /= 2 {
		floats.AddScaledTo(at, from, scale, delta)
		if m.likelihood() > likelihood || floats.Dot(m.derivatives(nil).RawVector().Data, delta) >= 0 {
			return
		}
	}
}

// worstCondition is the condition number of a negative Hessian above which a likelihood counts as flat, within the
// precision of the arithmetic. A likelihood that grows without limit gets there; real games stay below 1e8.
const worstCondition = 1e13
