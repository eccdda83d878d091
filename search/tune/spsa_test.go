package tune_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/search/tune"
)

func newSPSA(t *testing.T, parameters []tune.Parameter, questions, batch int, seed uint64) *tune.SPSA {
	t.Helper()
	tuner, err := tune.NewSPSA(parameters, questions, batch, seed)
	require.NoError(t, err)
	return tuner
}

func ask(t *testing.T, tuner *tune.SPSA) tune.Question {
	t.Helper()
	question, more := tuner.Ask()
	if !more {
		t.Fatal("no more questions")
	}
	return question
}

func tell(t *testing.T, tuner *tune.SPSA, answer float64) {
	t.Helper()
	require.NoError(t, tuner.Answer(answer))
}

func same(a, b float64) bool { return near.Equal(a, b, 1e-8) }

// TestSPSABySteps follows three questions of two pairs each with a calculator: N = 10, A = 1. Perturbations and gains
// are from the formulas of fishtest; the signs drawn are read off the candidates.
func TestSPSABySteps(t *testing.T) {
	parameters := []tune.Parameter{
		{Name: "free", Start: 1, Min: -10, Max: 10, CEnd: 0.1, REnd: 0.02},
		{Name: "bounded", Start: 5, Min: 0, Max: 5.01, CEnd: 2, REnd: 0.01},
	}
	tuner := newSPSA(t, parameters, 5, 2, 7)
	free, bounded := 1.0, 5.0
	for i, by := range []struct {
		perturbation, step float64 // of free
		wide, leap         float64 // of bounded
		answer             float64
	}{
		{0.126182753, 0.004423116056, 2.523655069, 0.04423116056, 3},
		{0.112930371, 0.003256098424, 2.258607412, 0.03256098424, -4},
		{0.107251662, 0.002685946203, 2.145033234, 0.02685946203, 1},
	} {
		question := ask(t, tuner)
		plus, minus := question.Candidates[0], question.Candidates[1]
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
			t.Fatalf("question %d is about %v", i+1, question.Candidates)
		}
		tell(t, tuner, by.answer)
		free += sign * by.answer * by.step
		bounded = min(5.01, bounded+other*by.answer*by.leap)
		if got := tuner.Estimate(); !same(got[0], free) || !same(got[1], bounded) {
			t.Fatalf("after question %d: %v, want %v and %v", i+1, got, free, bounded)
		}
	}
}

// TestSPSARoundsFairly checks that values are rounded up and down in proportion, so that their mean is the perturbed
// value.
func TestSPSARoundsFairly(t *testing.T) {
	const questions = 4000
	parameters := []tune.Parameter{{Name: "whole", Start: 5.3, Min: 0, Max: 10, CEnd: 1e-9, REnd: 0, Integer: true}}
	tuner := newSPSA(t, parameters, questions, 1, 3)
	sum := 0.0
	for range questions {
		for _, candidate := range ask(t, tuner).Candidates {
			if candidate[0] != 5 && candidate[0] != 6 {
				t.Fatalf("5.3 is rounded to %v", candidate[0])
			}
			sum += candidate[0] / (2 * questions)
		}
		tell(t, tuner, 0)
	}
	if !near.Equal(sum, 5.3, 0.025) { // five standard deviations
		t.Errorf("5.3 is rounded to %v on average", sum)
	}
}

// pairResult plays a pair of games between players whose strengths differ by some Elo, drawless.
func pairResult(random *rand.Rand, elo float64) float64 {
	result := 0.0
	for range 2 {
		if random.Float64() < 1/(1+math.Pow(10, -elo/400)) {
			result++
		} else {
			result--
		}
	}
	return result
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
		tuner := newSPSA(t, parameters, 1000, 2, run)
		for range tuner.Questions() {
			question := ask(t, tuner)
			difference := elo(question.Candidates[0]) - elo(question.Candidates[1])
			tell(t, tuner, pairResult(random, difference)+pairResult(random, difference))
		}
		mean += elo(tuner.Estimate()) / runs
	}
	if mean < -12.5 {
		t.Errorf("%.1f Elo are still lost on average, of 120", -mean)
	}
}

