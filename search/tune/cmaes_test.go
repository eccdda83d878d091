package tune_test

import (
	"math"
	"testing"

	"pillars/search/tune"
)

func newCMAES(t *testing.T, parameters []tune.Parameter, generations, population int, sigma float64, seed uint64) *tune.CMAES {
	t.Helper()
	tuner, err := tune.NewCMAES(parameters, generations, population, sigma, seed)
	if err != nil {
		t.Fatal(err)
	}
	return tuner
}

// cube has parameters from -5 to 5, starting at a corner of the middle.
func cube(n int) []tune.Parameter {
	var parameters []tune.Parameter
	for i := range n {
		parameters = append(parameters, tune.Parameter{Name: string(rune('a' + i)), Start: 2 - float64(i%2), Min: -5, Max: 5, CEnd: 1})
	}
	return parameters
}

func sphere(x []float64) (sum float64) {
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// ellipsoid is a million times as steep along the last axis as along the first.
func ellipsoid(x []float64) (sum float64) {
	for i, v := range x {
		sum += math.Pow(1e6, float64(i)/float64(max(1, len(x)-1))) * v * v
	}
	return sum
}

func rosenbrock(x []float64) (sum float64) {
	for i := range len(x) - 1 {
		bend := x[i+1] - x[i]*x[i]
		sum += 100*bend*bend + (1-x[i])*(1-x[i])
	}
	return sum
}

// outside has its least value beyond the bounds: at the corner where all are 5.
func outside(x []float64) (sum float64) {
	for _, v := range x {
		sum += (7-v)*(7-v) - 4
	}
	return sum
}

// TestCMAESFinds looks for the least values of functions that are usual for this (Hansen 2016, and Hansen and others, COCO, 2021). The numbers of
// evaluations are about twice those published for the method: 10 n^2 to 1000 n.
func TestCMAESFinds(t *testing.T) {
	for _, c := range []struct {
		name        string
		f           func([]float64) float64
		n           int
		evaluations int
		target      float64
	}{
		{"sphere", sphere, 1, 400, 1e-10},
		{"sphere", sphere, 3, 1200, 1e-10},
		{"sphere", sphere, 6, 2500, 1e-10},
		{"ellipsoid", ellipsoid, 3, 3000, 1e-8},
		{"ellipsoid", ellipsoid, 5, 6000, 1e-8},
		{"rosenbrock", rosenbrock, 2, 3000, 1e-8},
		{"rosenbrock", rosenbrock, 4, 6000, 1e-8},
		{"outside", outside, 3, 3000, 1e-3},
	} {
		for seed := range uint64(3) {
			population := 4 + int(3*math.Log(float64(c.n)))
			tuner := newCMAES(t, cube(c.n), c.evaluations/population, 0, 0.2, seed)
			if tuner.Population() != population {
				t.Fatalf("%d candidates for %d parameters", tuner.Population(), c.n)
			}
			for range tuner.Questions() {
				tell(t, tuner, -c.f(ask(t, tuner).Candidates[0]))
			}
			if left := c.f(tuner.Estimate()); !(left < c.target) {
				t.Errorf("%s of %d, seed %d: %g left after %d evaluations at %v", c.name, c.n, seed, left, tuner.Questions(), tuner.Estimate())
			}
		}
	}
}

// TestCMAESWithFlatAnswers gives the same answer to everything: the numbers stay numbers.
func TestCMAESWithFlatAnswers(t *testing.T) {
	tuner := newCMAES(t, cube(3), 300, 0, 0.2, 1)
	for range tuner.Questions() {
		for _, v := range ask(t, tuner).Candidates[0] {
			if !(v >= -5 && v <= 5) {
				t.Fatalf("asks about %v", v)
			}
		}
		tell(t, tuner, 1)
	}
	if sigma := tuner.Sigma(); math.IsNaN(sigma) || math.IsInf(sigma, 0) {
		t.Errorf("sigma is %v", sigma)
	}
}

// TestCMAESHasNoScale checks that the unit of the answers does not count.
func TestCMAESHasNoScale(t *testing.T) {
	one, other := newCMAES(t, cube(3), 30, 0, 0.2, 5), newCMAES(t, cube(3), 30, 0, 0.2, 5)
	for range one.Questions() {
		value := rosenbrock(ask(t, one).Candidates[0])
		if again := rosenbrock(ask(t, other).Candidates[0]); again != value {
			t.Fatalf("%v and %v", value, again)
		}
		tell(t, one, -value)
		tell(t, other, -1024*value)
	}
}

func TestCMAESRefuses(t *testing.T) {
	for name, err := range map[string]error{
		"no sigma":         errorOf(tune.NewCMAES(cube(2), 3, 0, 0, 1)),
		"wide sigma":       errorOf(tune.NewCMAES(cube(2), 3, 0, 2, 1)),
		"population":       errorOf(tune.NewCMAES(cube(2), 3, 3, 0.2, 1)),
		"generations":      errorOf(tune.NewCMAES(cube(2), 0, 0, 0.2, 1)),
		"nothing to tune":  errorOf(tune.NewCMAES(nil, 3, 0, 0.2, 1)),
		"not a number":     newCMAES(t, cube(2), 3, 0, 0.2, 1).Tell(math.NaN()),
		"not a finite one": newCMAES(t, cube(2), 3, 0, 0.2, 1).Tell(math.Inf(1)),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func errorOf(_ *tune.CMAES, err error) error { return err }
