package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Sequence is a sequential test in progress. [SPRT.OnOpenings] returns a sequence without games, and [Sequence.Next] a
// sequence with one more opening.
//
// The log-likelihood ratio moves in jumps, so at the end it has passed a bound. Therefore a test that stops at Wald's
// bounds is longer than necessary, and its errors are rarer than alpha and beta. Sequence moves each bound inward by
// the expected overshoot. It estimates the overshoot from the amounts D by which the ratio has fallen to new minima, as
// sum D^2/(2 sum D), and likewise from its maxima. (Siegmund, Sequential analysis, 1985, corollary 8.33; the practice
// of the fishtest framework.)
type Sequence struct {
	Sample   Openings // results of the openings up to the decision
	LLR      float64  // log-likelihood ratio
	Decision Decision // final unless Undecided
	test     SPRT
	minima   records // new minima of the ratio
	maxima   records // new maxima of the ratio, as minima of its negative
}

// records holds the smallest value so far of a number that starts at 0. It adds up the amounts by which the number has
// fallen to new minima (falls), and their squares.
type records struct{ least, falls, squares float64 }

func (r *records) add(x float64) {
	if fall := r.least - x; fall > 0 {
		r.least, r.falls, r.squares = x, r.falls+fall, r.squares+fall*fall
	}
}

// overshoot returns the expected overshoot: the distance between a bound and the first value beyond that bound.
func (r *records) overshoot() float64 {
	if r.falls == 0 {
		return 0
	}
	return r.squares / (2 * r.falls)
}

// A test decides nothing before the variance of the outcomes is known. With two seats this takes 8 pairs that a player
// won, because pairs in which both score the same say little about the variance. With three or four seats it takes 20
// openings. Without this rule, up to 7.2 % instead of 5 % of simulated tests are wrong, where openings decide many
// games or the hypotheses are far apart.
const (
	fewestWon   = 8
	fewestMixed = 20
)

// missing returns how many more openings a test needs before it may decide; with two seats, how many more pairs that a
// player won. At 0 or less, the test may decide.
func (o Openings) missing() int {
	if len(o) > len(Pentanomial{}) {
		return fewestMixed - o.Count()
	}
	tied := o[len(o)/2]
	return fewestWon - (o.Count() - tied)
}

// OnOpenings returns a sequence of the test that has no games yet. Its games will have the given number of seats, 2 to
// 4. OnOpenings returns an error if the test is not valid.
func (t SPRT) OnOpenings(seats int) (Sequence, error) {
	s := Sequence{Sample: NewOpenings(seats), test: t}
	return s, t.Validate()
}

// Next returns the sequence after one more opening, whose outcome is an index of [Openings]. If the test is decided,
// Next ignores the opening.
func (s Sequence) Next(outcome int) (Sequence, error) {
	if s.test == (SPRT{}) {
		return s, fmt.Errorf("sprt: a sequence that is not begun: make it with OnOpenings")
	}
	if outcome < 0 || outcome >= len(s.Sample) {
		return s, fmt.Errorf("sprt: %d half points: give a number from 0 to %d", outcome, len(s.Sample)-1)
	}
	if s.Decision != Undecided {
		return s, nil
	}
	next := s
	next.Sample = slices.Clone(s.Sample)
	next.Sample[outcome]++
	var err error
	if next.LLR, err = s.test.LLR(next.Sample); err != nil {
		return s, err
	}
	next.minima.add(next.LLR)
	next.maxima.add(-next.LLR)
	if next.Sample.missing() > 0 {
		return next, nil
	}
	switch lower, upper := next.Bounds(); {
	case next.LLR < lower:
		next.Decision = AcceptH0
	case next.LLR > upper:
		next.Decision = AcceptH1
	}
	return next, nil
}

// Bounds returns the log-likelihood ratios at which the test stops: below lower or above upper. Because of the
// correction for overshoot, lower and upper lie a little inside the bounds of [SPRT.Bounds].
func (s Sequence) Bounds() (lower, upper float64) {
	lower, upper = s.test.Bounds()
	return lower + s.minima.overshoot(), upper - s.maxima.overshoot()
}