func TestWhatCannotBe(t *testing.T) {
	good := tune.Parameter{Name: "a", Start: 1, Min: 0, Max: 2, CEnd: 0.1, REnd: 0.002}
	for name, spoil := range map[string]func(*tune.Parameter){
		"no name":       func(p *tune.Parameter) { p.Name = "" },
		"empty range":   func(p *tune.Parameter) { p.Max = p.Min },
		"start above":   func(p *tune.Parameter) { p.Start = 3 },
		"start below":   func(p *tune.Parameter) { p.Start = -1 },
		"no step":       func(p *tune.Parameter) { p.CEnd = 0 },
		"rate below 0":  func(p *tune.Parameter) { p.REnd = -1 },
		"not a number":  func(p *tune.Parameter) { p.Start = math.NaN() },
		"infinite":      func(p *tune.Parameter) { p.Max = math.Inf(1) },
		"half as bound": func(p *tune.Parameter) { p.Integer, p.Max = true, 2.5 },
	} {
		bad := good
		spoil(&bad)
		if _, err := tune.NewSPSA([]tune.Parameter{bad}, 10, 1, 1); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := tune.NewSPSA([]tune.Parameter{good, good}, 10, 1, 1); err == nil {
		t.Error("one name twice: accepted")
	}
	for counts, fits := range map[[2]int]bool{
		{0, 1}: false, {1, 0}: false, {1_000_000, 1}: true, {1_000_001, 1}: false,
	} {
		if _, err := tune.NewSPSA([]tune.Parameter{good}, counts[0], counts[1], 1); (err == nil) != fits {
			t.Errorf("%v questions and pairs: %v", counts, err)
		}
	}
	if _, err := tune.NewSPSA(nil, 10, 1, 1); err == nil {
		t.Error("nothing to tune: accepted")
	}
	tuner := newSPSA(t, []tune.Parameter{good}, 1, 1, 1)
	for _, answer := range []float64{3, math.NaN(), math.Inf(-1)} {
		if err := tuner.Answer(answer); err == nil {
			t.Errorf("an answer of %v: accepted", answer)
		}
	}
	tell(t, tuner, 1)
	if _, more := tuner.Ask(); more || tuner.Answer(1) == nil {
		t.Error("goes on after the last question")
	}
}

// TestNearest rounds whole numbers, and keeps all numbers within their bounds.
func TestNearest(t *testing.T) {
	near.Check(t, tune.DefaultCEnd(-3, 7), 0.5, 1e-12, "the default of c_end")
	plain := tune.Parameter{Name: "a", Min: -2, Max: 2, CEnd: 1}
	whole := plain
	whole.Integer = true
	for value, want := range map[float64]float64{1.4: 1, 1.5: 2, -1.5: -1, -1.6: -2, 9: 2, -9: -2} {
		got := tune.Nearest([]tune.Parameter{whole, plain}, []float64{value, value})
		near.Check(t, got[0], want, 1e-12, "the whole number nearest to ", value)
		near.Check(t, got[1], min(2, max(-2, value)), 1e-12, "the number nearest to ", value)
	}
}

// TestQuestionsOfASeed checks that the questions of a seed are the same as in earlier versions, because tunings that
// are half done continue with them.
func TestQuestionsOfASeed(t *testing.T) {
	parameters := []tune.Parameter{
		{Name: "a", Start: 5, Min: 0, Max: 10, CEnd: 1, Integer: true}, {Name: "b", Start: 5, Min: 0, Max: 10, CEnd: 1},
	}
	tuner := newSPSA(t, parameters, 3, 1, 42)
	for _, want := range [][]float64{{6, 3.882649965532857}, {4, 6.041802072756893}, {6, 4}} {
		question := ask(t, tuner)
		if got := question.Candidates[0]; got[0] != want[0] || !same(got[1], want[1]) {
			t.Errorf("question %d begins with %v, want %v", question.Number, got, want)
		}
		tell(t, tuner, 0)
	}
}
