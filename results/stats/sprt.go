package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Model says in which unit the hypotheses of an [SPRT] are given.
type Model uint8

const (
	// Normalized: normalized Elo, so that the length of a test depends neither on the draw rate nor on the first-seat advantage.
	Normalized Model = iota
	// Logistic: plain Elo.
	Logistic
)

// SPRT is a sequential probability ratio test of the hypothesis that the first-named player is Elo1 stronger against the one that he is Elo0
// stronger. (Wald, Sequential tests of statistical hypotheses, 1945.)
type SPRT struct {
	Elo0, Elo1  float64 // the hypotheses, Elo0 < Elo1, in units of Model
	Alpha, Beta float64 // chances of accepting Elo1 when Elo0 is true and the reverse, each in (0, 1), together less than 1
	Model       Model
}

// farthest is the largest hypothesis accepted, in either unit: with normalized Elo beyond it the extreme outcomes hardly can make up the mean.
const farthest = 400

// Validate says what is wrong with the test, if anything.
func (t SPRT) Validate() error {
	switch {
	case !(t.Elo0 < t.Elo1) || !(t.Elo0 >= -farthest) || !(t.Elo1 <= farthest):
		return fmt.Errorf("sprt: hypotheses %v and %v: give two numbers between -%d and %d, the smaller first", t.Elo0, t.Elo1, farthest, farthest)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("sprt: alpha %v and beta %v: give two numbers above 0 whose sum is below 1, such as 0.05 and 0.05", t.Alpha, t.Beta)
	case t.Model != Normalized && t.Model != Logistic:
		return fmt.Errorf("sprt: model %d: give Normalized or Logistic", t.Model)
	}
	return nil
}

// Bounds are the log-likelihood ratios at which the test stops: at lower it accepts Elo0, at upper Elo1. (Wald, 1945: ln(beta/(1 -
// alpha)) and ln((1 - beta)/alpha).)
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR is the generalised log-likelihood ratio of a sample: N sum p_i ln(q_1i/q_0i), where q_j is the distribution of greatest likelihood that obeys
// hypothesis j, and zero counts stand as 1/1000. (Van den Bergh, Comparing the approximations, proposition 1.1; Normalized Elo in practice, section
// 4.) An empty sample has the ratio 0. It fails when the test is not valid.
func (t SPRT) LLR(sample Sample) (float64, error) {
	if err := t.Validate(); err != nil {
		return 0, err
	}
	outcomes := sample.outcomes()
	if n, _, _ := moments(outcomes); n == 0 {
		return 0, nil
	}
	p := filled(outcomes)
	n := floats.Sum(p)
	floats.Scale(1/n, p)
	q0, err0 := t.likeliest(p, t.Elo0, sample.gamesEach())
	q1, err1 := t.likeliest(p, t.Elo1, sample.gamesEach())
	if err := errors.Join(err0, err1); err != nil {
		return 0, err
	}
	sum := 0.
	for i := range p {
		sum += p[i] * math.Log(q1[i]/q0[i])
	}
	return n * sum, nil
}

// likeliest is the distribution of greatest likelihood under a hypothesis, given observed frequencies p.
func (t SPRT) likeliest(p []float64, elo, gamesEach float64) ([]float64, error) {
	if t.Model == Logistic {
		mean := ScoreOfElo(elo)
		x := make([]float64, len(p))
		for i := range p {
			x[i] = score(i, p) - mean
		}
		return tilted(p, x)
	}
	return likeliestNormalized(p, math.Sqrt(gamesEach)*elo/perNormalized)
}

// likeliestNormalized is the distribution of greatest likelihood with (mu - 1/2)/sigma = target: the fixed point of solving for a mean of 0 of phi_i
// = a_i - 1/2 - target sigma (1 + ((a_i - mu)/sigma)^2)/2, from the uniform distribution on. (Van den Bergh, Normalized Elo in practice, section 4.)
func likeliestNormalized(p []float64, target float64) ([]float64, error) {
	const (
		most  = 1000 // rounds; some ten are usual
		still = 1e-9 // no probability moves by more
	)
	q := make([]float64, len(p))
	for i := range q {
		q[i] = 1 / float64(len(q))
	}
	for range most {
		_, mu, variance := moments(q)
		sigma := math.Sqrt(variance)
		phi := make([]float64, len(p))
		for i := range phi {
			a := score(i, p)
			phi[i] = a - .5 - target*sigma*(1+(a-mu)*(a-mu)/variance)/2
		}
		next, err := tilted(p, phi)
		if err != nil {
			return nil, err
		}
		moved := 0.
		for i := range q {
			moved = max(moved, math.Abs(next[i]-q[i]))
		}
		if q = next; moved <= still {
			return q, nil
		}
	}
	return nil, errTooFar
}

var errTooFar = errors.New("sprt: the hypotheses are too far from what these outcomes can show: give ones nearer to 0")

// tilted is q_i = p_i/(1 + theta x_i) with the theta at which the mean of x under q is 0: of all distributions with that mean the one of greatest
// likelihood for frequencies p. (Owen, Empirical likelihood ratio confidence regions, 1990.)
func tilted(p, x []float64) ([]float64, error) {
	low, high := x[0], x[0]
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	if !(low < 0 && high > 0) {
		return nil, errTooFar
	}
	theta := bisect(-1/high, -1/low, func(theta float64) float64 {
		sum := 0.
		for i := range p {
			sum -= p[i] * x[i] / (1 + theta*x[i])
		}
		return sum
	})
	q := make([]float64, len(p))
	for i := range p {
		q[i] = p[i] / (1 + theta*x[i])
	}
	return q, nil
}
