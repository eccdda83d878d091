package enginetest

import (
	"slices"
	"testing"

	"pillars/engine"
)

// checkNoisy checks that the noisy steps are legal and distinct, and appended to what is there.
func checkNoisy(t *testing.T, p engine.Position, steps []engine.Step) {
	t.Helper()
	noisy := p.AppendNoisy([]engine.Step{engine.NoStep})
	if len(noisy) == 0 || noisy[0] != engine.NoStep {
		t.Fatalf("AppendNoisy does not append to what it is given: %s", p)
	}
	seen := map[engine.Step]bool{}
	for _, step := range noisy[1:] {
		if seen[step] || !slices.Contains(steps, step) {
			t.Fatalf("the noisy step %d is not legal or listed twice: %s", step, p)
		}
		seen[step] = true
	}
}

// checkNumbers checks that scores and features are written in full and depend on nothing but the position.
func checkNumbers(t *testing.T, p engine.Position, steps []engine.Step) {
	t.Helper()
	scores := twice(t, p, "OrderingScores", len(steps), func(into []int32) { p.OrderingScores(steps, into) })
	for i, step := range steps {
		if step == p.DeclineStep() && scores[i] != 0 {
			t.Fatalf("the score for declining is %d, not 0: %s", scores[i], p)
		}
	}
	clone := p.Clone()
	for seat := range p.Rules().Seats() {
		of := engine.Seat(seat)
		features := twice(t, p, "Features", len(p.Rules().Features()), func(into []int32) { p.Features(of, into) })
		again := make([]int32, len(features))
		clone.Features(of, again)
		if !slices.Equal(features, again) {
			t.Fatalf("the features of a clone differ: %s", p)
		}
	}
}

// twice asks for numbers in buffers filled differently, so that a number left unwritten or added to what was there shows.
func twice(t *testing.T, p engine.Position, what string, n int, write func([]int32)) []int32 {
	t.Helper()
	first, second := make([]int32, n), make([]int32, n)
	for i := range second {
		second[i] = 1 << 30
	}
	write(first)
	write(second)
	if !slices.Equal(first, second) {
		t.Fatalf("%s depends on what the buffer held: %s", what, p)
	}
	return first
}
