package experiment

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

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

// ranges returns the ranges of the slope and of the logit at x over the set of lines.
func (g grid) ranges(x float64) (slope, at [2]float64) {
	slope = [2]float64{math.Inf(1), math.Inf(-1)}
	at = slope
	widen := func(r *[2]float64, v float64) { r[0], r[1] = min(r[0], v), max(r[1], v) }
	for a := -5.; a <= 5; a += gridStep {
		for b := -3.; b <= 3; b += gridStep {
			if g.logLikelihood(a, b) > g.bound {
				widen(&slope, b)
				widen(&at, a+b*x)
			}
		}
	}
	return slope, at
}

func TestLimitsEqualThoseOfAGrid(t *testing.T) {
	points := []LogitPoint{{X: -1, Points: 31, Games: 80}, {X: 0, Points: 44.5, Games: 90},
		{X: 2, Points: 61, Games: 70}}
	line, g := fit(t, points...), newGrid(points...)
	slope, at := g.ranges(3)
	if got := line.Slope(); !near.Equal(got.Low, slope[0], 2*gridStep) || !near.Equal(got.High, slope[1], 2*gridStep) {
		t.Errorf("slope %+v, by the grid %v", got, slope)
	}
	if got := line.At(3); !near.Equal(logit(got.Low), at[0], 6*gridStep) ||
		!near.Equal(logit(got.High), at[1], 6*gridStep) {
		t.Errorf("at 3: %+v, by the grid logits %v", got, at)
	}
}

// TestPoorPointsGiveBounds checks that unknown figures are absent, and that no figure is infinite or NaN.
func TestPoorPointsGiveBounds(t *testing.T) {
	none := fit(t)
	if none.Slope().Kind != stats.Absent || none.At(1).Kind != stats.Absent {
		t.Error("something is told of no games")
	}
	one := fit(t, LogitPoint{X: 2, Points: 70, Games: 100})
	if got := one.Slope(); got.Kind != stats.Absent {
		t.Errorf("slope %+v of one point", got)
	}
	if got := one.At(2); !near.Equal(got.Value, .7, 1e-6) || got.Low < .5 || got.High > .85 {
		t.Errorf("score %+v where 70 of 100 were scored", got)
	}
	split := fit(t, LogitPoint{X: 0, Games: 200}, LogitPoint{X: 1, Points: 200, Games: 200})
	if got := split.Slope(); got.Kind != stats.AtLeast || got.Low < 1 {
		t.Errorf("slope %+v where everything is lost at 0 and won at 1", got)
	}
	lost := fit(t, LogitPoint{X: 0, Games: 1}, LogitPoint{X: 1, Games: 1})
	if got := lost.At(2); got.Kind != stats.Absent {
		t.Errorf("score %+v beyond two lost games, which allow any", got)
	}
}

// TestMixture checks that without games the mean of the likelihood under the prior is 1, and that one game that is won
// at x = 0 halves it, since the prior is symmetric. Exchanging wins and losses does not change the mean.
func TestMixture(t *testing.T) {
	near.Check(t, likelihood{}.mixture(), 0, 1e-9, "logarithm of the mean without games")
	won := likelihood{}.with(LogitPoint{Points: 1, Games: 1})
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
		line := fit(t, points...)
		for _, e := range []stats.Estimate{line.Slope(), line.At(1)} {
			for _, x := range []float64{e.Value, e.Low, e.High} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("%+v of %+v", e, points)
				}
			}
			if e.Kind == stats.Bracketed && (e.Low > e.Value+1e-9 || e.High < e.Value-1e-9) {
				t.Fatalf("%+v lies outside of itself, of %+v", e, points)
			}
		}
	})
}
