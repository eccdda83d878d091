//go:build !race

package stats

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
)

// motions calls visit with Brownian motions of all kinds. strength is the drift times the distance between the
// barriers, divided by the variance.
func motions(visit func(m brownian, strength float64)) {
	for _, barriers := range [][2]float64{{-2.9, 2.9}, {-4.6, 2.2}, {-.7, 3}} {
		for _, strength := range []float64{-14, -6, -2, -.3, 0, 1e-9, .3, 1, 3, 8, 15} {
			for _, variance := range []float64{.002, 1} {
				width := barriers[1] - barriers[0]
				visit(brownian{barriers[0], barriers[1], strength * variance / width, variance}, strength)
			}
		}
	}
}

// lattice is an independent model: a random walk on a lattice with a number of steps between the barriers. It
// approximates the motion with an error proportional to the square of a step.
type lattice struct {
	m     brownian
	cells int
}

// walk starts at 0 and returns the probability of each place after a time, first and last the barriers, and the mean
// time until a barrier is reached.
func (l lattice) walk(time float64) (places []float64, mean float64) {
	step := (l.m.upper - l.m.lower) / float64(l.cells)
	tick := step * step / l.m.variance
	// So that the motion and the walk have the same harmonic function.
	up := (1 + math.Tanh(l.m.drift*step/l.m.variance)) / 2
	start := -l.m.lower / step
	below := int(start)
	places = make([]float64, l.cells+1)
	places[below], places[below+1] = 1-(start-float64(below)), start-float64(below)
	next := make([]float64, l.cells+1)
	for now := 0.; now < time; now += tick {
		next[0], next[l.cells] = places[0], places[l.cells]
		for i := 1; i < l.cells; i++ {
			next[i] = 0
			mean += places[i] * tick
		}
		for i := 1; i < l.cells; i++ {
			next[i+1] += up * places[i]
			next[i-1] += (1 - up) * places[i]
		}
		places, next = next, places
	}
	return places, mean
}

func TestBrownianEqualsLattice(t *testing.T) {
	motions(func(m brownian, strength float64) {
		width := m.upper - m.lower
		places, mean := lattice{m, 80}.walk(4 * width * width / m.variance)
		near.Check(t, m.hitsUpper(), places[len(places)-1], 3e-4, "hits upper")
		near.Share(t, m.length(), mean, .015, "length")
		for _, spread := range []float64{.02, .1, .4} {
			at := stop{time: spread * width * width / m.variance, level: m.lower + .6*width}
			places, _ := lattice{m, 80}.walk(at.time)
			worse := 0.
			for i, p := range places[:49] { // to .6 of 80, where the place itself counts one half
				if worse += p; i == 48 {
					worse -= p / 2
				}
			}
			near.Check(t, m.worse(at), worse, .015, "worse")
		}
	})
}

func TestBranchesAgree(t *testing.T) {
	motions(func(m brownian, strength float64) {
		width := m.upper - m.lower
		for _, spread := range []float64{.01, .013, .017} {
			for _, level := range []float64{0, .1, .5, .9, 1} {
				at := stop{time: spread * width * width / m.variance, level: m.lower + level*width}
				near.Check(t, m.worseByImages(at), m.worseBySeries(at), 3e-8, "images")
			}
		}
	})
	for _, strength := range []float64{-20, -17, -15, 15, 17, 20} { // with strong drift for longer times too
		m := brownian{-2.9, 2.9, strength / 5.8, 1}
		for _, spread := range []float64{.02, .05, .1} {
			for _, level := range []float64{0, .3, .8, 1} {
				at := stop{time: spread * 5.8 * 5.8, level: m.lower + level*5.8}
				near.Check(t, m.worseByImages(at), m.worseBySeries(at), 3e-8, "images")
			}
		}
	}
}

func TestBrownianIsFinite(t *testing.T) {
	for _, drift := range []float64{-1e6, -700, -1, -1e-12, 0, 1e-300, 1e-9, 1, 700, 1e6} {
		m := brownian{-2.9, 2.9, drift, 1}
		for _, x := range []float64{m.hitsUpper(), m.length(), m.worse(stop{1e-9, 0}), m.worse(stop{1, 2.9}),
			m.worse(stop{1e9, -2.9})} {
			if !(x >= 0) || math.IsInf(x, 0) {
				t.Errorf("drift %v: %v", drift, x)
			}
		}
	}
}

// TestExpTimesPhiIsSmooth checks that the product of a huge power and a tiny probability has no jump where its
// asymptotic form begins.
func TestExpTimesPhiIsSmooth(t *testing.T) {
	for _, z := range []float64{-29.999, -30.001, -35} {
		want := math.Exp(450-z*z/2) / (-z * math.Sqrt(2*math.Pi)) * (1 - 1/(z*z) + 3/math.Pow(z, 4) - 15/math.Pow(z, 6))
		near.Share(t, expTimesPhi(450, z), want, 1e-7, "product")
	}
	if got := expTimesPhi(1e7, -4e4); got != 0 {
		t.Errorf("got %v", got)
	}
}
