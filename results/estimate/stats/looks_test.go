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
// of m standard deviations, averaged over m from the standard normal distribution, divided by its density for a mean of
// 0. Both densities are integrals over the observed standard deviation, computed here as sums.
func TestAtAnyLookIsTheTest(t *testing.T) {
	for _, n := range []int{8, 12, 25, 50} {
		for _, alpha := range []float64{.05, .05 / 6, .05 / 28} {
			got := AtAnyLook(n, alpha)
			near.Share(t, mixedDensity(got, n, true)/mixedDensity(got, n, false), 1/alpha, 1e-3, n, alpha)
		}
	}
	if got := AtAnyLook(Fewest-1, .05); !math.IsInf(got, 1) {
		t.Errorf("%v from fewer than %d observations", got, Fewest)
	}
	if got := AtAnyLook(Fewest, 1e-6); !math.IsInf(got, 1) {
		t.Errorf("%v with a chance of error of one millionth", got)
	}
}

// mixedDensity returns the density of t = sqrt(n) mean/s for n normal observations with a standard deviation of 1.
// Their true mean is 0 or, if mixed is set, standard normal, so that sqrt(n) mean has the variance 1 or 1 + n.
func mixedDensity(t float64, n int, mixed bool) float64 {
	variance, freedom := 1., float64(n-1)
	if mixed {
		variance += float64(n)
	}
	density := func(s float64) float64 { // of t and s together; freedom s^2 has a chi-squared distribution
		log := math.Log(s) - t*t*s*s/(2*variance) - math.Log(2*math.Pi*variance)/2 + // sqrt(n) mean is t s
			math.Log(2*freedom*s) + distuv.ChiSquared{K: freedom}.LogProb(freedom*s*s)
		return math.Exp(log)
	}
	return quad.Fixed(density, 0, 6, 2000, nil, 0)
}

func TestLooksNeeded(t *testing.T) {
	needed, ok := LooksNeeded(20, 2, .05, 2000)
	errors := func(n int) float64 { return 2 * math.Sqrt(float64(n)/20) }
	if !ok || errors(needed) <= AtAnyLook(needed, .05) || errors(needed-1) > AtAnyLook(needed-1, .05) {
		t.Errorf("%d, %v", needed, ok)
	}
	if needed, ok := LooksNeeded(3, 9, .05, 300); !ok || needed != Fewest {
		t.Errorf("%d, %v", needed, ok)
	}
	if needed, ok := LooksNeeded(20, .1, .05, 2000); ok {
		t.Errorf("%d, which is more than 2000", needed)
	}
}

// TestClaimsHoldAtEveryLook simulates equal players in pairs and looks at them after every opening from the eighth to
// the last.
func TestClaimsHoldAtEveryLook(t *testing.T) {
	runs, openings := enginetest.Count(600, 4000), enginetest.Count(300, 1000)
	needed := make([]float64, openings+1)
	for n := Fewest; n <= openings; n++ {
		needed[n] = AtAnyLook(n, .05)
	}
	for _, draws := range []float64{0, .3, .6} {
		for _, effect := range []float64{0, 1, 2} {
			random := rand.New(rand.NewPCG(uint64(100*draws), uint64(effect)))
			wrong := 0
			for range runs {
				atLook := false
				sum, squares := 0., 0.
				for n := 1; n <= openings && !atLook; n++ {
					favour := effect * random.NormFloat64()
					x := 0.
					for _, score := range []float64{Sigmoid(favour), Sigmoid(-favour)} {
						drawn := DrawProbability(score, draws)
						switch u := random.Float64(); {
						case u < drawn:
						case u < score+drawn/2:
							x++
						default:
							x--
						}
					}
					sum, squares = sum+x, squares+x*x
					if n < Fewest || squares*float64(n) == sum*sum {
						continue
					}
					errors := math.Abs(sum) / math.Sqrt((squares-sum*sum/float64(n))*float64(n)/float64(n-1))
					atLook = atLook || errors > needed[n]
				}
				if atLook {
					wrong++
				}
			}
			if share := float64(wrong) / float64(runs); share > .05 {
				t.Errorf("draws %v, openings worth %v logits: %.2f %% of runs are wrong at some look", draws, effect,
					100*share)
			}
		}
	}
}
