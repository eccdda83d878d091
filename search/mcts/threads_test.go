package mcts

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/search"
)

// TestThreadsTree checks the tree after every decision of several threads: its sums are consistent and no virtual loss
// is left.
func TestThreadsTree(t *testing.T) {
	for name, config := range map[string]Config{"mcts": DefaultConfig(), "base": BaseConfig(), "uct": PlainConfig()} {
		config.threads, config.turns, config.implicit = 4, 2, 0.2
		player, h := newGame(t, "5", config)
		for !h.Outcome().Over() && h.Position().Turn() < 40 {
			if made := decide(t, player, h, 400).Info.Nodes; made > 400 {
				t.Errorf("%s: %d simulations where 400 were allowed", name, made)
			}
			player.checkTree(t)
		}
	}
}

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

// TestThreadsFull fills the smallest tree by several threads.
func TestThreadsFull(t *testing.T) {
	config := DefaultConfig()
	config.threads, config.memory = 3, 1
	player, h := newGame(t, "8", config)
	for range 3 {
		decide(t, player, h, 6000)
		player.checkTree(t)
	}
	if room := player.tree.limit - len(player.tree.nodes); room > 100 {
		t.Fatalf("there is room for %d nodes: the test tests nothing", room)
	}
}

// TestThreadsEndedContext checks that all threads end with the context.
func TestThreadsEndedContext(t *testing.T) {
	config := DefaultConfig()
	config.threads = 3
	player, h := newGame(t, "8", config)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	decision, err := player.Decide(ended, h, search.Limits{}, nil)
	if err != nil || len(decision.Steps) == 0 {
		t.Fatalf("%d steps, error %v", len(decision.Steps), err)
	}
	if decision.Info.Nodes > 2*firstReport {
		t.Errorf("%d simulations after the context had ended", decision.Info.Nodes)
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
