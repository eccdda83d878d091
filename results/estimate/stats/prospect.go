package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Conditions describes games between equal players.
type Conditions struct {
	Draws     float64 // draw rate, from 0 to below 1
	Advantage float64 // advantage of the first seat, from -600 to 600 Elo
}

const mostAdvantage = 600 // Elo

// validate returns an error if a field is out of range.
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

// pair returns the probability of each outcome of a pair of independent games, in the order of [Pentanomial]. The first
// player is stronger by elo.
func (c Conditions) pair(elo float64) []float64 {
	first, second := c.game(elo+c.Advantage), c.game(elo-c.Advantage)
	p := make([]float64, len(Pentanomial{}))
	for i, x := range first {
		for j, y := range second {
			p[i+j] += x * y
		}
	}
	return p
}

// game returns the probabilities of a loss, a draw and a win of a player who is stronger by elo.
func (c Conditions) game(elo float64) [3]float64 {
	e := ScoreOfElo(elo)
	draw := DrawProbability(e, c.Draws)
	return [3]float64{1 - e - draw/2, draw, e - draw/2}
}

// strength returns the true Elo difference between players whose pairs show the given difference, which is in the unit
// of m. If the seats are uneven, the true difference is not the shown one, even in logistic Elo: the mean of two
// expected scores is not on the logistic curve.
func (c Conditions) strength(difference float64, m Model) float64 {
	return Bisect(-2*widest, 2*widest, func(elo float64) float64 { return shown(c.pair(elo), m) - difference })
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

// Prospect is a prediction of a sequential test on pairs, for a given true difference.
type Prospect struct {
	Elo       float64 // the difference in logistic Elo that the mean score shows
	AcceptsH1 float64 // probability that the test accepts Elo1
	Pairs     float64 // expected number of pairs until the test stops
}

// Prospect predicts the test on pairs for a true difference, from -400 to 400 in the unit of the test's model. When
// outcome i occurs, the log-likelihood ratio moves by ln(q_1i/q_0i), see [SPRT.LLR]. Prospect treats it as a Brownian
// motion that ends on the bounds. It ignores the overshoot, for which [Sequence] corrects. (Wald, Sequential tests of
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
	const pairs = 1e9 // so large that the small counts that filled adds do not matter
	counts := make([]float64, len(chances))
	steps, err := t.steps(filled(floats.ScaleTo(counts, pairs, chances)), Pentanomial{}.gamesEach())
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
