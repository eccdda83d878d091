// Package stats computes statistics of game results: differences in strength, their errors, and sequential tests. All
// its functions are pure functions of counts.
//
//   - A [Sample] holds the results of two players, as games ([WDL]), as pairs with the seats swapped ([Pentanomial]),
//     or as openings in all seatings of two to four seats ([Openings]). [Elo], [NormalizedElo] and [LOS] describe it.
//   - An [SPRT] decides between two hypotheses. A [Sequence] runs it opening by opening, an [AfterStop] estimates the
//     difference afterwards, and [SPRT.Length] predicts its length.
//   - [Anytime] and [OpeningMeans] bound mean scores by intervals that stay valid however often one looks at them.
//     OpeningMeans is for games that share openings.
//
// Data may be too few or too one-sided for an estimate, so an [Estimate] has a [Kind]. No number in it is ever NaN or
// infinite. All intervals are at the 95 % level unless a function takes a level.
package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Model says in which unit the hypotheses of an [SPRT] are given.
type Model uint8

const (
	Normalized Model = iota // normalized Elo: draws and unequal seats do not change the length of a test
	Logistic                // plain Elo
)

// String returns "normalized" or "logistic".
func (m Model) String() string {
	if m == Logistic {
		return "logistic"
	}
	return "normalized"
}

// ModelNamed returns the model whose [Model.String] is name.
func ModelNamed(name string) (Model, error) {
	switch name {
	case "normalized":
		return Normalized, nil
	case "logistic":
		return Logistic, nil
	}
	return 0, fmt.Errorf("model %q: write normalized or logistic", name)
}

// SPRT is a sequential probability ratio test of two hypotheses: the first player is stronger by Elo0 (H0), or by Elo1
// (H1). (Wald, Sequential tests of statistical hypotheses, 1945.)
type SPRT struct {
	Elo0, Elo1  float64 // the hypotheses, in units of Model; Elo0 is smaller
	Alpha, Beta float64 // probabilities of accepting H1 if H0 is true, and H0 if H1 is true; their sum is below 1
	Model       Model
}

// The greatest absolute values of the hypotheses, in logistic and in normalized Elo. For normalized Elo of 250 or more,
// likeliestNormalized does not converge.
const (
	farthest           = 400.
	farthestNormalized = 200.
)

