package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Decision is the decision of a sequential test.
type Decision uint8

const (
	Undecided Decision = iota // play on
	AcceptH0                  // the difference is rather Elo0 than Elo1
	AcceptH1                  // the difference is rather Elo1 than Elo0
)

// String returns "continue", "H0" or "H1".
func (d Decision) String() string { return [...]string{"continue", "H0", "H1"}[d] }

// Sequence is a sequential test in progress. It is a value: [Sequence.Next] returns a new one and changes nothing.
// [SPRT.OnOpenings] makes the first.
//
// The log-likelihood ratio moves in jumps and so ends beyond a bound; a test that stops at Wald's bounds is longer and
// surer than it promises. The bounds are therefore moved inward by the mean excess to be expected there, estimated from
// the records of the ratio so far: where D are the amounts by which it fell to a new minimum, the excess is sum D^2/(2
// sum D), and the same for its maxima. (Siegmund, Sequential analysis, 1985, corollary 8.33; the practice of the
// fishtest framework.)
type Sequence struct {
	Sample   Openings // what has been observed, up to the stop
	LLR      float64  // the log-likelihood ratio
	Decision Decision // for good
	test     SPRT
	minima   records // of the ratio
	maxima   records // of the ratio with its sign turned
}

// records sums up the falls of a number, at first 0, to new minima.
type records struct{ least, falls, squares float64 }

func (r *records) add(x float64) {
	if fall := r.least - x; fall > 0 {
		r.least, r.falls, r.squares = x, r.falls+fall, r.squares+fall*fall
	}
}

// excess returns the expected distance beyond a far bound when the number first passes it.
func (r *records) excess() float64 {
	if r.falls == 0 {
		return 0
	}
	return r.squares / (2 * r.falls)
}

// fewestMixed is the number of openings with three or four seats before which a test decides nothing, since the spread
// of their outcomes must be known first.
const fewestMixed = 20

// OnOpenings returns the beginning of the test on openings of games of 2 to 4 seats.
func (t SPRT) OnOpenings(seats int) (Sequence, error) {
	s := Sequence{Sample: NewOpenings(seats), test: t}
	return s, t.Validate()
}

