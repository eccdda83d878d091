package stats

import (
	"errors"
	"math"
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
func tilt(q, p, x []float64, guess float64) (float64, error) {
	low, high := x[0], x[0]
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	if !(low < 0 && high > 0) {
		return 0, errTooFar
	}
	if guess <= -1/high || guess >= -1/low {
		guess = 0
	}
	theta := newton(-1/high, -1/low, guess, func(theta float64) (value, slope float64) {
		for i, v := range x {
			share := v / (1 + theta*v)
			value -= p[i] * share
			slope += p[i] * share * share
		}
		return value, slope
	})
	for i, v := range x {
		q[i] = p[i] / (1 + theta*v)
	}
	return theta, nil
}
