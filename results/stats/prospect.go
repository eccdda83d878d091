package stats

import (
	"fmt"
	"math"
)

// Conditions are what games between equal players are like.
type Conditions struct {
	Draws     float64 // share of drawn games, from 0 and below 1
	Advantage float64 // of the first seat in Elo, from -600 to 600
}

const mostAdvantage = 600

// Validate says what is wrong with the conditions, if anything.
func (c Conditions) Validate() error {
	switch {
	case !(c.Draws >= 0 && c.Draws < 1):
		return fmt.Errorf("conditions: draw rate %v: give a number from 0 and below 1", c.Draws)
	case !(math.Abs(c.Advantage) <= mostAdvantage):
		return fmt.Errorf("conditions: advantage %v: give a number between -%d and %d", c.Advantage, mostAdvantage, mostAdvantage)
	}
	return nil
}

// pair is how probable each outcome of a pair of games is, given the difference in Elo and independence of the two games.
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

// game is how probable a loss, a draw and a win are.
func (c Conditions) game(elo float64) [3]float64 {
	e := ScoreOfElo(elo)
	draw := DrawProbability(e, c.Draws)
	return [3]float64{1 - e - draw/2, draw, e - draw/2}
}

// strength is the difference in Elo between the players at which their mean score shows a difference, in the unit of a model. It is not the
// difference shown itself where the seats are uneven, as the mean of two scores at different points of a curve lies off the curve.
func (c Conditions) strength(difference float64, m Model) float64 {
	return Bisect(-2*widest, 2*widest, func(elo float64) float64 { return shown(c.pair(elo), m) - difference })
}

// shown is the difference between two players in the unit of a model, given how probable the outcomes of a pair are.
func shown(pair []float64, m Model) float64 {
	_, s, v := moments(pair)
	if m == Logistic {
		elo, _ := EloOfScore(s) // no pair is certain to be won, so it exists
		return elo
	}
	return perNormalized * (s - .5) / math.Sqrt(2*v)
}

// Prospect is what can be expected of a sequential test on pairs of games when the true difference is known.
type Prospect struct {
	Elo       float64 // the true difference as the mean score shows it, whatever the model
	AcceptsH1 float64 // probability that the test accepts Elo1
	Pairs     float64 // expected length
}

// Prospect is what can be expected of the test on pairs when the true difference has some value, in the unit of the test's model. The log-likelihood
// ratio moves in steps of ln(q_1i/q_0i) when outcome i occurs, as the terms of [SPRT.LLR] do under the true frequencies; it is taken for a
// Brownian motion with the mean and variance of these steps, which ends on the bounds, since [Sequence] corrects for the excess. (Wald,
// Sequential tests of statistical hypotheses, 1945: operating characteristic and average sample number.) It fails when the test or the
// conditions are not valid, and when the difference is beyond ±400.
func (t SPRT) Prospect(difference float64, c Conditions) (Prospect, error) {
	if err := t.Validate(); err != nil {
		return Prospect{}, err
	}
	if err := c.Validate(); err != nil {
		return Prospect{}, err
	}
	if !(math.Abs(difference) <= farthest) {
		return Prospect{}, fmt.Errorf("sprt: true difference %v: give a number between -%d and %d", difference, farthest, farthest)
	}
	pair := c.pair(c.strength(difference, t.Model))
	motion, err := t.motion(pair)
	if err != nil {
		return Prospect{}, err
	}
	elo := difference
	if t.Model != Logistic {
		elo = shown(pair, Logistic)
	}
	return Prospect{Elo: elo, AcceptsH1: motion.hitsUpper(), Pairs: motion.length()}, nil
}

// motion is the log-likelihood ratio as a Brownian motion, given how probable the outcomes of a pair are.
func (t SPRT) motion(chances []float64) (brownian, error) {
	const many = 1e9 // pairs, so that filling hardly adds any
	counts := make([]float64, len(chances))
	for i, chance := range chances {
		counts[i] = many * chance
	}
	steps, err := t.steps(filled(counts), 2)
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
