package quiescence_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
	"pillars/eval"
	"pillars/search"
	"pillars/search/quiescence"
)

func evaluatorOf(t *testing.T, rules engine.Rules) eval.Evaluator {
	t.Helper()
	evaluator, err := eval.Load("patterns", rules)
	if err != nil {
		t.Fatal(err)
	}
	return evaluator
}

// midgames returns positions of random games on boards of all sizes, with captures to be made in many.
func midgames(t *testing.T) []engine.Position {
	t.Helper()
	var positions []engine.Position
	for i := range uint64(200) {
		rules, err := pitofpillars.Game.New(engine.Settings{{Name: "size", Value: string('4' + rune(i%5))}})
		if err != nil {
			t.Fatal(err)
		}
		random, p := engine.NewRandom(i), rules.Start()
		for range 15 + i {
			before := p.Clone()
			if p.Play(engine.RandomStep(p, random)); p.Over() {
				p = before
				break
			}
		}
		positions = append(positions, p)
	}
	return positions
}

// plain searches as the quiescence search does, without windows, ordering and pruning. Losses are cut off at the bound
// of proofs.
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

// TestPruning checks that pruning saves steps and that the value is never below the evaluation.
func TestPruning(t *testing.T) {
	var all, pruned uint64
	for _, p := range midgames(t) {
		evaluator := evaluatorOf(t, p.Rules())
		full, fast := quiescence.New(p.Rules(), evaluator), quiescence.New(p.Rules(), evaluator)
		full.Prune = false
		full.Value(p, -search.MaxScore, search.MaxScore)
		got := fast.Value(p, -search.MaxScore, search.MaxScore)
		if stand := search.Score(evaluator.Evaluate(p, p.Seat())); p.StartsTurn() && got < stand {
			t.Errorf("worth %v, less than the evaluation %v: %s", got, stand, p)
		}
		all, pruned = all+full.Nodes, pruned+fast.Nodes
	}
	if pruned >= all || pruned == 0 {
		t.Errorf("%d steps with pruning, %d without", pruned, all)
	}
}

// TestNothingForcing checks that a position without noisy steps has the value of its evaluation, at no cost.
func TestNothingForcing(t *testing.T) {
	seen := 0
	for _, p := range midgames(t) {
		if !p.StartsTurn() || len(p.AppendNoisy(nil)) > 0 {
			continue
		}
		seen++
		evaluator := evaluatorOf(t, p.Rules())
		s := quiescence.New(p.Rules(), evaluator)
		if got, want := s.Value(p, -search.MaxScore, search.MaxScore), search.Score(evaluator.Evaluate(p,
			p.Seat())); got != want || s.Nodes != 0 {
			t.Errorf("worth %v after %d steps, want %v at once: %s", got, s.Nodes, want, p)
		}
	}
	if seen < 20 {
		t.Errorf("%d positions without forcing steps", seen)
	}
}

// TestContent checks that a seat whose evaluation reaches beta searches nothing.
func TestContent(t *testing.T) {
	for _, p := range midgames(t) {
		if !p.StartsTurn() {
			continue
		}
		evaluator := evaluatorOf(t, p.Rules())
		s := quiescence.New(p.Rules(), evaluator)
		stand := search.Score(evaluator.Evaluate(p, p.Seat()))
		if got := s.Value(p, stand-1, stand); got != stand || s.Nodes != 0 {
			t.Errorf("worth %v after %d steps; %v at once is enough: %s", got, s.Nodes, stand, p)
		}
	}
}

// TestDecided checks that a loss is never decided, and that a decided win is one that the seat can make at once.
func TestDecided(t *testing.T) {
	wins := 0
	for _, p := range midgames(t) {
		s := quiescence.New(p.Rules(), evaluatorOf(t, p.Rules()))
		score := s.Value(p, -search.MaxScore, search.MaxScore)
		if score < -search.Proven {
			t.Errorf("%v: %s", score, p)
		}
		if score > search.Proven {
			wins++
			if score != search.WinIn(1) || !winsAtOnce(p) {
				t.Errorf("%v, but no step wins at once: %s", score, p)
			}
		}
	}
	if wins < 5 {
		t.Errorf("%d wins; the test means to see more", wins)
	}
}

func winsAtOnce(p engine.Position) bool {
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if child.Over() && child.Outcome().Score(p.Seat()) == 1 {
			return true
		}
	}
	return false
}

// TestCaptures values hand-made positions.
func TestCaptures(t *testing.T) {
	for text, test := range map[string]struct {
		better bool // worth more than its evaluation
		nodes  bool
	}{
		// The white man on a2 captures b2's stack of four by moving there, for nothing: Red's man on g7 is far away.
		"x6/x6,r,x/x8/x8/x8/x8/w,rrrr,x4,w,x/x6 w m 0/0 - 9": {true, true},
		// The same stack with no white man near.
		"x6/x6,r,x/x8/x8/x8/x8/x,rrrr,x4,w,x/x6 w m 0/0 - 9": {false, false},
	} {
		p := enginetest.Read(t, "pit-of-pillars", text)
		evaluator := evaluatorOf(t, p.Rules())
		s := quiescence.New(p.Rules(), evaluator)
		got, stand := s.Value(p, -search.MaxScore, search.MaxScore), search.Score(evaluator.Evaluate(p, p.Seat()))
		if (got > stand) != test.better || got < stand || (s.Nodes > 0) != test.nodes {
			t.Errorf("worth %v after %d steps, the evaluation is %v: %s", got, s.Nodes, stand, text)
		}
	}
}

// TestDeclining values the middle of a turn in the game of stones: the seat declines, and the opponent takes the last
// stone.
func TestDeclining(t *testing.T) {
	rules := &enginetest.Stones{Pile: 4}
	evaluator, err := eval.NewLinear(eval.Weights{"noise": eval.Flat(1)}, rules)
	if err != nil {
		t.Fatal(err)
	}
	s := quiescence.New(rules, evaluator)
	p := rules.Start()
	p.Play(2) // two left
	if got := s.Value(p, -search.MaxScore, search.MaxScore); got != -search.Proven || s.Nodes != 2 {
		t.Errorf("worth %v after %d steps; a loss that is not proven, after 2, is right", got, s.Nodes)
	}
	p.Play(enginetest.StonesDecline)
	if got := s.Value(p, -search.MaxScore, search.MaxScore); got != search.WinIn(1) {
		t.Errorf("worth %v where the last two stones can be taken", got)
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

// TestNoAllocation checks that a searcher allocates nothing for positions that it has searched before.
func TestNoAllocation(t *testing.T) {
	for _, p := range midgames(t)[:40] {
		s := quiescence.New(p.Rules(), evaluatorOf(t, p.Rules()))
		if n := testing.AllocsPerRun(5, func() { s.Value(p, -search.MaxScore, search.MaxScore) }); n != 0 {
			t.Errorf("%v allocations: %s", n, p)
		}
	}
}
