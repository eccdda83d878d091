package stats

import "math"

// AfterStop is what a sequential test says about the difference when it has stopped, or where it stands.
type AfterStop struct {
	Elo Estimate // median-unbiased
	LOS float64  // probability of a worse end if the players were equal
}

// AfterStop is the estimate of the difference in Elo from a sample that was watched by the test. The plain [Elo] is biased then, since a lucky
// player stops the test early. The log-likelihood ratio is taken for a Brownian motion between the bounds: for a true mean score s it drifts per observation
// by (s - (s0+s1)/2)(s1 - s0)/v with the variance (s1 - s0)^2/v. The estimate is the Elo at which a worse end than the seen one (accepting
// Elo0 sooner, accepting Elo1 later, or Elo0 instead of Elo1) has the probability 1/2, its limits those at which it has 1 - .025 and
// 1 - .975. (Siegmund, Estimation following sequential tests, 1978; the practice of the fishtest framework.)
//
// Where the data are too few or too uniform for a normal approximation (the [Elo] is not measured) the model has nothing to say, and the estimate is
// that of [Elo]. It fails when the test is not valid.
func (t SPRT) AfterStop(sample Sample) (AfterStop, error) {
	if err := t.Validate(); err != nil {
		return AfterStop{}, err
	}
	if plain := Elo(sample); plain.Kind != Measured {
		return AfterStop{Elo: plain, LOS: LOS(sample)}, nil
	}
	return t.observed(sample).estimate(), nil
}

// observation is the end of a test in the Brownian model.
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

// means are the mean scores under the hypotheses, for observations of a given variance.
func (t SPRT) means(v, gamesEach float64) (s0, s1 float64) {
	if t.Model == Logistic {
		return ScoreOfElo(t.Elo0), ScoreOfElo(t.Elo1)
	}
	unit := math.Sqrt(gamesEach*v) / perNormalized
	return .5 + t.Elo0*unit, .5 + t.Elo1*unit
}

// worse is the probability of a worse end than the seen one for a true difference.
func (o observation) worse(elo float64) float64 {
	m := o.barriers
	m.drift = o.slope * (ScoreOfElo(elo) - o.middle)
	return m.worse(o.at)
}

const widest = 1000 // Elo; no estimate is sought beyond

// reaches finds the Elo at which a worse end has the given probability, if that is within reach.
func (o observation) reaches(p float64) (elo float64, ok bool) {
	if !(o.worse(-widest) > p && o.worse(widest) < p) {
		return 0, false
	}
	return Bisect(-widest, widest, func(elo float64) float64 { return p - o.worse(elo) }), true
}

func (o observation) estimate() AfterStop {
	median, hasMedian := o.reaches(.5)
	low, hasLow := o.reaches(.975)
	high, hasHigh := o.reaches(.025)
	e := AfterStop{LOS: o.worse(0)}
	switch {
	case hasMedian && hasLow && hasHigh:
		e.Elo = Estimate{Kind: Bracketed, Value: median, Low: low, High: high}
	case hasLow && !hasHigh:
		e.Elo = Estimate{Kind: AtLeast, Low: low}
	case hasHigh && !hasLow:
		e.Elo = Estimate{Kind: AtMost, High: high}
	}
	return e
}
