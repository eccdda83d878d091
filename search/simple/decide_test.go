package simple

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// newGreedy returns a greedy player.
func newGreedy(t *testing.T, rules engine.Rules) *Greedy {
	t.Helper()
	player, err := NewGreedy("greedy", rules, GreedyConfig{})
	require.NoError(t, err)
	player.NewGame(1)
	return player
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
