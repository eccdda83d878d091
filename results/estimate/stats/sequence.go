package stats

import (
	"fmt"
	"math"
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
// [SPRT.OnPairs] makes the first.
//
// The log-likelihood ratio moves in jumps and so ends beyond a bound; a test that stops at Wald's bounds is longer and
// surer than it promises. The bounds are therefore moved inward by the mean excess to be expected there, estimated from
// the records of the ratio so far: where D are the amounts by which it fell to a new minimum, the excess is sum D^2/(2
// sum D), and the same for its maxima. (Siegmund, Sequential analysis, 1985, corollary 8.33; the practice of the
// fishtest framework.)
type Sequence struct {
	Sample   Pentanomial // what has been observed, up to the stop
	LLR      float64     // the log-likelihood ratio
	Decision Decision    // for good
	test     SPRT
	minima   records // of the ratio
	maxima   records // of the ratio with its sign turned
}

// records are the falls of a number, 0 at first, to new minima.
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

// OnPairs returns the beginning of the test on pairs of games with the seats swapped.
func (t SPRT) OnPairs() (Sequence, error) { return Sequence{test: t}, t.Validate() }

// Next returns the sequence after one more pair, given the half points of the first-named player, from 0 to 4. A test
// that has stopped ignores the pair.
func (s Sequence) Next(halfPoints int) (Sequence, error) {
	if s.test == (SPRT{}) {
		return s, fmt.Errorf("sprt: a sequence that is not begun: make it with OnPairs")
	}
	if halfPoints < 0 || halfPoints >= len(s.Sample) {
		return s, fmt.Errorf("sprt: %d half points: give a number from 0 to %d", halfPoints, len(s.Sample)-1)
	}
	if s.Decision != Undecided {
		return s, nil
	}
	next := s
	next.Sample[halfPoints]++
	var err error
	if next.LLR, err = s.test.LLR(next.Sample); err != nil {
		return s, err
	}
	next.minima.add(next.LLR)
	next.maxima.add(-next.LLR)
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
	if o.at.level != n*drift { // it passed the barrier before the last observation
		o.at.time = o.at.level / drift
	}
	return o
}

func (t SPRT) means(v, gamesEach float64) (s0, s1 float64) {
	if t.Model == Logistic {
		return ScoreOfElo(t.Elo0), ScoreOfElo(t.Elo1)
	}
	unit := math.Sqrt(gamesEach*v) / perNormalized
	return .5 + t.Elo0*unit, .5 + t.Elo1*unit
}

func (o observation) worse(elo float64) float64 {
	m := o.barriers
	m.drift = o.slope * (ScoreOfElo(elo) - o.middle)
	return m.worse(o.at)
}

const widest = 1000 // Elo; no estimate is sought beyond

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
