// Package stats turns scores of games into statements about players: how strong, how sure, and what the first seat is
// worth. Everything here is a pure function of counts: no game, no store, no clock, no randomness.
//
//   - a [Sample] is what two players scored, as games ([WDL]), as pairs with the seats swapped ([Pentanomial])
//     or as openings in all seatings of more seats ([Openings]); [Elo], [NormalizedElo] and [LOS] describe it, an
//     [SPRT] decides between two hypotheses about it: watched opening by opening by a [Sequence], estimated after the
//     stop by [AfterStop], planned by a [Prospect];
//   - [Anytime] bounds a mean score so that one may look after every game and stop at will; [OpeningMeans] does so
//     where games share openings.
//
// Data may be too few or too one-sided for an estimate, so an [Estimate] says of what kind it is. No number in it is
// ever NaN or infinite. All intervals are at the 95 % level unless a function takes a level.
package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Model is the unit of the hypotheses of an [SPRT].
type Model uint8

const (
	Normalized Model = iota // the length of a test depends neither on the draw rate nor on the first-seat advantage
	Logistic                // plain Elo
)

// String returns "normalized" or "logistic".
func (m Model) String() string {
	if m == Logistic {
		return "logistic"
	}
	return "normalized"
}

// ModelNamed returns the inverse of [Model.String].
func ModelNamed(name string) (Model, error) {
	switch name {
	case "normalized":
		return Normalized, nil
	case "logistic":
		return Logistic, nil
	}
	return 0, fmt.Errorf("model %q: write normalized or logistic", name)
}

// SPRT is a sequential probability ratio test of two hypotheses: H0, the first-named player is stronger by Elo0, and
// H1, the first-named player is stronger by Elo1. (Wald, Sequential tests of statistical hypotheses, 1945.)
type SPRT struct {
	Elo0, Elo1  float64 // the hypotheses, Elo0 < Elo1, in units of Model
	Alpha, Beta float64 // chances of accepting Elo1 when Elo0 is true and the reverse; together less than 1
	Model       Model
}

// The largest hypotheses accepted. With normalized Elo of 250 and more the search for the likeliest distribution of
// pairs finds none.
const (
	farthest           = 400
	farthestNormalized = 200
)

func (m Model) farthest() float64 {
	if m == Normalized {
		return farthestNormalized
	}
	return farthest
}

