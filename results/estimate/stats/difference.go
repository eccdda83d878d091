package stats

import (
	"math"
	"slices"
)

// Minus returns the estimate of x - y from independent estimates, e of x and other of y. If these have the limits l and
// u, the limits of the difference are
//
//	x - y - sqrt((x - l_x)^2 + (u_y - y)^2),  x - y + sqrt((u_x - x)^2 + (y - l_y)^2)
//
// (Square and add: Newcombe, Interval estimation for the difference between independent proportions, 1998; Zou and
// Donner, Construction of confidence limits about effect measures, 2008.) If x or y is only a bound, so is the
// difference; if one has no limits, the difference has none.
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

// Holds reports whether the interval of the estimate includes x. An unknown limit excludes nothing.
func (e Estimate) Holds(x float64) bool {
	_, low, high := e.Numbers()
	return (low == nil || *low <= x) && (high == nil || *high >= x)
}
