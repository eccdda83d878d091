package tune_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/search/tune"
)

func same(a, b float64) bool { return near.Equal(a, b, 1e-8) }

// TestSPSABySteps follows three iterations of two pairs each with a calculator: N = 10, A = 1. Perturbations and gains
// are from the formulas of fishtest; the signs drawn are read off the candidates.
func TestSPSABySteps(t *testing.T) {
	parameters := []tune.Parameter{
		{Name: "free", Start: 1, Min: -10, Max: 10, CEnd: 0.1, REnd: 0.02},
		{Name: "bounded", Start: 5, Min: 0, Max: 5.01, CEnd: 2, REnd: 0.01},
	}
	tuner := tune.SPSA{Parameters: parameters, Iterations: 5, Batch: 2, Seed: 7}
	estimate, free, bounded := tuner.Start(), 1.0, 5.0
	for i, by := range []struct {
		perturbation, step float64 // of free
		wide, leap         float64 // of bounded
		lead               int
	}{
		{0.126182753, 0.004423116056, 2.523655069, 0.04423116056, 3},
		{0.112930371, 0.003256098424, 2.258607412, 0.03256098424, -4},
		{0.107251662, 0.002685946203, 2.145033234, 0.02685946203, 1},
	} {
		candidates := tuner.Candidates(estimate, i)
		plus, minus := candidates[0], candidates[1]
		sign, other := 1.0, 1.0
		if plus[0] < free {
			sign = -1
		}
		if plus[1] < minus[1] {
			other = -1
		}
		high, low := min(5.01, bounded+by.wide), bounded-by.wide
		if !same(plus[0], free+sign*by.perturbation) || !same(minus[0], free-sign*by.perturbation) ||
			!same(max(plus[1], minus[1]), high) || !same(min(plus[1], minus[1]), low) {
			t.Fatalf("iteration %d compares %v", i+1, candidates)
		}
		estimate = tuner.Next(estimate, i, by.lead)
		free += sign * float64(by.lead) * by.step
		bounded = min(5.01, bounded+other*float64(by.lead)*by.leap)
		if !same(estimate[0], free) || !same(estimate[1], bounded) {
			t.Fatalf("after iteration %d: %v, want %v and %v", i+1, estimate, free, bounded)
		}
	}
}

// TestSPSARoundsFairly checks that values are rounded up and down in proportion, so that their mean is the perturbed
// value.
func TestSPSARoundsFairly(t *testing.T) {
	const iterations = 4000
	parameters := []tune.Parameter{{Name: "whole", Start: 5.3, Min: 0, Max: 10, CEnd: 1e-9, REnd: 0, Integer: true}}
	tuner := tune.SPSA{Parameters: parameters, Iterations: iterations, Batch: 1, Seed: 3}
	sum := 0.0
	for i := range iterations {
		for _, candidate := range tuner.Candidates(tuner.Start(), i) {
			if candidate[0] != 5 && candidate[0] != 6 {
				t.Fatalf("5.3 is rounded to %v", candidate[0])
			}
			sum += candidate[0] / (2 * iterations)
		}
	}
	if !near.Equal(sum, 5.3, 0.025) { // five standard deviations
		t.Errorf("5.3 is rounded to %v on average", sum)
	}
}

// leadOf plays four games between players whose strengths differ by some Elo, drawless.
func leadOf(random *rand.Rand, elo float64) (lead int) {
	for range 4 {
		if random.Float64() < 1/(1+math.Pow(10, -elo/400)) {
			lead++
		} else {
			lead--
		}
	}
	return lead
}

// TestSPSAConverges tunes four constants by noisy games. Strength falls off by the square of the distance from the
// optimum, by 30 Elo at the start for each. The theory of small steps (docs/notebook/2026-11-22-methods-of-tuning.md)
// says that 43 r_end Elo are lost to noise for each, 7 in all.
func TestSPSAConverges(t *testing.T) {
	best := []float64{0.8, -3, 40, 0.1}
	scales := []float64{0.1, 1, 5, 0.02} // c_end
	var parameters []tune.Parameter
	for i := range best {
		away := 4 * scales[i] * float64(1-2*(i%2))
		parameters = append(parameters, tune.Parameter{
			Name: string(rune('a' + i)), Start: best[i] + away,
			Min: best[i] - 20*scales[i], Max: best[i] + 20*scales[i], CEnd: scales[i], REnd: 0.04,
		})
	}
	elo := func(vector []float64) (elo float64) {
		for i := range vector {
			distance := (vector[i] - best[i]) / scales[i]
			elo -= 30.0 / 16 * distance * distance
		}
		return elo
	}
	mean := 0.0
	const runs = 20
	for run := range uint64(runs) {
		random := rand.New(rand.NewPCG(run, 1))
		tuner := tune.SPSA{Parameters: parameters, Iterations: 1000, Batch: 2, Seed: run}
		estimate := tuner.Start()
		for i := range tuner.Iterations {
			candidates := tuner.Candidates(estimate, i)
			estimate = tuner.Next(estimate, i, leadOf(random, elo(candidates[0])-elo(candidates[1])))
		}
		mean += elo(estimate) / runs
	}
	if mean < -12.5 {
		t.Errorf("%.1f Elo are still lost on average, of 120", -mean)
	}
}

func TestWhatCannotBe(t *testing.T) {
	good := tune.Parameter{Name: "a", Start: 1, Min: 0, Max: 2, CEnd: 0.1, REnd: 0.002}
	require.NoError(t, good.Check())
	for name, spoil := range map[string]func(*tune.Parameter){
		"empty range":   func(p *tune.Parameter) { p.Max = p.Min },
		"start above":   func(p *tune.Parameter) { p.Start = 3 },
		"no step":       func(p *tune.Parameter) { p.CEnd = 0 },
		"rate below 0":  func(p *tune.Parameter) { p.REnd = -1 },
		"not a number":  func(p *tune.Parameter) { p.Start = math.NaN() },
		"infinite":      func(p *tune.Parameter) { p.Max = math.Inf(1) },
		"half as bound": func(p *tune.Parameter) { p.Integer, p.Max = true, 2.5 },
	} {
		bad := good
		spoil(&bad)
		if bad.Check() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestNearest rounds whole numbers, and keeps all numbers within their bounds.
func TestNearest(t *testing.T) {
	plain := tune.Parameter{Name: "a", Min: -2, Max: 2, CEnd: 1}
	whole := plain
	whole.Integer = true
	for value, want := range map[float64]float64{1.4: 1, 1.5: 2, -1.5: -1, -1.6: -2, 9: 2, -9: -2} {
		got := tune.SPSA{Parameters: []tune.Parameter{whole, plain}}.Nearest([]float64{value, value})
		near.Check(t, got[0], want, 1e-12, "the whole number nearest to ", value)
		near.Check(t, got[1], min(2, max(-2, value)), 1e-12, "the number nearest to ", value)
	}
}
