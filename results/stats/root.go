package stats

import "math"

// Bisect finds where the increasing function f changes sign between low and high, to the precision of the floating-point numbers there. The ends
// themselves are never evaluated, so they may be poles. Where f does not change sign it returns the end nearest to a change. (gonum has no root
// finder for a bracketed function of one variable.)
func Bisect(low, high float64, f func(float64) float64) float64 {
	for precision := 1e-18 * (high - low); high-low > precision; {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			break
		}
		if f(middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low + (high-low)/2
}

// newton finds where the increasing function f, which also tells its slope, is 0 between low and high, from a start inside. It takes Newton's steps
// and halves the bracket where they leave it or do not pay, so that poles at the ends, which are never evaluated, do no harm. The root is exact
// relative to its distance from low, where it may lie close to a pole. (Press and others, Numerical Recipes, section 9.4.)
func newton(low, high, start float64, f func(float64) (value, slope float64)) float64 {
	const (
		most = 200   // steps; four are usual
		last = 1e-10 // of the distance from the end: a step of Newton's that is so short leaves an error of the order of its square
	)
	end := low
	x, before := start, high-low
	for range most {
		value, slope := f(x)
		if value < 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/slope
		step := math.Abs(next - x)
		switch {
		case step <= last*(next-end) && next >= low && next <= high:
			return next
		case !(next > low && next < high) || step > before/2:
			next = low + (high-low)/2
			step = math.Abs(next - x)
		}
		x, before = next, step
	}
	return x
}
