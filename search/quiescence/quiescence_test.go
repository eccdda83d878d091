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

// TestBounds checks what holds of all values, with and without pruning: a value at the start of a turn is never below
// the evaluation and costs nothing if no step is noisy or the evaluation reaches beta. A loss is never decided, and a
// decided win is one that the seat can make at once. Pruning saves steps.
func TestBounds(t *testing.T) {
	var all, pruned uint64
	quiet, wins := 0, 0
	for _, p := range midgames(t) {
		evaluator := evaluatorOf(t, p.Rules())
		stand := search.Score(evaluator.Evaluate(p, p.Seat()))
		for _, prune := range []bool{false, true} {
			s := quiescence.New(p.Rules(), evaluator)
			s.Prune = prune
			got := s.Value(p, -search.MaxScore, search.MaxScore)
			if prune {
				pruned += s.Nodes
			} else {
				all += s.Nodes
			}
			if p.StartsTurn() && got < stand || got < -search.Proven {
				t.Errorf("worth %v, the evaluation is %v: %s", got, stand, p)
			}
			if p.StartsTurn() && len(p.AppendNoisy(nil)) == 0 {
				if quiet++; got != stand || s.Nodes != 0 {
					t.Errorf("worth %v after %d steps, want %v at once: %s", got, s.Nodes, stand, p)
				}
			}
			if got > search.Proven {
				if wins++; got != search.WinIn(1) || len(winsAtOnce(p)) == 0 {
					t.Errorf("%v, but no step wins at once: %s", got, p)
				}
			}
			s.Nodes = 0
			if got := s.Value(p, stand-1, stand); p.StartsTurn() && (got != stand || s.Nodes != 0) {
				t.Errorf("worth %v after %d steps; %v at once is enough: %s", got, s.Nodes, stand, p)
			}
		}
	}
	if pruned >= all || pruned == 0 || quiet < 40 || wins < 10 {
		t.Errorf("%d steps with pruning, %d without; %d quiet positions, %d wins", pruned, all, quiet, wins)
	}
}

// endless is a game in which a seat always has noisy steps, and every step improves its own side.
type endless struct {
	engine.Position // the start of the game of stones, for all that no search asks
	steps           int
}

type endlessRules struct{ engine.Rules }

func (r endlessRules) Start() engine.Position { return &endless{Position: r.Rules.Start()} }

func (e *endless) Seat() engine.Seat                             { return engine.Seat(e.steps % 2) }
func (e *endless) AppendNoisy(steps []engine.Step) []engine.Step { return append(steps, 1) }
func (e *endless) CopyFrom(other engine.Position)                { *e = *other.(*endless) }
func (e *endless) PlayInto(_ engine.Step, child engine.Position) {
	*child.(*endless) = *e
	child.(*endless).steps++
}
func (e *endless) Clone() engine.Position {
	clone := *e
	return &clone
}

// Evaluate returns a worth that is lower for the seat to act the fewer steps were played.
func (e *endless) Evaluate(p engine.Position, _ engine.Seat) int { return p.(*endless).steps - 1000 }

// TestBounded checks that the search ends in a game with endless noisy steps.
func TestBounded(t *testing.T) {
	rules := endlessRules{&enginetest.Stones{Pile: 30}}
	s := quiescence.New(rules, &endless{})
	s.Prune = false
	score := s.Value(rules.Start(), -search.MaxScore, search.MaxScore)
	if s.Nodes < 8 || s.Nodes > 24 || score.Decided() {
		t.Errorf("worth %v after %d steps; from 8 to 24 are right", score, s.Nodes)
	}
}

// winsAtOnce returns the steps from p that win the game at once for the seat to act.
func winsAtOnce(p engine.Position) (wins []engine.Step) {
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		if child.Play(step); child.Over() && child.Outcome().Score(p.Seat()) == 1 {
			wins = append(wins, step)
		}
	}
	return wins
}