// Validate returns an error that names what is wrong with the parameters of the test.
func (t SPRT) Validate() error {
	switch {
	case !(t.Elo0 < t.Elo1) || !(t.Elo0 >= -t.Model.farthest()) || !(t.Elo1 <= t.Model.farthest()):
		return fmt.Errorf("sprt: hypotheses %v and %v: give two numbers of %s Elo between %v and %v, the smaller first",
			t.Elo0, t.Elo1, t.Model, -t.Model.farthest(), t.Model.farthest())
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("sprt: alpha %v and beta %v: give two numbers above 0 whose sum is below 1, "+
			"such as 0.05 and 0.05", t.Alpha, t.Beta)
	case t.Model != Normalized && t.Model != Logistic:
		return fmt.Errorf("sprt: model %d: give Normalized or Logistic", t.Model)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test accepts Elo0 and Elo1. (Wald, 1945: ln(beta/(1 - alpha))
// and ln((1 - beta)/alpha).)
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decide returns the decision for a ratio, which may be at a bound or beyond. It does not correct for overshoot; see
// [Sequence].
func (t SPRT) Decide(ratio float64) Decision {
	switch lower, upper := t.Bounds(); {
	case ratio <= lower:
		return AcceptH0
	case ratio >= upper:
		return AcceptH1
	}
	return Undecided
}

// LLR returns the generalised log-likelihood ratio of a sample: N sum p_i ln(q_1i/q_0i), where q_j is the distribution
// of greatest likelihood that obeys hypothesis j, and zero counts stand as 1/1000. (Van den Bergh, Comparing the
// approximations, proposition 1.1; Normalized Elo in practice, section 4.) An empty sample has the ratio 0.
//
// Openings in all seatings of three or four seats have the ratio of normal distributions with unknown variances. An
// outcome is the mean of 12 or 48 comparisons there, so outcomes are nearly normal, and most of their range never
// occurs; the distribution of greatest likelihood would explain a distant mean by such outcomes, which made short
// tests of four seats up to 2.5 times as long.
func (t SPRT) LLR(sample Sample) (float64, error) {
	outcomes := sample.outcomes()
	if err := t.Validate(); err != nil || floats.Sum(outcomes) == 0 {
		return 0, err
	}
	n := filled(outcomes)
	if len(n) > len(Pentanomial{}) {
		return t.normalRatio(n, sample.gamesEach()), nil
	}
	steps, err := t.steps(n, sample.gamesEach())
	if err != nil {
		return 0, err
	}
	return floats.Dot(n, steps), nil
}

// normalRatio returns the generalised log-likelihood ratio of normal distributions. With mean s and variance v of the
// outcomes, the likeliest variance is v + (s - s_j)^2 where a hypothesis names the mean s_j; where it names 1/2 + t
// sigma, the likeliest sigma is the root of sigma^2 + t (s - 1/2) sigma = v + (s - 1/2)^2. N - 1 observations count,
// since the mean takes one. (Rushton, On a sequential t-test, 1950.)
func (t SPRT) normalRatio(outcomes []float64, gamesEach float64) float64 {
	n, s, v := moments(outcomes)
	if n <= 1 {
		return 0
	}
	logLikelihood := func(elo float64) float64 { // of an outcome, without the constant
		if t.Model == Logistic {
			distance := s - ScoreOfElo(elo)
			return -math.Log(v+distance*distance) / 2
		}
		target, above := math.Sqrt(gamesEach)*elo/perNormalized, s-.5
		half := target * above / 2
		sigma := math.Sqrt(half*half+v+above*above) - half
		distance := (above - target*sigma) / sigma
		return -math.Log(sigma) - (v/(sigma*sigma)+distance*distance-1)/2
	}
	return (n - 1) * (logLikelihood(t.Elo1) - logLikelihood(t.Elo0))
}

// steps returns ln(q_1i/q_0i), which an outcome adds to the ratio, given counts of outcomes of which none is 0.
func (t SPRT) steps(n []float64, gamesEach float64) ([]float64, error) {
	p := slices.Clone(n)
	floats.Scale(1/floats.Sum(n), p)
	q0, err0 := t.likeliest(p, t.Elo0, gamesEach)
	q1, err1 := t.likeliest(p, t.Elo1, gamesEach)
	if err := errors.Join(err0, err1); err != nil {
		return nil, err
	}
	floats.Div(q1, q0)
	for i, ratio := range q1 {
		q1[i] = math.Log(ratio)
	}
	return q1, nil
}

// likeliest returns the distribution of greatest likelihood under a hypothesis, given observed frequencies p, none 0.
func (t SPRT) likeliest(p []float64, elo, gamesEach float64) ([]float64, error) {
	if t.Model == Logistic {
		return likeliestLogistic(p, ScoreOfElo(elo))
	}
	return likeliestNormalized(p, math.Sqrt(gamesEach)*elo/perNormalized)
}

var errTooFar = errors.New("sprt: the hypotheses are too far from what these outcomes can show: give ones nearer to 0")

func likeliestLogistic(p []float64, mean float64) ([]float64, error) {
	q, x := make([]float64, len(p)), make([]float64, len(p))
	for i := range p {
		x[i] = score(i, p) - mean
	}
	_, err := tilt(q, p, x, 0)
	return q, err
}

// likeliestNormalized returns the distribution of greatest likelihood with (mu - 1/2)/sigma = target. It is a fixed
// point: each round finds the likeliest distribution in which phi_i = a_i - 1/2 - target sigma (1 + ((a_i -
// mu)/sigma)^2)/2 has a mean of 0, with mu and sigma of the round before. (Van den Bergh, Normalized Elo in practice,
// section 4.)
func likeliestNormalized(p []float64, target float64) ([]float64, error) {
	const (
		most  = 1000 // rounds; some ten are usual
		still = 1e-9 // no probability moves by more
	)
	q, next, phi := make([]float64, len(p)), make([]float64, len(p)), make([]float64, len(p))
	floats.AddConst(1/float64(len(q)), q)
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
		moved := floats.Distance(next, q, math.Inf(1))
		if q, next = next, q; moved <= still {
			return q, nil
		}
	}
	return nil, errTooFar
}

// tilt sets q to the distribution of greatest likelihood for frequencies p under which x has a mean of 0, and returns
// its theta: q_i = p_i/(1 + theta x_i). (Owen, Empirical likelihood ratio confidence regions, 1990.) The search for
// theta starts at a guess.
//
// If nearly all of p lies on one side of 0, theta is close to -1/f, where f is the farthest x on the other side. To
// avoid cancellation, tilt solves for r = 1 + theta f instead: with y_i = x_i/f, 1 + theta x_i is 1 - y_i + r y_i.
func tilt(q, p, x []float64, guess float64) (float64, error) {
	low, high := slices.Min(x), slices.Max(x)
	if !(low < 0 && high > 0) {
		return 0, errTooFar
	}
	farthest, other := low, high
	if floats.Dot(p, x) < 0 {
		farthest, other = high, low
	}
	// relative returns y_i and 1 + theta x_i.
	relative := func(i int, r float64) (y, divisor float64) {
		y = x[i] / farthest
		return y, 1 - y + r*y
	}
	most := 1 - farthest/other // the r at which theta is -1/other
	start := 1 + guess*farthest
	if !(start > 0 && start < most) {
		start = 1
	}
	r := newton(0, most, start, func(r float64) (value, slope float64) {
		for i := range x {
			y, divisor := relative(i, r)
			share := y / divisor
			value -= p[i] * share
			slope += p[i] * share * share
		}
		return value, slope
	})
	for i := range x {
		_, divisor := relative(i, r)
		q[i] = p[i] / divisor
	}
	return (r - 1) / farthest, nil
}

// Bisect returns where the increasing function f changes sign between low and high, to the precision of floating-point
// numbers. It never evaluates f at the ends, which may be poles. If f does not change sign, it returns the end nearest
// to a change. (gonum has no root finder for a bracketed function of one variable.)
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

// newton returns the root of the increasing function f, which also returns its slope, between low and high. It takes
// Newton's steps, and halves the bracket if they leave it or do not improve. It never evaluates f at the ends, which
// may be poles. The root is exact relative to its distance from low. (Press and others, Numerical Recipes, section
// 9.4.)
func newton(low, high, start float64, f func(float64) (value, slope float64)) float64 {
	const (
		most = 200   // steps; four are usual
		last = 1e-10 // of the distance from the end: so short a step leaves an error of the order of its square
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
