package mcts

import (
	"slices"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/search"
)

// TestVisits checks the visits of every decision of a game: they are of legal steps and include the one played, and for
// the first step of a new tree they add up to the simulations.
func TestVisits(t *testing.T) {
	config := DefaultConfig()
	config.reuse, config.later, config.solver = false, 0, false
	player, h := newGame(t, "6", config)
	const nodes = 400
	counted := 0
	for !h.Outcome().Over() {
		decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: nodes}, nil)
		if err != nil || len(decision.Visits) != len(decision.Steps) {
			t.Fatalf("%d lists of visits for %d steps: %v", len(decision.Visits), len(decision.Steps), err)
		}
		for i, step := range decision.Steps {
			legal, sum, visits := h.Position().AppendSteps(nil), uint32(0), decision.Visits[i]
			for _, tried := range visits {
				if sum += tried.Times; tried.Times == 0 || !slices.Contains(legal, tried.Step) {
					t.Errorf("%s: %v", h.Position(), tried)
				}
			}
			played := slices.ContainsFunc(visits, func(v search.Visits) bool { return v.Step == step })
			if len(legal) > 1 && !played || len(legal) > 1 && i == 0 && (sum < nodes-1 || sum > nodes) {
				t.Errorf("%s: %s of %v, %d visits together", h.Position(), h.Position().StepText(step), visits, sum)
			}
			counted += len(visits)
			require.NoError(t, h.Play(step))
		}
	}
	if counted < 200 {
		t.Errorf("%d steps tried in the game; the test means to see more", counted)
	}
}
