package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// level95 is the confidence of every interval that does not say otherwise.
const level95 = .95

// Interval holds the limits of a confidence interval.
type Interval struct{ Low, High float64 }

// Contains reports whether x lies within the limits.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// Anytime is a confidence interval for the mean of scores in [0, 1], given their sum after n games, which holds at all n at once with probability at
// least level: one may look after every game and stop at will. It is the set of all p with M_n(p) < 1/(1 - level), where
//
//	M_n(p) = B(1/2 + S, 1/2 + n - S) / (B(1/2, 1/2) p^S (1 - p)^(n - S))
//
// is the likelihood ratio of the mixture with density Beta(1/2, 1/2) to p, a nonnegative supermartingale when p is the mean, so that Ville's
// inequality applies. (Robbins, Statistical methods related to the law of the iterated logarithm, 1970; Howard, Ramdas, McAuliffe and
// Sekhon, Time-uniform, nonparametric, nonasymptotic confidence sequences, 2021. Scores between 0 and 1 count in parts: by the convexity
// of the exponential the ratio of such a score is at most the mean of the ratios of a win and a loss.)
//
// The sum must lie between 0 and n and the level between 0 and 1, both exclusive for the level; without games the interval is [0, 1].
func Anytime(points float64, n int, level float64) (Interval, error) {
	if n < 0 || !(points >= 0 && points <= float64(n)) {
		return Interval{}, fmt.Errorf("anytime interval: %v points in %d games: give points between 0 and the number of games", points, n)
	}
	if !(level > 0 && level < 1) {
		return Interval{}, fmt.Errorf("anytime interval: level %v: give one between 0 and 1, such as 0.95", level)
	}
	return AnytimeLimits(points, float64(n), level), nil
}

// AnytimeLimits is Anytime for arguments known to be sound.
func AnytimeLimits(points, n, level float64) Interval {
	limits := Interval{0, 1}
	if n <= 0 {
		return limits
	}
	lost := max(0, n-points)
	mixture := mathext.Lbeta(.5+points, .5+lost) - mathext.Lbeta(.5, .5)
	excess := func(p float64) float64 { // ln M_n(p) - ln(1/alpha)
		return mixture - points*math.Log(p) - lost*math.Log1p(-p) + math.Log1p(-level)
	}
	mean := points / n
	if points > 0 {
		limits.Low = Bisect(0, mean, func(p float64) float64 { return -excess(p) })
	}
	if lost > 0 {
		limits.High = Bisect(mean, 1, excess)
	}
	return limits
}

// MeanScore is a mean score with its 95 % anytime interval; absent without games. Points must lie between 0 and n.
func MeanScore(points float64, n int) Estimate {
	limits, err := Anytime(points, n, level95)
	if err != nil || n == 0 {
		return Estimate{}
	}
	return Estimate{Kind: Bracketed, Value: points / float64(n), Low: limits.Low, High: limits.High}
}
