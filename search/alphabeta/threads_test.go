package alphabeta

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
)

func threads(n int) func(*Config) { return func(c *Config) { c.Threads = n } }

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
