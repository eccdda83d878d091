package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// brownian is a Brownian motion that starts at 0 and stops at a barrier on either side: the limit of a log-likelihood ratio in small steps.
type brownian struct {
	lower, upper float64 // lower < 0 < upper
	drift        float64 // per observation
	variance     float64 // per observation, above 0
}

// hitsUpper is the probability that the motion ends at the upper barrier. (Siegmund, Sequential analysis, 1985, chapter 3.)
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

// length is the expected time until the motion stops: by Wald's equation its expected end over its drift, and without drift the product of the
// distances over the variance.
func (m brownian) length() float64 {
	if math.Abs(m.drift)*(m.upper-m.lower) < 1e-6*m.variance {
		return -m.lower * m.upper / m.variance
	}
	p := m.hitsUpper()
	return (p*m.upper + (1-p)*m.lower) / m.drift
}

// stop is where a motion was seen last, stopped or not: at a level within the barriers at some time.
type stop struct{ time, level float64 }

// worse is the probability of a worse end than the one seen: at the lower barrier before that time, or below that level at that time.
func (m brownian) worse(at stop) float64 {
	width := m.upper - m.lower
	p := 0.
	if m.variance*at.time/(width*width) < .01 || math.Abs(m.drift*width/m.variance) > 15 {
		p = m.worseByImages(at)
	} else {
		p = m.worseBySeries(at)
	}
	return min(1, max(0, p))
}

// worseBySeries sums the eigenfunctions between the barriers, whose parts fade fast when much time has passed. (Cox and Miller, The theory of
// stochastic processes, 1965, section 5.7.)
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
		u := 2 * (width*g*math.Sin(wave*level) - math.Pi*n*math.Cos(wave*level)) / (width*width*g*g + math.Pi*math.Pi*n*n)
		sum += math.Exp(-fade) * u * math.Sin(wave*start)
	}
	rate := math.Pi*math.Pi*m.variance/(2*width*width) + m.drift*m.drift/(2*m.variance)
	return 1 - m.hitsUpper() + math.Exp(-rate*at.time+g*(level-start))*sum
}

// worseByImages counts the paths that touched one barrier and neglects those that touched both, of which there are next to none when little
// time has passed or the drift is strong.
func (m brownian) worseByImages(at stop) float64 {
	g, spread, moved := m.drift/m.variance, math.Sqrt(m.variance*at.time), m.drift*at.time
	return distuv.UnitNormal.CDF((at.level-moved)/spread) +
		weighted(2*g*m.lower, (2*m.lower-at.level+moved)/spread) -
		weighted(2*g*m.upper, (at.level-moved-2*m.upper)/spread)
}

// weighted is e^w Phi(z), where the power may be huge while the probability vanishes.
func weighted(w, z float64) float64 {
	if z > -30 {
		return math.Exp(w + math.Log(distuv.UnitNormal.CDF(z)))
	}
	mills := math.Log1p((3/(z*z)-1)/(z*z)) - math.Log(-z*math.Sqrt(2*math.Pi)) // of Phi to its density, exact to 15/z^6
	return math.Exp(w - z*z/2 + mills)
}
