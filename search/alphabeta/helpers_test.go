package alphabeta

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
)

// pillars returns Pit of Pillars on a board of some size.
func pillars(t testing.TB, size string, options ...string) engine.Rules {
	t.Helper()
	return enginetest.Rules(t, "pit-of-pillars", append(options, "size="+size)...)
}

// newPlayer makes a player from the default configuration with changes.
func newPlayer(t testing.TB, rules engine.Rules, changes ...func(*Config)) *dfs.Player {
	t.Helper()
	config := DefaultConfig()
	config.Table = 1
	for _, change := range changes {
		change(&config)
	}
	player, err := New("alphabeta", rules, config)
	require.NoError(t, err)
	return player
}

func precise(c *Config) { c.Sound = true }

// weights makes the player use a file with the given text.
func weights(t *testing.T, text string) func(*Config) {
	t.Helper()
	path := enginetest.File(t, text)
	return func(c *Config) { c.Weights = path }
}

// decide lets a player decide and checks the decision: its steps must be legal and of one turn, and the first must be
// the first of the variation.
func decide(t *testing.T, player search.Player, h *engine.History, limits search.Limits) search.Decision {
	t.Helper()
	decision, err := player.Decide(t.Context(), h, limits, nil)
	if err != nil {
		t.Fatalf("%v: %s", err, h.Position())
	}
	checkSteps(t, h, decision)
	return decision
}

// checkSteps checks that the steps of a decision can be played and belong to one turn.
func checkSteps(t *testing.T, h *engine.History, decision search.Decision) {
	t.Helper()
	if len(decision.Steps) == 0 {
		t.Fatalf("no steps: %s", h.Position())
	}
	line := h.Clone()
	for i, step := range decision.Steps {
		if i > 0 && line.Position().StartsTurn() {
			t.Fatalf("step %d of %d begins another turn: %s", i+1, len(decision.Steps), h.Position())
		}
		if err := line.Play(step); err != nil {
			t.Fatalf("%v: %s", err, h.Position())
		}
	}
	if p := decision.Info.Principal; len(p) < len(decision.Steps) || p[0] != decision.Steps[0] {
		t.Fatalf("the steps %v do not begin the variation %v: %s", decision.Steps, p, h.Position())
	}
}

// defaultEvaluator returns the evaluator of players without weights of their own.
func defaultEvaluator(t *testing.T, rules engine.Rules) eval.Evaluator {
	t.Helper()
	evaluator, err := eval.Load("", rules)
	require.NoError(t, err)
	return evaluator
}
