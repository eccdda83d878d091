//go:build !invariants

package games_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// This file is left out with the tag invariants, whose checks may allocate.

// TestNoAllocations checks that the methods that searches and playouts call at every node allocate nothing.
func TestNoAllocations(t *testing.T) {
	for _, game := range games.All() {
		for _, text := range lines(t, game, "hot.txt") {
			p := enginetest.Read(t, game.Name(), text)
			for name, call := range hotCalls(t, p) {
				if got := testing.AllocsPerRun(20, call); got != 0 {
					t.Errorf("%s allocates %v times: %s", name, got, text)
				}
			}
		}
	}
}

// hotCalls returns calls of the methods that must not allocate, by name.
func hotCalls(t *testing.T, p engine.Position) map[string]func() {
	child, random := p.Clone(), engine.NewRandom(1)
	steps := p.AppendSteps(make([]engine.Step, 0, 1024))
	buffer, scores := make([]engine.Step, 0, 1024), make([]int32, 1024)
	features := make([]int32, len(p.Rules().Features()))
	h := engine.NewHistory(p)
	copied := h.Clone()
	var lists engine.PatternLists
	var shown engine.StepPatternLists
	calls := map[string]func(){
		"AppendSteps":          func() { buffer = p.AppendSteps(buffer[:0]) },
		"AppendNoisy":          func() { buffer = p.AppendNoisy(buffer[:0]) },
		"CountSteps":           func() { p.CountSteps() },
		"PlayInto":             func() { p.PlayInto(steps[0], child) },
		"Play":                 func() { child.CopyFrom(p); child.Play(steps[len(steps)-1]) },
		"CopyFrom":             func() { child.CopyFrom(p) },
		"a history's CopyFrom": func() { copied.CopyFrom(h) },
		"Hash":                 func() { p.Hash() },
		"Outcome":              func() { p.Outcome() },
		"OrderingScores":       func() { p.OrderingScores(steps, scores) },
		"Features":             func() { p.Features(1, features) },
	}
	if _, ok := p.(fast); ok {
		calls["RandomStep"] = func() { engine.RandomStep(p, random) }
		calls["Playout"] = func() { child.CopyFrom(p); engine.Playout(child, random, 60) }
	}
	if patterned, ok := p.(engine.PatternPosition); ok {
		calls["AppendPatterns"] = func() { lists.Reset(); patterned.AppendPatterns(&lists) }
		calls["AppendStepPatterns"] = func() { shown.Reset(); patterned.AppendStepPatterns(steps, &shown) }
	}
	return calls
}
