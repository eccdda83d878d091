package simple

import (
	"context"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	"pillars/search"
)

// newGreedy returns a greedy player.
func newGreedy(t *testing.T, rules engine.Rules) *Greedy {
	t.Helper()
	player, err := NewGreedy("greedy", rules, GreedyConfig{})
	if err != nil {
		t.Fatal(err)
	}
	player.NewGame(1)
	return player
}

// TestSeeds checks that both players repeat their decisions for the same seed, and not for another.
func TestSeeds(t *testing.T) {
	rules := midgame(t, "5", 1, 1).Position().Rules()
	for name, player := range map[string]search.Player{"random": NewRandom("random"), "greedy": newGreedy(t, rules)} {
		play := func(seed uint64) []engine.Step {
			player.NewGame(seed)
			h := engine.NewHistory(rules.Start())
			for i := 0; i < 12 && !h.Outcome().Over(); i++ {
				decision, err := player.Decide(t.Context(), h, search.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := h.PlayAll(decision.Steps); err != nil {
					t.Fatal(err)
				}
			}
			return h.Steps()
		}
		first := play(7)
		if second := play(7); !slices.Equal(first, second) {
			t.Errorf("%s plays %v and %v with one seed", name, first, second)
		}
		if slices.Equal(first, play(8)) {
			t.Errorf("%s plays the same with another seed", name)
		}
	}
}

// TestGreedyWins plays at random until a step wins at once; greedy must play one and report the win.
func TestGreedyWins(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		h := midgame(t, "5", 0, 1)
		random := engine.NewRandom(seed)
		for !h.Outcome().Over() && len(enginetest.WinsAtOnce(h.Position())) == 0 {
			if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
				t.Fatal(err)
			}
		}
		if h.Outcome().Over() {
			continue
		}
		found++
		decision, err := newGreedy(t, h.Position().Rules()).Decide(t.Context(), h, search.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := h.Position().Clone()
		if p.Play(decision.Steps[0]); !p.Over() || decision.Info.Score != search.WinIn(1) {
			t.Errorf("plays %s with score %v: %s", engine.LineText(h.Position(), decision.Steps), decision.Info.Score,
				h.Position())
		}
	}
	if found < 20 {
		t.Errorf("%d positions; the test means to see more", found)
	}
}

// TestGreedyInMidTurn lets greedy finish turns that have begun: with one step, the best of all.
func TestGreedyInMidTurn(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		h := midgame(t, "5", seed, 12+int(seed/2))
		if h.Outcome().Over() {
			continue
		}
		if err := h.Play(h.Position().AppendSteps(nil)[0]); err != nil {
			t.Fatal(err)
		}
		p := h.Position()
		if h.Outcome().Over() || p.StartsTurn() {
			continue
		}
		found++
		evaluator, err := eval.Load("", p.Rules())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := bestTurns(p, p.Seat(), evaluator)
		decision, err := newGreedy(t, p.Rules()).Decide(t.Context(), h, search.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(decision.Steps) != 1 || int(decision.Info.Score) != want {
			t.Errorf("plays %d steps worth %v, the best is worth %d: %s", len(decision.Steps), decision.Info.Score,
				want, p)
		}
	}
	if found < 10 {
		t.Errorf("%d turns begun; the test means to see more", found)
	}
}

// TestGreedyStops checks that greedy, after its context has ended, answers with a legal step after one turn tried.
func TestGreedyStops(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, turns := range []int{1, 2, 40} {
		h := midgame(t, "8", 3, turns)
		decision, err := newGreedy(t, h.Position().Rules()).Decide(ended, h, search.Limits{}, nil)
		if err != nil || decision.Info.Nodes > 2 {
			t.Errorf("%d nodes, %v", decision.Info.Nodes, err)
		}
		if err := h.PlayAll(decision.Steps); err != nil {
			t.Error(err)
		}
	}
}
