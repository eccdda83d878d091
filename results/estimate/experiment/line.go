package experiment

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"pillars/results/estimate/stats"
)

// LogitPoint is the score of some games at the coordinate X of a [LogitLine].
type LogitPoint struct {
	X      float64 // any coordinate, such as the logarithm of a node limit
	Points float64 // points scored, from 0 to Games
	Games  int
}

// LogitLine is a line logit(score) = a + b x, estimated from scores at several x.
//
// The limits of its slope are anytime-valid at the 95 % level. Let L(a, b) be the likelihood of all scores, where a
// score s counts as s wins and 1 - s losses. Let M be the mean of L under a prior that was fixed in advance. For the
// true (a, b), M/L(a, b) is a nonnegative supermartingale with mean 1, even if each x was chosen by earlier scores.
// Therefore it ever exceeds 20 with a probability of at most 1/20, and the set of all (a, b) with L(a, b) > M/20
// contains the truth at all times with probability .95. (H. Robbins, Statistical methods related to the law of the
// iterated logarithm, 1970; S. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, Time-uniform, nonparametric,
// nonasymptotic confidence sequences, 2021.) The limits are the range of b over this set.
type LogitLine struct {
	likelihood likelihood
	Games      int // number of games in all points
}

// Bounds of the search for the limits of the slope. A limit beyond steepest counts as infinite.
const (
	steepest = 30. // bound of the slope, in logits per unit of x
	highest  = 60. // bound of the logit of a score
	farthest = 40. // bound of the absolute value of x
)

// FitLine fits a line to scores. It ignores points without games. It returns an error for points out of range.
func FitLine(points []LogitPoint) (LogitLine, error) {
	var l LogitLine
	for i, p := range points {
		switch {
		case p.Games < 0 || !(p.Points >= 0 && p.Points <= float64(p.Games)):
			return LogitLine{}, fmt.Errorf("line: point %d: %v points in %d games: give points between 0 and the "+
				"number of games", i+1, p.Points, p.Games)
		case !(math.Abs(p.X) <= farthest):
			return LogitLine{}, fmt.Errorf("line: point %d: place %v: give one between %v and %v", i+1, p.X, -farthest,
				farthest)
		case p.Games > 0:
			l.likelihood = append(l.likelihood, p)
			l.Games += p.Games
		}
	}
	return l, nil
}

// Slope returns the slope b, in logits per unit of x, with its limits. The estimate is only a bound if one limit is
// infinite, and absent if both are.
func (l LogitLine) Slope() stats.Estimate {
	if l.Games == 0 {
		return stats.Estimate{}
	}
	value, bound := l.likelihood.slope(), l.likelihood.mixture()-math.Log(20)
	excess := func(b float64) float64 { return l.likelihood.topOverHeights(b) - bound }
	low, high := math.Inf(-1), math.Inf(1)
	if excess(-steepest) < 0 {
		low = stats.Bisect(-steepest, value, excess)
	}
	if excess(steepest) < 0 {
		high = stats.Bisect(value, steepest, func(b float64) float64 { return -excess(b) })
	}
	return stats.Limited(value, low, high)
}

// likelihood holds the points that determine the likelihood of a line logit(score) = a + b x.
type likelihood []LogitPoint

// logOf returns the logarithm of the likelihood of the line a + b x.
func (l likelihood) logOf(a, b float64) float64 {
	sum := 0.
	for _, p := range l {
		theta := a + b*p.X
		sum += p.Points*theta - float64(p.Games)*stats.Softplus(theta)
	}
	return sum
}

// height returns the height a (the intercept) with which a line a + b x of slope b is most likely.
func (l likelihood) height(b float64) float64 {
	reach := 0.
	for _, p := range l {
		reach = max(reach, math.Abs(b*p.X))
	}
	return stats.Bisect(-highest-reach, highest+reach, func(a float64) (falls float64) {
		for _, p := range l { // minus the derivative of the log likelihood by the height
			falls += float64(p.Games)*stats.Sigmoid(a+b*p.X) - p.Points
		}
		return falls
	})
}

// topOverHeights returns the logarithm of the greatest likelihood of any line with slope b.
func (l likelihood) topOverHeights(b float64) float64 { return l.logOf(l.height(b), b) }