// AfterStop is an estimate of the difference between two players from a sequential test. A test that is still undecided
// is taken as stopped now.
type AfterStop struct {
	Elo      Estimate
	LOS      *float64 // probability of a worse end between equal players, see [SPRT.AfterStop]; nil for too few pairs
	Adjusted bool     // Elo is median-unbiased; otherwise it is the plain estimate, which is biased by the stopping
}

// Method describes in a few words how Elo was estimated.
func (a AfterStop) Method() string {
	if a.Adjusted {
		return "median-unbiased"
	}
	return "the plain one, biased by the stopping: the results are too few or too alike for a better one"
}

// AfterStop returns the estimate of the Elo difference from a sample on which the test was run. The plain [Elo] would
// be biased, because a lucky player stops the test early. AfterStop treats the log-likelihood ratio as a Brownian
// motion between the bounds. For a true mean score s, its drift per observation is (s - (s0+s1)/2)(s1 - s0)/v and its
// variance (s1 - s0)^2/v. Here s0 and s1 are the mean scores under the hypotheses, and v is the variance of the
// outcomes. An end of the test is worse than another if it accepts Elo0 earlier, Elo1 later, or Elo0 instead of Elo1.
// The estimate is the Elo at which an end worse than the observed end has the probability 1/2. Its limits are the Elo
// at which this probability is .975 and .025. (Siegmund, Estimation following sequential tests, 1978; the practice of
// the fishtest framework.)
//
// If the data are too few or too uniform for a normal approximation, AfterStop returns the plain estimate.
func (t SPRT) AfterStop(sample Sample) (AfterStop, error) {
	if err := t.Validate(); err != nil {
		return AfterStop{}, err
	}
	if plain := Elo(sample); plain.Kind != Measured {
		return AfterStop{Elo: plain, LOS: Superior(sample)}, nil
	}
	o := t.observed(sample)
	return AfterStop{LOS: ofEnough(sample, o.worse(0)), Adjusted: true,
		Elo: Limited(o.eloAt(.5), o.eloAt(.975), o.eloAt(.025))}, nil
}

// An observation describes the observed end of a sequential test as the end of a Brownian motion whose drift is not
// known.
type observation struct {
	motion brownian // the field drift is not set
	middle float64  // mean score at which the drift is 0
	slope  float64  // derivative of the drift by the mean score
	end    stop
}

// observed describes the test of a sample as a Brownian motion that has ended at a barrier, or between the barriers if
// the test is undecided.
func (t SPRT) observed(sample Sample) observation {
	n, s, v := moments(filled(sample.outcomes()))
	s0, s1 := t.means(v, sample.gamesEach())
	o := observation{middle: (s0 + s1) / 2, slope: (s1 - s0) / v}
	o.motion.lower, o.motion.upper = t.Bounds()
	o.motion.variance = (s1 - s0) * (s1 - s0) / v
	drift := o.slope * (s - o.middle)
	level := n * drift
	o.end = stop{n, min(o.motion.upper, max(o.motion.lower, level))}

	openings, _ := sample.(Openings)
	// A test that ends as soon as it has enough data to decide (see Openings.missing) may have been past a barrier for
	// some time. With two seats, missing is 0 exactly in this case. With more seats, this is always assumed.
	mayHaveWaited := len(openings) > len(Pentanomial{}) || len(openings) > 0 && openings.missing() == 0
	switch {
	case o.end.level == level: // the test stopped between the barriers
	case mayHaveWaited:
		// The ratio may have been beyond a barrier while the variance of the outcomes was not known (see
		// Openings.missing). So both barriers are moved outwards, until the end lies on one.
		beyond := level / o.end.level
		o.motion.lower, o.motion.upper, o.end.level = beyond*o.motion.lower, beyond*o.motion.upper, level
	default: // the ratio passed the barrier before the last observation
		o.end.time = o.end.level / drift
	}
	return o
}

