package multiseat

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
)

// large returns a game too long to be searched to its end.
func large() engine.Rules { return &enginetest.Strikes{Tokens: []int{12, 12, 12, 12}} }

// TestNodeLimit checks that a decision uses all nodes of its limit and no more.
func TestNodeLimit(t *testing.T) {
	for _, mode := range modes {
		player := newPlayer(t, large(), mode, nil)
		for _, nodes := range []uint64{1, 2, 3, 100, 5000} {
			player.NewGame(0)
			if decision := decide(t, player, large().Start(),
				search.Limits{Nodes: nodes}); decision.Info.Nodes != nodes {
				t.Errorf("%s: %d nodes where %d were allowed", mode, decision.Info.Nodes, nodes)
			}
		}
	}
}

// TestEndedContext checks that a player whose context has ended answers almost without thinking.
func TestEndedContext(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, mode := range modes {
		decision, err := newPlayer(t, large(), mode, nil).Decide(ended, engine.NewHistory(large().Start()),
			search.Limits{}, nil)
		if err != nil || len(decision.Steps) == 0 || decision.Info.Nodes > 1024 {
			t.Errorf("%s: %v with %d nodes, %v", mode, decision.Steps, decision.Info.Nodes, err)
		}
	}
}