// Next returns the sequence after one more opening, given the outcome for the first-named player: an index of
// [Openings]. A test that has stopped ignores the opening.
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
	if len(next.Sample) > len(Pentanomial{}) && next.Sample.Count() < fewestMixed {
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

// Bounds returns the corrected bounds, a little inside those of [SPRT.Bounds]: the test stops when the ratio is below
// lower or above upper.
func (s Sequence) Bounds() (lower, upper float64) {
	lower, upper = s.test.Bounds()
	return lower + s.minima.excess(), upper - s.maxima.excess()
}

// AfterStop is the estimate of a difference after a sequential test has stopped, or at present.
type AfterStop struct {
	Elo      Estimate
	LOS      float64 // probability of a worse end if the players were equal
	Adjusted bool    // Elo is median-unbiased; otherwise the plain estimate, which the stopping biases
}

// Method describes in a few words how Elo was estimated.
func (a AfterStop) Method() string {
	if a.Adjusted {
		return "median-unbiased"
	}
	return "plain estimate, biased by the stopping: the pairs are too few or too alike for the median-unbiased one"
}

// AfterStop returns the estimate of the difference in Elo from a sample that was watched by the test. The plain [Elo]
// is biased then, since a lucky player stops the test early. The log-likelihood ratio is taken for a Brownian motion
// between the bounds: for a true mean score s it drifts per observation by (s - (s0+s1)/2)(s1 - s0)/v with the variance
// (s1 - s0)^2/v. The estimate is the Elo at which a worse end than the seen one (accepting Elo0 sooner, accepting Elo1
// later, or Elo0 instead of Elo1) has the probability 1/2, its limits those at which it has .975 and .025. (Siegmund,
// Estimation following sequential tests, 1978; the practice of the fishtest framework.)
//
// Where the data are too few or too uniform for a normal approximation the estimate is the one of [Elo].
func (t SPRT) AfterStop(sample Sample) (AfterStop, error) {
	if err := t.Validate(); err != nil {
		return AfterStop{}, err
	}
	if plain := Elo(sample); plain.Kind != Measured {
		return AfterStop{Elo: plain, LOS: LOS(sample)}, nil
	}
	return t.observed(sample).estimate(), nil
}

// An observation is the end of a sequential test as a Brownian motion, before the true difference is known.
type observation struct {
	barriers brownian // without drift
	middle   float64  // mean score at which the drift is 0
	slope    float64  // drift per score
	at       stop
}

func (t SPRT) observed(sample Sample) observation {
	n, s, v := moments(filled(sample.outcomes()))
	s0, s1 := t.means(v, sample.gamesEach())
	o := observation{middle: (s0 + s1) / 2, slope: (s1 - s0) / v}
	o.barriers.lower, o.barriers.upper = t.Bounds()
	o.barriers.variance = (s1 - s0) * (s1 - s0) / v
	drift := o.slope * (s - o.middle)
	o.at = stop{n, min(o.barriers.upper, max(o.barriers.lower, n*drift))}
	switch {
	case o.at.level == n*drift:
	case len(sample.outcomes()) > len(Pentanomial{}): // it may have waited for the fewest openings beyond a barrier
		beyond := n * drift / o.at.level
		o.barriers.lower, o.barriers.upper, o.at.level = beyond*o.barriers.lower, beyond*o.barriers.upper, n*drift
	default: // it passed the barrier before the last observation
		o.at.time = o.at.level / drift
	}
	return o
}

// Left returns how many more observations an undecided test is expected to take if the true difference lies midway
// between the hypotheses, which takes about the longest: then the ratio is a Brownian motion without drift, whose
// expected time to reach one of two bounds is the product of their distances over its variance. (Siegmund, Sequential
// analysis, 1985.)
func (t SPRT) Left(sample Sample, ratio float64) float64 {
	m := t.observed(sample).barriers
	return (ratio - m.lower) * (m.upper - ratio) / m.variance
}

// means returns the mean scores of both hypotheses, given the variance of the outcomes and the games of each.
func (t SPRT) means(v, gamesEach float64) (s0, s1 float64) {
	if t.Model == Logistic {
		return ScoreOfElo(t.Elo0), ScoreOfElo(t.Elo1)
	}
	unit := math.Sqrt(gamesEach*v) / perNormalized
	return .5 + t.Elo0*unit, .5 + t.Elo1*unit
}

// worse returns the probability of a worse end than the observed one, given the true difference.
func (o observation) worse(elo float64) float64 {
	m := o.barriers
	m.drift = o.slope * (ScoreOfElo(elo) - o.middle)
	return m.worse(o.at)
}

const widest = 1000 // no estimate is sought beyond, in Elo

// reaches returns the Elo at which a worse end has the given probability, infinite if there is none.
func (o observation) reaches(p float64) float64 {
	if !(o.worse(-widest) > p && o.worse(widest) < p) {
		return math.Inf(1)
	}
	return Bisect(-widest, widest, func(elo float64) float64 { return p - o.worse(elo) })
}

func (o observation) estimate() AfterStop {
	return AfterStop{LOS: o.worse(0), Adjusted: true, Elo: Limited(o.reaches(.5), o.reaches(.975), o.reaches(.025))}
}

// Conditions describe games between equal players.
type Conditions struct {
	Draws     float64 // share of drawn games, from 0 and below 1
	Advantage float64 // of the first seat in Elo, from -600 to 600
}

const mostAdvantage = 600

func (c Conditions) validate() error {
	switch {
	case !(c.Draws >= 0 && c.Draws < 1):
		return fmt.Errorf("conditions: draw rate %v: give a number from 0 and below 1", c.Draws)
	case !(math.Abs(c.Advantage) <= mostAdvantage):
		return fmt.Errorf("conditions: advantage %v: give a number between -%d and %d",
			c.Advantage, mostAdvantage, mostAdvantage)
	}
	return nil
}

// pair returns the probability of each outcome of a pair, given the difference in Elo and independent games.
func (c Conditions) pair(elo float64) []float64 {
	one, other := c.game(elo+c.Advantage), c.game(elo-c.Advantage)
	p := make([]float64, len(Pentanomial{}))
	for i, x := range one {
		for j, y := range other {
			p[i+j] += x * y
		}
	}
	return p
}

// game returns the probabilities of a loss, a draw and a win, given the difference in Elo.
func (c Conditions) game(elo float64) [3]float64 {
	e := ScoreOfElo(elo)
	draw := DrawProbability(e, c.Draws)
	return [3]float64{1 - e - draw/2, draw, e - draw/2}
}

// strength converts a difference in the unit of a model to Elo. The two differ if the seats are uneven: the mean of two
// scores at different points of a curve is not on the curve.
func (c Conditions) strength(difference float64, m Model) float64 {
	return Bisect(-2*widest, 2*widest, func(elo float64) float64 { return shown(c.pair(elo), m) - difference })
}

// shown returns the difference between two players in the unit of a model, given the probabilities of the outcomes of a
// pair.
func shown(pair []float64, m Model) float64 {
	_, s, v := moments(pair)
	if m == Logistic {
		elo, _ := EloOfScore(s) // no pair is certain to be won, so it exists
		return elo
	}
	return perNormalized * (s - .5) / math.Sqrt(2*v)
}

// Prospect holds what to expect of a sequential test on pairs if the true difference is known.
type Prospect struct {
	Elo       float64 // the true difference as the mean score shows it, whatever the model
	AcceptsH1 float64 // probability that the test accepts Elo1
	Pairs     float64 // expected length
}

// Prospect returns what can be expected of the test on pairs, given the true difference, from -400 to 400 in the unit
// of the test's model. The log-likelihood ratio, which moves by ln(q_1i/q_0i) when outcome i occurs, is taken for a
// Brownian motion that ends on the bounds, since [Sequence] corrects for the excess. (Wald, Sequential tests of
// statistical hypotheses, 1945: operating characteristic and average sample number.)
func (t SPRT) Prospect(difference float64, c Conditions) (Prospect, error) {
	if err := t.Validate(); err != nil {
		return Prospect{}, err
	}
	if err := c.validate(); err != nil {
		return Prospect{}, err
	}
	if !(math.Abs(difference) <= farthest) {
		return Prospect{}, fmt.Errorf("sprt: true difference %v: give a number between -%d and %d",
			difference, farthest, farthest)
	}
	pair := c.pair(c.strength(difference, t.Model))
	motion, err := t.motion(pair)
	if err != nil {
		return Prospect{}, err
	}
	p := Prospect{Elo: difference, AcceptsH1: motion.hitsUpper(), Pairs: motion.length()}
	if t.Model != Logistic {
		p.Elo = shown(pair, Logistic)
	}
	return p, nil
}

// motion returns the Brownian motion of the log-likelihood ratio, given the probabilities of the outcomes of a pair.
func (t SPRT) motion(chances []float64) (brownian, error) {
	const many = 1e9 // pairs, so that filling hardly adds any
	counts := make([]float64, len(chances))
	steps, err := t.steps(filled(floats.ScaleTo(counts, many, chances)), Pentanomial{}.gamesEach())
	if err != nil {
		return brownian{}, err
	}
	m := brownian{}
	m.lower, m.upper = t.Bounds()
	for i, chance := range chances {
		m.drift += chance * steps[i]
		m.variance += chance * steps[i] * steps[i]
	}
	m.variance -= m.drift * m.drift
	return m, nil
}

// brownian is a Brownian motion from 0 that stops at a barrier on either side: a log-likelihood ratio in small steps.
type brownian struct {
	lower, upper float64 // lower < 0 < upper
	drift        float64 // per observation
	variance     float64 // per observation, above 0
}

// hitsUpper returns the probability of ending at the upper barrier. (Siegmund, Sequential analysis, 1985, chapter 3.)
func (m brownian) hitsUpper() float64 {
	tilt := -2 * m.drift / m.variance
	if math.Abs(tilt)*(m.upper-m.lower) < 1e-9 {
		return -m.lower / (m.upper - m.lower)
	}
	if tilt > 0 { // written so that no power is large
		return math.Exp(-tilt*m.upper) * math.Expm1(tilt*m.lower) / math.Expm1(tilt*(m.lower-m.upper))
	}
	return math.Expm1(-tilt*m.lower) / math.Expm1(tilt*(m.upper-m.lower))
}

// length returns the expected time until the motion stops: by Wald's equation its expected end divided by its drift;
// without drift, the product of the distances divided by the variance.
func (m brownian) length() float64 {
	if math.Abs(m.drift)*(m.upper-m.lower) < 1e-6*m.variance {
		return -m.lower * m.upper / m.variance
	}
	p := m.hitsUpper()
	return (p*m.upper + (1-p)*m.lower) / m.drift
}

// stop is the last point of a motion, stopped or not: a level within the barriers at some time.
type stop struct{ time, level float64 }

// worse returns the probability of ending at the lower barrier before that time, or below that level at that time.
func (m brownian) worse(at stop) float64 {
	width := m.upper - m.lower
	if m.variance*at.time/(width*width) < .01 || math.Abs(m.drift*width/m.variance) > 15 {
		return min(1, max(0, m.worseByImages(at)))
	}
	return min(1, max(0, m.worseBySeries(at)))
}

// worseBySeries sums the eigenfunctions between the barriers, whose terms vanish fast if much time has passed. (Cox and
// Miller, The theory of stochastic processes, 1965, section 5.7.)
func (m brownian) worseBySeries(at stop) float64 {
	width, start, level := m.upper-m.lower, -m.lower, at.level-m.lower
	g := m.drift / m.variance
	sum := 0.
	for n := 1.; ; n++ {
		fade := (n*n - 1) * math.Pi * math.Pi * m.variance / (2 * width * width) * at.time
		if fade > 45 {
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

// worseByImages counts the paths that touched one barrier and neglects those that touched both, which are improbable if
// little time has passed or the drift is strong.
func (m brownian) worseByImages(at stop) float64 {
	g, spread, moved := m.drift/m.variance, math.Sqrt(m.variance*at.time), m.drift*at.time
	return distuv.UnitNormal.CDF((at.level-moved)/spread) +
		weighted(2*g*m.lower, (2*m.lower-at.level+moved)/spread) -
		weighted(2*g*m.upper, (at.level-moved-2*m.upper)/spread)
}

// weighted returns e^w Phi(z), where the power may be huge while the probability vanishes.
func weighted(w, z float64) float64 {
	if z > -30 {
		return math.Exp(w + math.Log(distuv.UnitNormal.CDF(z)))
	}
	mills := math.Log1p((3/(z*z)-1)/(z*z)) - math.Log(-z*math.Sqrt(2*math.Pi)) // of Phi to its density, exact to 15/z^6
	return math.Exp(w - z*z/2 + mills)
}
