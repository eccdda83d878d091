package alphabeta

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/pitofpillars"
	"pillars/search"
)

// TestSkips checks that of helpers in whole groups just half search any depth, and that no two of them search the same
// depths.
func TestSkips(t *testing.T) {
	patterns := map[[60]bool]int{}
	for _, helpers := range []int{2, 6, 12, 20} {
		for depth := range 60 {
			searching := 0
			for helper := range helpers {
				if !skips(helper, depth) {
					searching++
				}
			}
			if searching != helpers/2 {
				t.Errorf("%d of %d helpers search depth %d", searching, helpers, depth)
			}
		}
	}
	for helper := range 20 {
		var pattern [60]bool
		for depth := range pattern {
			pattern[depth] = skips(helper, depth)
		}
		if twin, known := patterns[pattern]; known {
			t.Errorf("helpers %d and %d search the same depths", twin, helper)
		}
		patterns[pattern] = helper
	}
}

// bomb is an evaluator that panics.
type bomb struct{}

func (bomb) Evaluate(engine.Position, engine.Seat) int { panic("bomb") }

// TestHelperPanics checks that a helper's panic ends an unlimited decision and reaches the caller.
func TestHelperPanics(t *testing.T) {
	rules, err := pitofpillars.Game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	config := DefaultConfig()
	config.Threads = 3
	player, err := New("alphabeta", rules, config)
	if err != nil {
		t.Fatal(err)
	}
	player.searchers[2].evaluator = bomb{}
	defer func() {
		if cause := recover(); cause != "bomb" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_, err = player.Decide(context.Background(), engine.NewHistory(rules.Start()), search.Limits{}, nil)
	t.Errorf("decided with the error %v", err)
}
