package stats

import (
	"math"
	"slices"
)

// Minus returns the estimate of x - y from independent estimates, e of x and other of y. Its lower limit is as far from
// its value as the root of the sum of two squares: the distances of the lower limit of x and the upper limit of y from
// their values. The upper limit mirrors this. (Square and add: Newcombe, Interval estimation for the difference between
// independent proportions, 1998; Zou and Donner, Construction of confidence limits about effect measures, 2008.) If x
// or y is only a bound, so is the difference; if one has no limits, the difference has none.
func (e Estimate) Minus(other Estimate) Estimate {
	x, xLow, xHigh := e.Numbers()
	y, yLow, yHigh := other.Numbers()
	known := func(all ...*float64) bool { return !slices.Contains(all, nil) }
	switch {
	case known(x, xLow, xHigh, y, yLow, yHigh):
		value := *x - *y
		low := value - math.Hypot(*x-*xLow, *yHigh-*y)
		high := value + math.Hypot(*xHigh-*x, *y-*yLow)
		if e.Kind == Measured && other.Kind == Measured {
			return Estimate{Kind: Measured, Value: value, Error95: (high - low) / 2, Low: low, High: high}
		}
		return Limited(value, low, high)
	case known(xLow, yHigh):
		return Estimate{Kind: AtLeast, Low: *xLow - *yHigh}
	case known(xHigh, yLow):
		return Estimate{Kind: AtMost, High: *xHigh - *yLow}
	case known(x, y):
		return Estimate{Kind: Fixed, Value: *x - *y}
	}
	return Estimate{}
}

// Holds reports whether the interval of the estimate includes x. An estimate without limits excludes nothing.
func (e Estimate) Holds(x float64) bool {
	_, low, high := e.Numbers()
	return (low == nil || *low <= x) && (high == nil || *high >= x)
}
