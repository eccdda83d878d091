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
	// Normalized: normalized Elo, so that the length of a test depends neither on the draw rate nor on the first-seat advantage.
	Normalized Model = iota
	// Logistic: plain Elo.
	Logistic
)

// String is "normalized" or "logistic".
func (m Model) String() string {
	if m == Logistic {
		return "logistic"
	}
	return "normalized"
}

// ModelNamed finds the model of that name.
func ModelNamed(name string) (Model, error) {
	for _, m := range []Model{Normalized, Logistic} {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, fmt.Errorf("model %q: write normalized or logistic", name)
}

// SPRT is a sequential probability ratio test of the hypothesis that the first-named player is Elo1 stronger against the one that he is Elo0
// stronger. (Wald, Sequential tests of statistical hypotheses, 1945.)
type SPRT struct {
	Elo0, Elo1  float64 // the hypotheses, Elo0 < Elo1, in units of Model
	Alpha, Beta float64 // chances of accepting Elo1 when Elo0 is true and the reverse, each in (0, 1), together less than 1
	Model       Model
}

// The largest hypotheses accepted. With normalized Elo of 250 and more the search for the likeliest distribution of pairs finds none.
const (
	farthest           = 400
	farthestNormalized = 200
)

// farthest is the largest hypothesis accepted, in the unit of the model.
func (m Model) farthest() float64 {
	if m == Normalized {
		return farthestNormalized
	}
	return farthest
}

// Validate says what is wrong with the test, if anything.
func (t SPRT) Validate() error {
	switch {
	case !(t.Elo0 < t.Elo1) || !(t.Elo0 >= -t.Model.farthest()) || !(t.Elo1 <= t.Model.farthest()):
		return fmt.Errorf("sprt: hypotheses %v and %v: give two numbers of %s Elo between %v and %v, the smaller first",
			t.Elo0, t.Elo1, t.Model, -t.Model.farthest(), t.Model.farthest())
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

// Decide says whether a log-likelihood ratio is at one of the test's bounds or beyond. It knows no history and so no overshoot; see [Sequence].
func (t SPRT) Decide(ratio float64) Decision {
	switch lower, upper := t.Bounds(); {
	case ratio <= lower:
		return AcceptH0
	case ratio >= upper:
		return AcceptH1
	}
	return Undecided
}

// LLR is the generalised log-likelihood ratio of a sample: N sum p_i ln(q_1i/q_0i), where q_j is the distribution of greatest likelihood that obeys
// hypothesis j, and zero counts stand as 1/1000. (Van den Bergh, Comparing the approximations, proposition 1.1; Normalized Elo in practice, section
// 4.) An empty sample has the ratio 0. It fails when the test is not valid.
func (t SPRT) LLR(sample Sample) (float64, error) {
	if err := t.Validate(); err != nil {
		return 0, err
	}
	return t.ratio(sample.outcomes(), sample.gamesEach())
}

// ratio is the LLR of counts of outcomes, for a valid test.
func (t SPRT) ratio(outcomes []float64, gamesEach float64) (float64, error) {
	if floats.Sum(outcomes) == 0 {
		return 0, nil
	}
	n := filled(outcomes)
	steps, err := t.steps(n, gamesEach)
	if err != nil {
		return 0, err
	}
	return floats.Dot(n, steps), nil
}

// steps is ln(q_1i/q_0i), what an outcome adds to the ratio, given counts of outcomes of which none is 0.
func (t SPRT) steps(n []float64, gamesEach float64) ([]float64, error) {
	p := slices.Clone(n)
	floats.Scale(1/floats.Sum(n), p)
	q0, err0 := t.likeliest(p, t.Elo0, gamesEach)
	q1, err1 := t.likeliest(p, t.Elo1, gamesEach)
	if err := errors.Join(err0, err1); err != nil {
		return nil, err
	}
	steps := p
	for i := range steps {
		steps[i] = math.Log(q1[i] / q0[i])
	}
	return steps, nil
}

// likeliest is the distribution of greatest likelihood under a hypothesis, given observed frequencies p.
func (t SPRT) likeliest(p []float64, elo, gamesEach float64) ([]float64, error) {
	if t.Model == Logistic {
		return likeliestLogistic(p, ScoreOfElo(elo))
	}
	return likeliestNormalized(p, math.Sqrt(gamesEach)*elo/perNormalized)
}
