package quiescence_test

import (
	"fmt"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
	"pillars/search/quiescence"
)

func evaluatorOf(t *testing.T, rules engine.Rules) eval.Evaluator {
	t.Helper()
	evaluator, err := eval.Load("patterns", rules)
	require.NoError(t, err)
	return evaluator
}

// midgames returns positions of random games on boards of all sizes, with captures to be made in many.
func midgames(t *testing.T) []engine.Position {
	t.Helper()
	var positions []engine.Position
	for i := range 200 {
		rules := enginetest.Rules(t, "pit-of-pillars", fmt.Sprint("size=", 4+i%5))
		positions = append(positions, enginetest.RandomGame(t, rules, uint64(i), 15+i).Position())
	}
	return positions
}

// plain is the quiescence search without windows, ordering and pruning. It cuts losses at the bound of proofs.
func plain(evaluator eval.Evaluator, p engine.Position, ply int) search.Score {
	best := search.Score(evaluator.Evaluate(p, p.Seat()))
	if !p.StartsTurn() {
		if decline := p.DeclineStep(); decline != engine.NoStep {
			return max(-search.Proven, plainStep(evaluator, p, decline, ply))
		}
		return best
	}
	for _, step := range p.AppendNoisy(nil) {
		best = max(best, plainStep(evaluator, p, step, ply))
	}
	return best
}

func plainStep(evaluator eval.Evaluator, p engine.Position, step engine.Step, ply int) search.Score {
	child := p.Clone()
	child.Play(step)
	switch {
	case child.Over() && child.Outcome().Score(p.Seat()) == 1:
		return search.WinScore - search.Score(ply+1)
	case child.Over():
		return search.Score(ply+1) - search.WinScore
	case child.Seat() == p.Seat():
		return plain(evaluator, child, ply+1)
	}
	return -plain(evaluator, child, ply+1)
}

// TestPlain compares the search without pruning with its plain form, with an open window and with narrow ones at and
// beside the score.
func TestPlain(t *testing.T) {
	better, quieter := 0, 0
	for _, p := range midgames(t) {
		evaluator := evaluatorOf(t, p.Rules())
		s := quiescence.New(p.Rules(), evaluator)
		s.Prune = false
		want := plain(evaluator, p, 0)
		if got := s.Value(p, -search.MaxScore, search.MaxScore); got != want {
			t.Errorf("worth %v, want %v: %s", got, want, p)
		}
		if got := s.Value(p, want, want+1); got > want {
			t.Errorf("worth %v, not at most %v: %s", got, want, p)
		}
		if got := s.Value(p, want-1, want); got < want {
			t.Errorf("worth %v, not at least %v: %s", got, want, p)
		}
		if want > search.Score(evaluator.Evaluate(p, p.Seat())) {
			better++
		} else {
			quieter++
		}
	}
	if better < 30 || quieter < 30 {
		t.Errorf("%d positions are better than they look, %d are not; the test means to see both", better, quieter)
	}
}
