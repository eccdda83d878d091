package mcts

import (
	"context"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/search"
)

// TestNodeLimit checks that a decision makes no more simulations than it may, and all of them if its turn has but one
// step, on one thread and on three.
func TestNodeLimit(t *testing.T) {
	for _, threads := range []int{1, 3} {
		config := DefaultConfig()
		config.threads = threads
		player, h := newGame(t, "6", config)
		lengths := map[int]bool{}
		for h.Position().Turn() < 40 && !h.Outcome().Over() {
			for _, nodes := range []uint64{1, 2, 3, 64, 65, 500} {
				player.NewGame(1)
				decision := decide(t, player, h.Clone(), nodes)
				made := decision.Info.Nodes
				single := len(decision.Steps) == 1 && nodes > 3 && h.Position().CountSteps() > 1 &&
					!decision.Info.Score.Decided()
				if made > nodes || made < nodes && single {
					t.Fatalf("%d simulations where %d were allowed: %s", made, nodes, h.Position())
				}
				lengths[len(decision.Steps)] = true
			}
			decide(t, player, h, 50)
		}
		if !lengths[1] || !lengths[2] {
			t.Fatalf("turns had only %v steps; the test means to see one and two", lengths)
		}
	}
}

// TestEndedContext checks that a player whose context has ended answers almost without thinking, with and without a
// tree from before, on one thread and on three.
func TestEndedContext(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for threads, most := range map[int]uint64{1: 2 * checkEvery, 3: 2 * firstReport} {
		config := DefaultConfig()
		config.threads = threads
		player, h := newGame(t, "8", config)
		for range 20 {
			decision, err := player.Decide(ended, h, search.Limits{}, nil)
			require.NoError(t, err)
			if decision.Info.Nodes > most {
				t.Fatalf("%d threads: %d simulations after the context had ended", threads, decision.Info.Nodes)
			}
			require.NoError(t, h.PlayAll(decision.Steps))
		}
	}
}
