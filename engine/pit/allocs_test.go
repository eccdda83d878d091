//go:build !invariants

package pit_test

import (
	"testing"

	"pillars/engine"
)

// This file is left out with the tag invariants: their checks may allocate.

// TestNoAllocations asserts that what searches and playouts call at every node allocates nothing.
func TestNoAllocations(t *testing.T) {
	for i, text := range hotPositions {
		p := read(t, text, nil)
		child, random := p.Clone(), engine.NewRandom(1)
		steps := p.AppendSteps(make([]engine.Step, 0, 1024))
		buffer, scores := make([]engine.Step, 0, 1024), make([]int32, 1024)
		features := make([]int32, len(p.Rules().Features()))
		var lists engine.PatternLists
		var stepLists engine.StepPatternLists
		for name, call := range map[string]func(){
			"AppendSteps":    func() { buffer = p.AppendSteps(buffer[:0]) },
			"AppendNoisy":    func() { buffer = p.AppendNoisy(buffer[:0]) },
			"CountSteps":     func() { p.CountSteps() },
			"PlayInto":       func() { p.PlayInto(steps[0], child) },
			"Play":           func() { child.CopyFrom(p); child.Play(steps[len(steps)-1]) },
			"CopyFrom":       func() { child.CopyFrom(p) },
			"Hash":           func() { p.Hash() },
			"Outcome":        func() { p.Outcome() },
			"RandomStep":     func() { engine.RandomStep(p, random) },
			"OrderingScores": func() { p.OrderingScores(steps, scores) },
			"Features":       func() { p.Features(1, features) },
			"AppendPatterns": func() { lists.Reset(); p.(engine.PatternPosition).AppendPatterns(&lists) },
			"StepPatterns": func() {
				stepLists.Reset()
				p.(engine.StepPatternPosition).AppendStepPatterns(steps, &stepLists)
			},
			"Playout": func() { child.CopyFrom(p); engine.Playout(child, random, 60) },
		} {
			if got := testing.AllocsPerRun(20, call); got != 0 {
				t.Errorf("position %d: %s allocates %v times: %s", i, name, got, text)
			}
		}
	}
}