// Left returns the expected number of further observations of an undecided test with the given log-likelihood ratio, if
// the true difference is the observed one. The ratio is then a Brownian motion with a known drift. The result is at
// least the number of observations that the test still needs before it may decide.
func (t SPRT) Left(sample Openings, ratio float64) float64 {
	missing := float64(max(0, sample.missing()))
	if sample.Count() == 0 {
		return missing
	}
	o := t.observed(sample)
	_, s, _ := moments(filled(sample.outcomes()))
	m := o.motion
	m.drift = o.slope * (s - o.middle)
	m.lower, m.upper = m.lower-ratio, m.upper-ratio
	if !(m.lower < 0 && m.upper > 0) {
		return missing
	}
	return max(missing, m.length())
}

// worse returns the probability of an end that is worse than the observed one (see [SPRT.AfterStop]), if the true
// difference is elo.
func (o observation) worse(elo float64) float64 {
	m := o.motion
	m.drift = o.slope * (ScoreOfElo(elo) - o.middle)
	return m.worse(o.end)
}

// widest is the greatest absolute value, in Elo, that an estimate after a test can have.
const widest = 1000

// eloAt returns the Elo difference at which a worse end has the probability p. If this difference is beyond ±widest,
// eloAt returns infinity, which [Limited] takes as unknown whatever its sign.
func (o observation) eloAt(p float64) float64 {
	if !(o.worse(-widest) > p && o.worse(widest) < p) {
		return math.Inf(1)
	}
	return Bisect(-widest, widest, func(elo float64) float64 { return p - o.worse(elo) })
}

// brownian is a Brownian motion that starts at 0 and stops at a lower or an upper barrier.
type brownian struct {
	lower, upper float64 // lower < 0 < upper
	drift        float64 // per observation
	variance     float64 // variance per observation, above 0
}

// hitsUpper returns the probability of ending at the upper barrier. (Siegmund, Sequential analysis, 1985, chapter 3.)
func (m brownian) hitsUpper() float64 {
	tilt := -2 * m.drift / m.variance
	if math.Abs(tilt)*(m.upper-m.lower) < 1e-9 { // nearly no drift
		return -m.lower / (m.upper - m.lower)
	}
	if tilt > 0 { // this form avoids the exponential of a large number
		return math.Exp(-tilt*m.upper) * math.Expm1(tilt*m.lower) / math.Expm1(tilt*(m.lower-m.upper))
	}
	return math.Expm1(-tilt*m.lower) / math.Expm1(tilt*(m.upper-m.lower))
}

// length returns the expected time until the motion stops. By Wald's equation it is the expected end divided by the
// drift. Without drift, it is the product of the distances to the barriers divided by the variance.
func (m brownian) length() float64 {
	if math.Abs(m.drift)*(m.upper-m.lower) < 1e-6*m.variance {
		return -m.lower * m.upper / m.variance
	}
	p := m.hitsUpper()
	return (p*m.upper + (1-p)*m.lower) / m.drift
}

// stop is the last observed point of a motion: the time, in observations, and the level, which is not beyond a barrier.
type stop struct{ time, level float64 }

// worse returns the probability of a worse end than the stop at: the motion reaches the lower barrier before at.time,
// or at that time it has reached no barrier and is below at.level.
func (m brownian) worse(at stop) float64 {
	width := m.upper - m.lower
	shortTime := m.variance*at.time/(width*width) < .01
	strongDrift := math.Abs(m.drift*width/m.variance) > 15
	if shortTime || strongDrift { // worseBySeries would be slow or inexact
		return min(1, max(0, m.worseByImages(at)))
	}
	return min(1, max(0, m.worseBySeries(at)))
}

