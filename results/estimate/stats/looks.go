package stats

import "math"

// Fewest is the number of independent observations, such as openings, from which their spread is known well enough for
// a claim that a player is stronger.
const Fewest = 8

// AtAnyLook returns the critical number of standard errors for an estimate that is looked at after every observation.
// The probability that the estimate is further from the truth than this at any n from [Fewest] on is at most alpha, so
// one may stop at will. n is the number of independent observations, which also measure the standard error. For n below
// Fewest the result is infinite.
//
// The number is the t at which the sequential t-test
//
//	(n + 1)^(-1/2) ((n - 1 + t^2)/(n - 1 + t^2/(n + 1)))^(n/2)
//
// reaches 1/alpha. This likelihood ratio of invariant statistics is a martingale for normal observations; its
// alternative is a mean that is normal with the standard deviation of one observation. (Lai, On confidence sequences,
// 1976; Wang and Ramdas, Anytime-valid t-tests and confidence sequences for Gaussian means with unknown variance,
// 2025.) Scores are not normal, so the probability is approximate.
func AtAnyLook(n int, alpha float64) float64 {
	if n < Fewest {
		return math.Inf(1)
	}
	more := float64(n + 1)
	ratio := math.Pow(more/(alpha*alpha), 1/float64(n))
	if ratio >= more {
		return math.Inf(1)
	}
	return math.Sqrt(float64(n-1) * (ratio - 1) / (1 - ratio/more))
}

// LooksNeeded returns the number of observations at which an estimate exceeds [AtAnyLook] standard errors if its value
// does not change. After n observations, the estimate is the given number of standard errors away from 0. ok is false
// if more than most observations are needed.
func LooksNeeded(n int, errors, alpha float64, most int) (needed int, ok bool) {
	reached := func(at int) bool { // the standard error falls with the root of the number of observations
		return errors*math.Sqrt(float64(at)/float64(n)) > AtAnyLook(at, alpha)
	}
	if !reached(most) {
		return 0, false
	}
	low, high := n-1, most // reached at high, not at low
	for high-low > 1 {
		if middle := low + (high-low)/2; reached(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}