// Validate returns an error that names what is wrong with the parameters of the test.
func (t SPRT) Validate() error {
	most := farthest
	if t.Model == Normalized {
		most = farthestNormalized
	}
	switch {
	case !(t.Elo0 < t.Elo1) || !(t.Elo0 >= -most) || !(t.Elo1 <= most):
		return fmt.Errorf("sprt: hypotheses %v and %v: give two numbers of %s Elo between %v and %v, the smaller first",
			t.Elo0, t.Elo1, t.Model, -most, most)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("sprt: alpha %v and beta %v: give two numbers above 0 whose sum is below 1, "+
			"such as 0.05 and 0.05", t.Alpha, t.Beta)
	case t.Model != Normalized && t.Model != Logistic:
		return fmt.Errorf("sprt: model %d: give Normalized or Logistic", t.Model)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test accepts Elo0 and Elo1: ln(beta/(1 - alpha)) and ln((1 -
// beta)/alpha). (Wald, 1945.)
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decision is the decision of a sequential test.
type Decision uint8

const (
	Undecided Decision = iota // the test continues
	AcceptH0                  // the test has accepted the difference Elo0
	AcceptH1                  // the test has accepted the difference Elo1
)

// String returns "continue", "H0" or "H1".
func (d Decision) String() string { return [...]string{"continue", "H0", "H1"}[d] }

// Decide returns the decision for a log-likelihood ratio. Unlike [Sequence], it does not correct for overshoot.
func (t SPRT) Decide(ratio float64) Decision {
	switch lower, upper := t.Bounds(); {
	case ratio <= lower:
		return AcceptH0
	case ratio >= upper:
		return AcceptH1
	}
	return Undecided
}

// LLR returns the generalised log-likelihood ratio of a sample of N observations with frequencies p_i: N sum p_i
// ln(q_1i/q_0i), where q_j is the likeliest distribution that fulfils hypothesis j. Zero counts are replaced by 1/1000.
// (Van den Bergh, Comparing the approximations, proposition 1.1; Normalized Elo in practice, section 4.) The ratio of
// an empty sample is 0.
//
// For openings of games with three or four seats, LLR uses normal distributions with unknown variances instead. There
// an outcome is the mean of 12 or 48 comparisons between seats. Such outcomes are nearly normal, and most of the
// possible ones never occur. The likeliest distribution q_j would give some probability to outcomes that never occur;
// this made short tests with four seats up to 2.5 times as long.
func (t SPRT) LLR(sample Sample) (float64, error) {
	outcomes := sample.outcomes()
	if err := t.Validate(); err != nil || floats.Sum(outcomes) == 0 {
		return 0, err
	}
	counts := filled(outcomes)
	if len(counts) > len(Pentanomial{}) { // three or four seats
		return t.normalRatio(counts, sample.gamesEach()), nil
	}
	increments, err := t.increments(counts, sample.gamesEach())
	if err != nil {
		return 0, err
	}
	return floats.Dot(counts, increments), nil
}

// means returns the mean scores under both hypotheses. v is the variance of the scores of the outcomes.
func (t SPRT) means(v, gamesEach float64) (s0, s1 float64) {
	if t.Model == Logistic {
		return ScoreOfElo(t.Elo0), ScoreOfElo(t.Elo1)
	}
	unit := math.Sqrt(gamesEach*v) / perNormalized // mean score per normalized Elo
	return .5 + t.Elo0*unit, .5 + t.Elo1*unit
}

// normalRatio returns the generalised log-likelihood ratio for normally distributed outcomes. The outcomes of the
// sample have the mean s and the variance v. A logistic hypothesis says that the true mean is s_j; the likeliest
// variance is then v + (s - s_j)^2. A normalized hypothesis says that the true mean is 1/2 + target sigma, where sigma
// is the true standard deviation. Its likeliest value is then the positive root of
//
//	sigma^2 + target (s - 1/2) sigma = v + (s - 1/2)^2
//
// The ratio counts N - 1 of the N observations, because the mean is estimated from them too. (Rushton, On a sequential
// t-test, 1950.)
func (t SPRT) normalRatio(outcomes []float64, gamesEach float64) float64 {
	n, s, v := moments(outcomes)
	if n <= 1 {
		return 0
	}
	logLikelihood := func(elo float64) float64 { // mean over the outcomes, without the constant term
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

// increments returns, for each outcome i, the amount ln(q_1i/q_0i) that it adds to the log-likelihood ratio. n holds
// the counts of the outcomes, all above 0.
func (t SPRT) increments(n []float64, gamesEach float64) ([]float64, error) {
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

// likeliest returns the likeliest distribution of outcomes, given their frequencies p, which are above 0, among the
// distributions in which the difference is elo, in the unit of t.Model.
func (t SPRT) likeliest(p []float64, elo, gamesEach float64) ([]float64, error) {
	if t.Model == Normalized {
		return likeliestNormalized(p, math.Sqrt(gamesEach)*elo/perNormalized)
	}
	q, above := make([]float64, len(p)), make([]float64, len(p))
	for i := range p {
		above[i] = score(i, p) - ScoreOfElo(elo)
	}
	_, err := tilt(q, p, above, 0)
	return q, err
}

var errTooFar = errors.New("sprt: the hypotheses are too far from what these outcomes can show: give ones nearer to 0")

// likeliestNormalized returns the likeliest distribution with (mu - 1/2)/sigma = target, where mu and sigma are the
// mean and the standard deviation of its scores a_i. It iterates towards a fixed point. Each iteration finds the
// likeliest distribution in which phi_i = a_i - 1/2 - target sigma (1 + ((a_i - mu)/sigma)^2)/2 has the mean 0, with mu
// and sigma from the iteration before. (Van den Bergh, Normalized Elo in practice, section 4.)
func likeliestNormalized(p []float64, target float64) ([]float64, error) {
	const (
		maxIterations = 1000 // usually about ten are enough
		converged     = 1e-9 // greatest change of a probability in the last iteration
	)
	q, next, phi := make([]float64, len(p)), make([]float64, len(p)), make([]float64, len(p))
	floats.AddConst(1/float64(len(q)), q) // starts from the uniform distribution
	theta := 0.
	var err error
	for range maxIterations {
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
		q, next = next, q
		if moved <= converged {
			return q, nil
		}
	}
	return nil, errTooFar
}

// tilt sets q to the likeliest distribution, given the frequencies p, among the distributions under which x has the
// mean 0. This is q_i = p_i/(1 + theta x_i) for some theta, which tilt returns. (Owen, Empirical likelihood ratio
// confidence regions, 1990.) The search for theta starts at guess.
//
// If nearly all observed x have the same sign, theta is close to -1/f, where f is the extreme x of the other sign. To
// avoid cancellation, tilt solves for r = 1 + theta f instead of theta. With y_i = x_i/f, the divisor 1 + theta x_i is
// 1 - y_i + r y_i.
func tilt(q, p, x []float64, guess float64) (float64, error) {
	low, high := slices.Min(x), slices.Max(x)
	if !(low < 0 && high > 0) {
		return 0, errTooFar
	}
	extreme, other := low, high
	if floats.Dot(p, x) < 0 { // most observed x are negative
		extreme, other = high, low
	}
	// relative returns y_i and 1 + theta x_i.
	relative := func(i int, r float64) (y, divisor float64) {
		y = x[i] / extreme
		return y, 1 - y + r*y
	}

	upper := 1 - extreme/other // the r at which theta is -1/other
	start := 1 + guess*extreme
	if !(start > 0 && start < upper) {
		start = 1 // theta = 0
	}
	r := newton(upper, start, func(r float64) (value, slope float64) {
		for i := range x {
			y, divisor := relative(i, r)
			ratio := y / divisor
			value -= p[i] * ratio
			slope += p[i] * ratio * ratio
		}
		return value, slope
	})

	for i := range x {
		_, divisor := relative(i, r)
		q[i] = p[i] / divisor
	}
	return (r - 1) / extreme, nil
}

// Bisect returns the root of the increasing function f between low and high, to the precision of floating-point
// numbers. It never evaluates f at low and high, which may be poles. If f has no root, it returns high if f is negative
// and low if f is positive. (gonum has no root finder for a bracketed function of one variable.)
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

// newton returns the root of the increasing function f between 0 and high; f also returns its slope. It uses Newton's
// method from start. If a step would leave the bracket, or is longer than half the step before, newton bisects the
// bracket instead. It never evaluates f at 0 and high, which may be poles. The error is small compared with the root.
// (Press and others, Numerical Recipes, section 9.4.)
func newton(high, start float64, f func(float64) (value, slope float64)) float64 {
	const (
		maxSteps  = 200   // usually four are enough
		shortStep = 1e-10 // relative to the root; the error is of the order of the square of the last step
	)
	low, x, lastStep := 0., start, high
	for range maxSteps {
		value, slope := f(x)
		if value < 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/slope
		step := math.Abs(next - x)
		switch {
		case step <= shortStep*next && next >= low && next <= high:
			return next
		case !(next > low && next < high) || step > lastStep/2:
			next = low + (high-low)/2
			step = math.Abs(next - x)
		}
		x, lastStep = next, step
	}
	return x
}