// worseBySeries computes worse as a sum over the eigenfunctions between the barriers, which corrects the probability of
// ending at the lower barrier at any time. If the time is not short, the terms decrease fast. (Cox and Miller, The
// theory of stochastic processes, 1965, section 5.7.)
func (m brownian) worseBySeries(at stop) float64 {
	width, start, level := m.upper-m.lower, -m.lower, at.level-m.lower
	g := m.drift / m.variance
	sum := 0.
	for n := 1.; ; n++ {
		fade := (n*n - 1) * math.Pi * math.Pi * m.variance / (2 * width * width) * at.time
		if fade > 45 { // exp(-45) is below the precision of the sum
			break
		}
		wave := n * math.Pi / width
		u := 2 * (width*g*math.Sin(wave*level) - math.Pi*n*math.Cos(wave*level)) /
			(width*width*g*g + math.Pi*math.Pi*n*n)
		sum += math.Exp(-fade) * u * math.Sin(wave*start)
	}
	rate := math.Pi*math.Pi*m.variance/(2*width*width) + m.drift*m.drift/(2*m.variance)
	return 1 - m.hitsUpper() + math.Exp(-rate*at.time+g*(level-start))*sum
}

// worseByImages computes worse by the method of images. It neglects paths that touch both barriers, which are
// improbable if the time is short or the drift is strong.
func (m brownian) worseByImages(at stop) float64 {
	g, spread, moved := m.drift/m.variance, math.Sqrt(m.variance*at.time), m.drift*at.time
	return distuv.UnitNormal.CDF((at.level-moved)/spread) +
		expTimesPhi(2*g*m.lower, (2*m.lower-at.level+moved)/spread) -
		expTimesPhi(2*g*m.upper, (at.level-moved-2*m.upper)/spread)
}

// expTimesPhi returns e^w Phi(z), without overflow of e^w and underflow of Phi(z).
func expTimesPhi(w, z float64) float64 {
	if z > -30 {
		return math.Exp(w + math.Log(distuv.UnitNormal.CDF(z)))
	}
	// For such z, Phi(z) is computed by its asymptotic series, with a relative error of 15/z^6.
	mills := math.Log1p((3/(z*z)-1)/(z*z)) - math.Log(-z*math.Sqrt(2*math.Pi))
	return math.Exp(w - z*z/2 + mills)
}

// pair returns the probability of each outcome of a pair of independent games without draws, in the order of
// [Pentanomial]. The first player is stronger by elo.
func pair(elo float64) []float64 {
	e := ScoreOfElo(elo)
	return []float64{(1 - e) * (1 - e), 0, 2 * e * (1 - e), 0, e * e}
}

// shown returns the difference, in the unit of m, that many pairs show. pair holds the probabilities of the outcomes.
func shown(pair []float64, m Model) float64 {
	_, s, v := moments(pair)
	if m == Logistic {
		elo, _ := EloOfScore(s) // s is between 0 and 1, since no pair is certain to be won
		return elo
	}
	return perNormalized * (s - .5) / math.Sqrt(2*v)
}

// Length predicts how many pairs of games the test takes on average, for a true difference in the unit of its model.
// When outcome i occurs, the log-likelihood ratio moves by ln(q_1i/q_0i), see [SPRT.LLR]. Length treats it as a
// Brownian motion that ends on the bounds. It ignores the overshoot, for which [Sequence] corrects. (Wald, Sequential
// tests of statistical hypotheses, 1945: average sample number.) Draws and uneven seats do not change the length of a
// test of normalized Elo. They shorten a test of logistic Elo, for which the result is an upper bound.
func (t SPRT) Length(difference float64) (pairs float64, err error) {
	if err := t.Validate(); err != nil {
		return 0, err
	}
	elo := Bisect(-2*widest, 2*widest, func(elo float64) float64 { return shown(pair(elo), t.Model) - difference })
	motion, err := t.motion(pair(elo))
	return motion.length(), err
}

// motion returns the Brownian motion of the log-likelihood ratio, given the probabilities of the outcomes of a pair.
func (t SPRT) motion(chances []float64) (brownian, error) {
	const pairs = 1e9 // a number so large that the counts that filled adds do not matter
	counts := make([]float64, len(chances))
	increments, err := t.increments(filled(floats.ScaleTo(counts, pairs, chances)), Pentanomial{}.gamesEach())
	if err != nil {
		return brownian{}, err
	}
	m := brownian{}
	m.lower, m.upper = t.Bounds()
	for i, chance := range chances {
		m.drift += chance * increments[i]
		m.variance += chance * increments[i] * increments[i]
	}
	m.variance -= m.drift * m.drift
	return m, nil
}
