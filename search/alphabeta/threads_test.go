package alphabeta

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
)

func threads(n int) func(*Config) { return func(c *Config) { c.Threads = n } }

// TestThreadsNodes compares the nodes that several threads make together with their limit.
func TestThreadsNodes(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "8")
	for _, n := range []int{2, 5} {
		player := newPlayer(t, rules, threads(n))
		for _, limit := range []uint64{1, 100, 3000, 40000} {
			player.NewGame(0)
			made := decide(t, player, enginetest.RandomGame(t, rules, 3, 60), search.Limits{Nodes: limit}).Info.Nodes
			const quiet = 100 // for each thread, and far more than a quiescence search ever makes here
			if made < limit || made > limit+limit/16+uint64(n*quiet) {
				t.Errorf("%d threads made %d nodes of %d", n, made, limit)
			}
		}
	}
}

// bomb is an evaluator that panics.
type bomb struct{}

func (bomb) Evaluate(engine.Position, engine.Seat) int { panic("bomb") }

// TestHelperPanics checks that a helper's panic ends an unlimited decision and reaches the caller.
func TestHelperPanics(t *testing.T) {
	rules := pillars(t, "8")
	config := DefaultConfig()
	config.Threads = 3
	made := 0
	thread := func(evaluator eval.Evaluator, table *dfs.Table) (*dfs.Tree, error) {
		if made++; made == config.Threads {
			evaluator = bomb{}
		}
		return &newSearcher(&config, rules, evaluator, nil, table).Tree, nil
	}
	player, err := dfs.NewPlayer("alphabeta", "alphabeta", rules, &config.Settings, config.Threads, true, thread)
	require.NoError(t, err)
	defer func() {
		if cause := recover(); cause != "bomb" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_, err = player.Decide(context.Background(), engine.NewHistory(rules.Start()), search.Limits{}, nil)
	t.Errorf("decided with the error %v", err)
}
