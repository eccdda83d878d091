package stats

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

var errTooFar = errors.New("sprt: the hypotheses are too far from what these outcomes can show: give ones nearer to 0")

// likeliestLogistic is the distribution of greatest likelihood with a given mean score, given observed frequencies p, none of them 0.
func likeliestLogistic(p []float64, mean float64) ([]float64, error) {
	q, x := make([]float64, len(p)), make([]float64, len(p))
	for i := range p {
		x[i] = score(i, p) - mean
	}
	_, err := tilt(q, p, x, 0)
	return q, err
}

// likeliestNormalized is the distribution of greatest likelihood with (mu - 1/2)/sigma = target: the fixed point of solving for a mean of 0 of phi_i
// = a_i - 1/2 - target sigma (1 + ((a_i - mu)/sigma)^2)/2, from the uniform distribution on. (Van den Bergh, Normalized Elo in practice, section 4.)
func likeliestNormalized(p []float64, target float64) ([]float64, error) {
	const (
		most  = 1000 // rounds; some ten are usual
		still = 1e-9 // no probability moves by more
	)
	q, next, phi := make([]float64, len(p)), make([]float64, len(p)), make([]float64, len(p))
	for i := range q {
		q[i] = 1 / float64(len(q))
	}
	theta := 0.
	var err error
	for range most {
		_, mu, variance := moments(q)
		sigma := math.Sqrt(variance)
		for i := range phi {
			a := score(i, p)
			phi[i] = a - .5 - target*sigma*(1+(a-mu)*(a-mu)/variance)/2
		}
		if theta, err = tilt(next, p, phi, theta); err != nil {
			return nil, err
		}
		moved := 0.
		for i := range q {
			moved = max(moved, math.Abs(next[i]-q[i]))
		}
		if q, next = next, q; moved <= still {
			return q, nil
		}
	}
	return nil, errTooFar
}

// tilt sets q_i = p_i/(1 + theta x_i) with the theta at which the mean of x under q is 0: of all distributions with that mean the one of greatest
// likelihood for frequencies p. (Owen, Empirical likelihood ratio confidence regions, 1990.) It returns theta, and looks for it first near a guess.
//
// Where nearly all of p lies on one side of 0, theta is next to -1/x of the farthest outcome on the other. So it is sought as its distance from there,
// the share r of -1/x, in which 1 + theta x_i = 1 - y_i + r y_i with y = x_i/x, and nothing cancels.
func tilt(q, p, x []float64, guess float64) (float64, error) {
	low, high := slices.Min(x), slices.Max(x)
	if !(low < 0 && high > 0) {
		return 0, errTooFar
	}
	farthest, other := low, high
	if floats.Dot(p, x) < 0 {
		farthest, other = high, low
	}
	part := func(i int, r float64) (y, divisor float64) {
		y = x[i] / farthest
		return y, 1 - y + r*y
	}
	beyond := 1 - farthest/other // where another outcome has probability 0
	start := 1 + guess*farthest
	if !(start > 0 && start < beyond) {
		start = 1
	}
	r := newton(0, beyond, start, func(r float64) (value, slope float64) {
		for i := range x {
			y, divisor := part(i, r)
			share := y / divisor
			value -= p[i] * share
			slope += p[i] * share * share
		}
		return value, slope
	})
	for i := range x {
		_, divisor := part(i, r)
		q[i] = p[i] / divisor
	}
	return (r - 1) / farthest, nil
}
