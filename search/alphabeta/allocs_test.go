package alphabeta

import (
	"testing"

	"pillars/search"
)

// TestNoAllocationPerNode compares decisions under a small and a ten times larger limit of nodes: only the answer and
// the depths begun may allocate.
func TestNoAllocationPerNode(t *testing.T) {
	rules := pillars(t, "8")
	for _, steps := range []int{4, 90, 91} {
		h := afterRandom(t, rules, 6, steps)
		player := newPlayer(t, rules)
		depths := map[uint64]int{}
		allocations := func(nodes uint64) float64 {
			return testing.AllocsPerRun(1, func() {
				player.NewGame(0)
				decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: nodes}, nil)
				if err != nil {
					t.Fatal(err)
				}
				depths[nodes] = decision.Info.Depth
			})
		}
		// Each count is of a second run, after lists have grown.
		few, many := allocations(2000), allocations(20000)
		const beside = 10 // what the runtime may allocate meanwhile
		if deeper := depths[20000] - depths[2000]; many > few+float64(deeper)+beside {
			t.Errorf("%v allocations for 20000 nodes, %v for 2000, at %d depths more: %s", many, few, deeper,
				h.Position())
		}
	}
}
