package advantage

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// Standard deviations of the prior that lines are mixed by: heights and slopes are independent and normal around 0. Any would be valid. These are
// about what first-seat scores are, per factor of two or four in nodes.
const (
	priorHeight = 1.
	priorSlope  = .5
)

// mixture is the logarithm of the mean likelihood under the prior, by Gauss-Hermite quadrature around the peak of their product, scaled to its
// curvature there. (J. Liu and D. Pierce, A note on Gauss-Hermite quadrature, 1994.)
func (l likelihood) mixture() float64 {
	const places = 24
	a, b, curvature := l.peak()
	// The inverse of the curvature is C C'; C is lower triangular.
	determinant := curvature[0]*curvature[2] - curvature[1]*curvature[1]
	aa := math.Sqrt(curvature[2] / determinant)
	ba := -curvature[1] / determinant / aa
	bb := math.Sqrt(max(0, curvature[0]/determinant-ba*ba))
	var at, weight [places]float64
	quad.Hermite{}.FixedLocations(at[:], weight[:], math.Inf(-1), math.Inf(1))
	top, sum := l.joint(a, b), 0.
	for i, u := range at {
		for j, v := range at {
			height, slope := a+math.Sqrt2*aa*u, b+math.Sqrt2*(ba*u+bb*v)
			sum += weight[i] * weight[j] * math.Exp(l.joint(height, slope)-top+u*u+v*v)
		}
	}
	return top + math.Log(2*aa*bb*sum)
}

// joint is the logarithm of likelihood times prior.
func (l likelihood) joint(a, b float64) float64 {
	return l.at(a, b) - a*a/(2*priorHeight*priorHeight) - b*b/(2*priorSlope*priorSlope) - math.Log(2*math.Pi*priorHeight*priorSlope)
}

// peak is where likelihood times prior is greatest, and minus the second derivatives of its logarithm there: by a twice, by a and b, by b twice. The
// logarithm is strictly concave; Newton's steps are halved until they pay.
func (l likelihood) peak() (a, b float64, curvature [3]float64) {
	for range 100 {
		slopeA, slopeB := -a/(priorHeight*priorHeight), -b/(priorSlope*priorSlope)
		curvature = [3]float64{1 / (priorHeight * priorHeight), 0, 1 / (priorSlope * priorSlope)}
		for _, p := range l {
			s := logistic(a + b*p.X)
			rest, w := p.Points-float64(p.Games)*s, float64(p.Games)*s*(1-s)
			slopeA, slopeB = slopeA+rest, slopeB+rest*p.X
			curvature[0], curvature[1], curvature[2] = curvature[0]+w, curvature[1]+w*p.X, curvature[2]+w*p.X*p.X
		}
		determinant := curvature[0]*curvature[2] - curvature[1]*curvature[1]
		moveA := (curvature[2]*slopeA - curvature[1]*slopeB) / determinant
		moveB := (curvature[0]*slopeB - curvature[1]*slopeA) / determinant
		if math.Abs(moveA)+math.Abs(moveB) < 1e-12 {
			break
		}
		share, now := 1., l.joint(a, b)
		for share > 1e-6 && l.joint(a+share*moveA, b+share*moveB) < now {
			share /= 2
		}
		a, b = a+share*moveA, b+share*moveB
	}
	return a, b, curvature
}
