package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

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
