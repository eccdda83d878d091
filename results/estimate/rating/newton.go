package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// concave is a concave function of several parameters while its maximum is being searched for.
type concave interface {
	parameters() []float64                                              // where the search is; changed in place
	likelihood() float64                                                // there
	derivatives(negativeHessian *mat.SymDense) (gradient *mat.VecDense) // adds to the Hessian, unless it is nil
}

// maximise moves the parameters to the maximum by Newton's method, with halved steps until close. It returns the
// negative Hessian there, nil without parameters, and fails where the function is level or has no maximum.
func maximise(f concave) (*mat.Cholesky, error) {
	const (
		most  = 200   // steps; a handful is usual
		many  = 20    // steps after which a likelihood that is nearly level is taken to grow for ever
		near  = 1e-4  // log odds: full steps converge from here on
		there = 1e-10 // log odds: the next step would be the square of this
		far   = 4     // log odds: longer steps may lead to where everything looks decided and the function level
	)
	at := f.parameters()
	if len(at) == 0 {
		return nil, nil
	}
	last := math.Inf(1)
	curvature := mat.NewSymDense(len(at), nil)
	var cholesky mat.Cholesky
	var ahead mat.VecDense
	for step := range most {
		curvature.Zero()
		gradient := f.derivatives(curvature)
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
			climb(f, delta)
		}
		if size < there || size < near && size >= last {
			curvature.Zero()
			if f.derivatives(curvature); !cholesky.Factorize(curvature) {
				return nil, errTooFewGames
			}
			return &cholesky, nil
		}
		last = size
	}
	return nil, errTooFewGames
}

// climb moves along delta, or a half, a quarter and so on of it, until the function has grown. If a concave function
// still rises at the end of a step, it has grown, even if the sum over very many games is too inexact to show it.
func climb(f concave, delta []float64) {
	at := f.parameters()
	from, likelihood := slices.Clone(at), f.likelihood()
	for scale := 1.; scale > 1e-9; scale /= 2 {
		floats.AddScaledTo(at, from, scale, delta)
		if f.likelihood() > likelihood || floats.Dot(f.derivatives(nil).RawVector().Data, delta) >= 0 {
			return
		}
	}
}

// worstCondition is the condition number of a negative Hessian above which a likelihood is flat within the precision of
// the arithmetic, as where it grows without limit. Real games are below 1e8.
const worstCondition = 1e13
