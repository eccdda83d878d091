package advantage

import (
	"math"
	"slices"
)

// likelihood is that of lines logit(score) = a + b x, given points with games.
type likelihood []Point

// with is the likelihood with one more point. Points at one place are one.
func (l likelihood) with(p Point) likelihood {
	if at := slices.IndexFunc(l, func(q Point) bool { return q.X == p.X }); at >= 0 {
		l[at].Points += p.Points
		l[at].Games += p.Games
		return l
	}
	return append(l, p)
}

// at is the logarithm of the likelihood.
func (l likelihood) at(a, b float64) float64 {
	sum := 0.
	for _, p := range l {
		theta := a + b*p.X
		sum += p.Points*theta - float64(p.Games)*softplus(theta)
	}
	return sum
}

// moved is the likelihood of lines in x - by.
func (l likelihood) moved(by float64) likelihood {
	points := make(likelihood, len(l))
	for i, p := range l {
		p.X -= by
		points[i] = p
	}
	return points
}

// height is the likeliest a for a slope.
func (l likelihood) height(b float64) float64 {
	reach := 0.
	for _, p := range l {
		reach = max(reach, math.Abs(b*p.X))
	}
	return rootOf(-highest-reach, highest+reach, func(a float64) (float64, float64) {
		value, slope := 0., 0.
		for _, p := range l {
			s := logistic(a + b*p.X)
			value += p.Points - float64(p.Games)*s
			slope -= float64(p.Games) * s * (1 - s)
		}
		return value, slope
	})
}

// top is the logarithm of the greatest likelihood for a slope.
func (l likelihood) top(b float64) float64 { return l.at(l.height(b), b) }

// slope is the likeliest slope, within bounds. The slope of the greatest likelihood is its slope in b alone, since that in a is 0.
func (l likelihood) slope() float64 {
	low, high := -steepest, steepest
	for range 45 {
		b := low + (high-low)/2
		if value, _ := l.leaning(l.height(b), b); value > 0 {
			low = b
		} else {
			high = b
		}
	}
	return low + (high-low)/2
}

// leaning is the derivative of the logarithm of the likelihood by b, and the second derivative.
func (l likelihood) leaning(a, b float64) (value, slope float64) {
	for _, p := range l {
		s := logistic(a + b*p.X)
		value += (p.Points - float64(p.Games)*s) * p.X
		slope -= float64(p.Games) * s * (1 - s) * p.X * p.X
	}
	return value, slope
}

// steepTop is the logarithm of the greatest likelihood for a height at x = 0, over all slopes that are not below least.
func (l likelihood) steepTop(a, least float64) float64 {
	b := rootOf(least, steepest, func(b float64) (float64, float64) { return l.leaning(a, b) })
	return l.at(a, b)
}

// rootOf is where a decreasing function, which tells its slope too, is 0 between low and high, or the end nearest to that: Newton's steps, and
// halving where they leave the bracket.
func rootOf(low, high float64, f func(float64) (value, slope float64)) float64 {
	if value, _ := f(low); value <= 0 {
		return low
	}
	if value, _ := f(high); value >= 0 {
		return high
	}
	x := low + (high-low)/2
	for range 100 {
		value, slope := f(x)
		if value > 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/slope
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-x) <= 1e-12*(1+math.Abs(x)) {
			return next
		}
		x = next
	}
	return x
}

// softplus is ln(1 + e^x).
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}
