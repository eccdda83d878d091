package mcts

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/search"
)

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
