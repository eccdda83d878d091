package stats

// bisect finds where the increasing function f changes sign between low and high, to the precision of the floating-point numbers there. The ends
// themselves are never evaluated, so they may be poles. Where f does not change sign it returns the end nearest to a change. (gonum has no root
// finder for a bracketed function of one variable.)
func bisect(low, high float64, f func(float64) float64) float64 {
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
