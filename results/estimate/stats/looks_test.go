package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

// TestAtAnyLookIsTheTest compares with the likelihood ratio by which the number is defined: the density of t for a mean
// of m standard deviations, averaged over m from a normal distribution, divided by its density for a mean of 0. Both
// densities are integrals over the observed standard deviation, computed here as sums.
func TestAtAnyLookIsTheTest(t *testing.T) {
	for _, n := range []int{10, 12, 25, 50} {
		for _, alpha := range []float64{.05, .01, .05 / 28} {
			got, bits := AtAnyLook(n, 10, alpha), -2*math.Log(alpha)
			variance := 1 + float64(n)*(bits+math.Log(1+bits))/20
			near.Share(t, mixedDensity(got, n, variance)/mixedDensity(got, n, 1), 1/alpha, 1e-3, n, alpha)
		}
	}
	if got := AtAnyLook(Fewest-1, 100, .05); !math.IsInf(got, 1) {
		t.Errorf("%v from fewer than %d observations", got, Fewest)
	}
	if got := AtAnyLook(Fewest, 100, 1e-6); !math.IsInf(got, 1) {
		t.Errorf("%v with a chance of error of one millionth", got)
	}
}

// mixedDensity returns the density of t = sqrt(n) mean/s for n normal observations with a standard deviation of 1.
// Their sqrt(n) mean is normal with mean 0 and the given variance, which is 1 if their true mean is 0.
func mixedDensity(t float64, n int, variance float64) float64 {
	freedom := float64(n - 1)
	density := func(s float64) float64 { // of t and s together; freedom s^2 has a chi-squared distribution
		log := math.Log(s) - t*t*s*s/(2*variance) - math.Log(2*math.Pi*variance)/2 + // sqrt(n) mean is t s
			math.Log(2*freedom*s) + distuv.ChiSquared{K: freedom}.LogProb(freedom*s*s)
		return math.Exp(log)
	}
	return quad.Fixed(density, 0, 6, 2000, nil, 0)
}

func TestLooksNeeded(t *testing.T) {
	needed, ok := LooksNeeded(20, 50, 2, .05, 2000)
	errors := func(n int) float64 { return 2 * math.Sqrt(float64(n)/20) }
	if !ok || errors(needed) <= AtAnyLook(needed, 50, .05) || errors(needed-1) > AtAnyLook(needed-1, 50, .05) {
		t.Errorf("%d, %v", needed, ok)
	}
	if needed, ok := LooksNeeded(3, 3, 9, .05, 300); !ok || needed != Fewest {
		t.Errorf("%d, %v", needed, ok)
	}
	if needed, ok := LooksNeeded(20, 50, .1, .05, 2000); ok {
		t.Errorf("%d, which is more than 2000", needed)
	}
}

// TestLooksShareTheError simulates equal players whose run is planned, looked at after every opening, and extended.
// Of all runs, at most 5 % may ever show a difference.
func TestLooksShareTheError(t *testing.T) {
	runs := enginetest.Count(500, 10_000)
	for _, planned := range []int{12, 50, 200} {
		for _, draws := range []float64{0, .3, .6} {
			for _, effect := range []float64{0, 1, 2} {
				random := rand.New(rand.NewPCG(uint64(100*draws), uint64(effect)))
				atEnd, wrong := 0, 0
				for range runs {
					first := firstClaim(random, planned, 4*planned, pairOf(0, draws, effect))
					if first == planned {
						atEnd++
					}
					if first > 0 {
						wrong++
					}
				}
				share, error3 := float64(wrong)/float64(runs), 3*math.Sqrt(.05*.95/float64(runs))
				t.Logf("%d openings, draws %v, worth %v logits: %.2f %% wrong, %.2f %% at the planned end", planned,
					draws, effect, 100*share, 100*float64(atEnd)/float64(runs))
				if share > .05+error3 {
					t.Errorf("%.2f %% of runs are wrong at some look", 100*share)
				}
			}
		}
	}
}

// pairOf returns a function that draws the points of a player above even in a pair of games. The player is stronger by
// elo. An opening is worth about effect logits to a seat.
func pairOf(elo, draws, effect float64) func(*rand.Rand) float64 {
	stronger := elo * math.Ln10 / 400
	return func(random *rand.Rand) (x float64) {
		favour := effect * random.NormFloat64()
		for _, score := range []float64{Sigmoid(stronger + favour), Sigmoid(stronger - favour)} {
			drawn := DrawProbability(score, draws)
			switch u := random.Float64(); {
			case u < drawn:
			case u < score+drawn/2:
				x++
			default:
				x--
			}
		}
		return x
	}
}

// firstClaim draws pairs one by one, and returns the number of pairs after which a difference is shown for the first
// time, or 0 if none is shown after most pairs.
func firstClaim(random *rand.Rand, planned, most int, pair func(*rand.Rand) float64) int {
	sum, squares := 0., 0.
	for n := 1; n <= most; n++ {
		x := pair(random)
		sum, squares = sum+x, squares+x*x
		if n < Fewest || squares*float64(n) == sum*sum {
			continue
		}
		errors := math.Abs(sum) / math.Sqrt((squares-sum*sum/float64(n))*float64(n)/float64(n-1))
		look := Look{planned, n == planned}
		if errors > look.Errors(n, true, look.Alpha()) {
			return n
		}
	}
	return 0
}

// TestPlannedIntervalsAreNarrow compares intervals at the planned end with fixed-sample intervals at 95 %.
func TestPlannedIntervalsAreNarrow(t *testing.T) {
	for n := Fewest; n < 2000; n++ {
		look := Look{n, true}
		if wider := look.Errors(n, true, look.Alpha()) / Student95(n-1); !(wider >= 1 && wider <= 1.08) {
			t.Errorf("%d openings: %.3f times as wide", n, wider)
		}
	}
}