// slope returns the most likely slope b between -steepest and steepest. It bisects by the derivative of topOverHeights,
// which equals the partial derivative of the log likelihood by b at the most likely height.
func (l likelihood) slope() float64 {
	return stats.Bisect(-steepest, steepest, func(b float64) (falls float64) { // minus the derivative
		a := l.height(b)
		for _, p := range l {
			falls += (float64(p.Games)*stats.Sigmoid(a+b*p.X) - p.Points) * p.X
		}
		return falls
	})
}

// Standard deviations of the normal prior of heights a and slopes b, whose mean is 0. These sizes suit scores of the
// first seat, where x grows by 1 with every factor of two or four in nodes. Any choice gives valid intervals.
const (
	priorHeight = 1.
	priorSlope  = .5
)

// mixture returns the logarithm of the mean likelihood under the prior, by Gauss-Hermite quadrature around the maximum
// of likelihood times prior (J. Liu and D. Pierce, A note on Gauss-Hermite quadrature, 1994).
func (l likelihood) mixture() float64 {
	const nodes = 24
	a, b, c := l.peak()
	// The inverse of the curvature is T T', where the matrix T has the rows (t11, 0) and (t21, t22), and T' is its
	// transpose. T maps independent standard normal variables to a height and a slope. The factor exp(u^2 + v^2) below
	// cancels the weight function of the quadrature.
	determinant := c.determinant()
	t11 := math.Sqrt(c.bb / determinant)
	t21 := -c.ab / determinant / t11
	t22 := math.Sqrt(max(0, c.aa/determinant-t21*t21))
	var node, weight [nodes]float64
	quad.Hermite{}.FixedLocations(node[:], weight[:], math.Inf(-1), math.Inf(1))
	top, sum := l.joint(a, b), 0.
	for i, u := range node {
		for j, v := range node {
			height, slope := a+math.Sqrt2*t11*u, b+math.Sqrt2*(t21*u+t22*v)
			sum += weight[i] * weight[j] * math.Exp(l.joint(height, slope)-top+u*u+v*v)
		}
	}
	return top + math.Log(2*t11*t22*sum)
}

// joint returns the logarithm of the likelihood times the prior density of the line a + b x.
func (l likelihood) joint(a, b float64) float64 {
	return l.logOf(a, b) - a*a/(2*priorHeight*priorHeight) - b*b/(2*priorSlope*priorSlope) -
		math.Log(2*math.Pi*priorHeight*priorSlope)
}

// curvature holds the negative second derivatives of a function of a and b: by a twice, by a and b, and by b twice.
type curvature struct{ aa, ab, bb float64 }

func (c curvature) determinant() float64 { return c.aa*c.bb - c.ab*c.ab }

// peak returns the line a + b x with the greatest likelihood times prior, and the curvature c of the logarithm of this
// product at that line. It uses Newton's method with step halving.
func (l likelihood) peak() (a, b float64, c curvature) {
	for range 100 {
		gradientA, gradientB := -a/(priorHeight*priorHeight), -b/(priorSlope*priorSlope)
		c = curvature{aa: 1 / (priorHeight * priorHeight), bb: 1 / (priorSlope * priorSlope)}
		for _, p := range l {
			s := stats.Sigmoid(a + b*p.X)
			surplus, weight := p.Points-float64(p.Games)*s, float64(p.Games)*s*(1-s)
			gradientA, gradientB = gradientA+surplus, gradientB+surplus*p.X
			c = curvature{aa: c.aa + weight, ab: c.ab + weight*p.X, bb: c.bb + weight*p.X*p.X}
		}
		determinant := c.determinant()
		moveA := (c.bb*gradientA - c.ab*gradientB) / determinant
		moveB := (c.aa*gradientB - c.ab*gradientA) / determinant
		if math.Abs(moveA)+math.Abs(moveB) < 1e-12 {
			break
		}
		scale, current := 1., l.joint(a, b)
		for scale > 1e-6 && l.joint(a+scale*moveA, b+scale*moveB) < current {
			scale /= 2
		}
		a, b = a+scale*moveA, b+scale*moveB
	}
	return a, b, c
}
