package experiment

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

func fit(t require, points ...LogitPoint) LogitLine {
	t.Helper()
	line, err := FitLine(points)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return line
}

type require interface {
	Helper()
	Fatalf(string, ...any)
}

// grid is the confidence set by brute force: it sums likelihoods over a fine grid of heights and slopes, with the prior
// of the package.
type grid struct {
	points []LogitPoint
	bound  float64
}

func (g grid) logLikelihood(a, b float64) float64 {
	sum := 0.
	for _, p := range g.points {
		s := 1 / (1 + math.Exp(-a-b*p.X))
		sum += p.Points*math.Log(s) + (float64(p.Games)-p.Points)*math.Log(1-s)
	}
	return sum
}

const gridStep = .01

func newGrid(points ...LogitPoint) grid {
	g := grid{points: points}
	top := g.logLikelihood(0, 0)
	sum := 0.
	for a := -5.; a <= 5; a += gridStep {
		for b := -3.; b <= 3; b += gridStep {
			prior := math.Exp(-a*a/2-b*b/(2*.25)) / (2 * math.Pi * .5)
			sum += prior * math.Exp(g.logLikelihood(a, b)-top) * gridStep * gridStep
		}
	}
	g.bound = top + math.Log(sum) - math.Log(20)
	return g
}

// slope returns the range of the slope over the set of lines.
func (g grid) slope() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for a := -5.; a <= 5; a += gridStep {
		for b := -3.; b <= 3; b += gridStep {
			if g.logLikelihood(a, b) > g.bound {
				low, high = min(low, b), max(high, b)
			}
		}
	}
	return low, high
}

func TestLimitsEqualThoseOfAGrid(t *testing.T) {
	points := []LogitPoint{{X: -1, Points: 31, Games: 80}, {X: 0, Points: 44.5, Games: 90},
		{X: 2, Points: 61, Games: 70}}
	low, high := newGrid(points...).slope()
	if got := fit(t, points...).Slope(); !near.Equal(got.Low, low, 2*gridStep) ||
		!near.Equal(got.High, high, 2*gridStep) {
		t.Errorf("slope %+v, by the grid from %v to %v", got, low, high)
	}
}

// TestPoorPointsGiveBounds checks that unknown figures are absent, and that no figure is infinite or NaN.
func TestPoorPointsGiveBounds(t *testing.T) {
	for _, points := range [][]LogitPoint{nil, {{X: 2, Points: 70, Games: 100}}} {
		if got := fit(t, points...).Slope(); got.Kind != stats.Absent {
			t.Errorf("slope %+v of %d points", got, len(points))
		}
	}
	split := fit(t, LogitPoint{X: 0, Games: 200}, LogitPoint{X: 1, Points: 200, Games: 200})
	if got := split.Slope(); got.Kind != stats.AtLeast || got.Low < 1 {
		t.Errorf("slope %+v where everything is lost at 0 and won at 1", got)
	}
}

// TestMixture checks that without games the mean of the likelihood under the prior is 1, and that one game that is won
// at x = 0 halves it, since the prior is symmetric. Exchanging wins and losses does not change the mean.
func TestMixture(t *testing.T) {
	near.Check(t, likelihood{}.mixture(), 0, 1e-9, "logarithm of the mean without games")
	won := likelihood{LogitPoint{Points: 1, Games: 1}}
	near.Check(t, won.mixture(), -math.Ln2, 1e-6, "logarithm of the mean after a win")
	up, down := likelihood{{1, 30, 40}, {-2, 5, 50}}, likelihood{{1, 10, 40}, {-2, 45, 50}}
	near.Check(t, up.mixture(), down.mixture(), 1e-6, "logarithm of the mean of mirrored scores")
}

func TestLinesRefuse(t *testing.T) {
	for _, p := range []LogitPoint{
		{Games: -1}, {Points: 2, Games: 1}, {Points: -1, Games: 1}, {Points: math.NaN(), Games: 1}, {X: math.Inf(1)},
		{X: math.NaN()},
	} {
		if _, err := FitLine([]LogitPoint{p}); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
}

// TestLinesAreFinite checks that the figures of random points of all kinds are finite.
func TestLinesAreFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var points []LogitPoint
		for range rapid.IntRange(0, 5).Draw(t, "points") {
			games := rapid.IntRange(0, 2000).Draw(t, "games")
			points = append(points, LogitPoint{
				X: rapid.Float64Range(-12, 12).Draw(t, "x"), Games: games,
				Points: float64(rapid.IntRange(0, 2*games).Draw(t, "half points")) / 2,
			})
		}
		e := fit(t, points...).Slope()
		for _, x := range []float64{e.Value, e.Low, e.High} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%+v of %+v", e, points)
			}
		}
		if e.Kind == stats.Bracketed && (e.Low > e.Value+1e-9 || e.High < e.Value-1e-9) {
			t.Fatalf("%+v lies outside of itself, of %+v", e, points)
		}
	})
}
