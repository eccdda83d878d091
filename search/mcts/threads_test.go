package mcts

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/search"
)

// TestThreadsCount checks that the root's visits equal the simulations and that these reach the limit.
func TestThreadsCount(t *testing.T) {
	config := DefaultConfig()
	config.threads, config.later = 3, 0
	player, h := newGame(t, "8", config)
	for _, nodes := range []uint64{1, 2, 255, 256, 257, 3000} {
		player.NewGame(1)
		decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		visits := uint64(player.tree.nodes[0].visits)
		if len(decision.Steps) > 1 {
			continue // the rest went to later steps, which does not pass the root
		}
		if made := decision.Info.Nodes; made != nodes || visits != nodes {
			t.Errorf("%d simulations and %d visits of the root, want %d", made, visits, nodes)
		}
	}
}

// bomb is an evaluator that panics.
type bomb struct{}

func (bomb) Evaluate(engine.Position, engine.Seat) int { panic("bomb") }

// TestHelperPanics checks that a helper's panic ends an unlimited decision and reaches the caller.
func TestHelperPanics(t *testing.T) {
	config := DefaultConfig()
	config.threads, config.leaf = 3, leafEval
	player, h := newGame(t, "8", config)
	player.helpers[1].evaluator = bomb{}
	defer func() {
		if cause := recover(); cause != "bomb" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_, err := player.Decide(context.Background(), h, search.Limits{}, nil)
	t.Errorf("decided with the error %v", err)
}
