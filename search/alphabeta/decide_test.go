package alphabeta

import (
	"context"
	"slices"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
)

// TestSameDecisions plays games by node limits twice with new players, and once more with a player that has played
// before.
func TestSameDecisions(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "5")
	play := func(player search.Player, seed uint64) ([]engine.Step, []uint64) {
		player.NewGame(seed)
		h := engine.NewHistory(rules.Start())
		var nodes []uint64
		for i := 0; i < 30 && !h.Outcome().Over(); i++ {
			decision := decide(t, player, h, search.Limits{Nodes: 700})
			nodes = append(nodes, decision.Info.Nodes)
			if err := h.PlayAll(decision.Steps); err != nil {
				t.Fatal(err)
			}
		}
		return h.Steps(), nodes
	}
	used := newPlayer(t, rules)
	steps, nodes := play(used, 1)
	for name, player := range map[string]search.Player{"new": newPlayer(t, rules), "used": used} {
		again, againNodes := play(player, 1)
		if !slices.Equal(steps, again) || !slices.Equal(nodes, againNodes) {
			t.Errorf("a %s player plays another game:\n%v\n%v", name, steps, again)
		}
	}
}

// nodeSlack is the number of nodes by which a search may exceed its limit, which is not checked within a quiescence
// search.
const nodeSlack = 100

// TestNodeLimit decides under limits of many sizes, at all stages, and checks that the search ends with the limit, and
// not long before.
func TestNodeLimit(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "8")
	player := newPlayer(t, rules)
	for _, steps := range []int{0, 1, 8, 40, 61, 150, 151, 400, 700} {
		h := enginetest.RandomGame(t, rules, 5, steps)
		for _, limit := range []uint64{1, 2, 10, 100, 1000, 5000} {
			player.NewGame(0)
			info := decide(t, player, h, search.Limits{Nodes: limit}).Info
			if info.Nodes < limit && !info.Score.Decided() || info.Nodes > limit+nodeSlack {
				t.Errorf("%d nodes, the limit is %d: %s", info.Nodes, limit, h.Position())
			}
		}
	}
}

// TestNodeLimitWithoutQuiescence checks that nothing else exceeds the limit.
func TestNodeLimitWithoutQuiescence(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "6")
	player := newPlayer(t, rules, func(c *Config) { c.Quiescence = false })
	for steps := range 40 {
		h := enginetest.RandomGame(t, rules, 3, 4*steps)
		info := decide(t, player, h, search.Limits{Nodes: 300}).Info
		if info.Nodes > 300 || info.Nodes < 300 && !info.Score.Decided() {
			t.Errorf("%d nodes, the limit is 300: %s", info.Nodes, h.Position())
		}
	}
}

// TestTighterLimit checks that the tighter of the player's own limits and the given limits applies.
func TestTighterLimit(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "6")
	h := enginetest.RandomGame(t, rules, 3, 40)
	own := search.Limits{Nodes: 500, Depth: 2}
	player := newPlayer(t, rules, precise, func(c *Config) { c.Limits = own })
	for _, limits := range []search.Limits{{}, {Nodes: 100000}, {Nodes: 40}, {Depth: 1}, {Depth: 5}} {
		player.NewGame(0)
		info := decide(t, player, h, limits).Info
		tight := own.Tightest(limits)
		if info.Nodes > tight.Nodes || info.Depth > tight.Depth || info.Nodes < tight.Nodes &&
			info.Depth < tight.Depth {
			t.Errorf("%d nodes and depth %d under %+v", info.Nodes, info.Depth, tight)
		}
	}
}

// TestDepthLimit checks that the search ends at the depth limit.
func TestDepthLimit(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "6")
	for _, steps := range []int{0, 5, 12, 30, 31, 60} {
		h := enginetest.RandomGame(t, rules, 7, steps)
		for depth := 1; depth <= 5; depth++ {
			info := decide(t, newPlayer(t, rules), h, search.Limits{Depth: depth}).Info
			if info.Depth != depth && !info.Score.Decided() {
				t.Errorf("depth %d, asked for %d: %s", info.Depth, depth, h.Position())
			}
		}
	}
}

// TestEndedContext checks that a player whose context has ended answers without thinking, and afterwards searches as
// usual, on one thread and on three.
func TestEndedContext(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "8")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for n, most := range map[int]uint64{1: 1, 3: 3000} {
		player := newPlayer(t, rules, threads(n))
		for _, steps := range []int{0, 5, 60, 61, 200, 201} {
			h := enginetest.RandomGame(t, rules, 6, steps)
			decision, err := player.Decide(ended, h, search.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkSteps(t, h, decision)
			if decision.Info.Nodes > most {
				t.Errorf("%d threads: %d nodes after the context had ended", n, decision.Info.Nodes)
			}
			if got := decide(t, player, h, search.Limits{Depth: 2}).Info; got.Depth != 2 {
				t.Errorf("%d threads: searched to depth %d, want 2", n, got.Depth)
			}
		}
	}
}

// TestContextEndsInReport ends the context from within a report: the search has no other limit and must stop soon, with
// what it reported.
func TestContextEndsInReport(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "8")
	h := enginetest.RandomGame(t, rules, 6, 90)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last search.Info
	decision, err := newPlayer(t, rules).Decide(ctx, h, search.Limits{}, func(info search.Info) {
		if last = info; info.Depth == 3 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	checkSteps(t, h, decision)
	const soon = 1024 + nodeSlack
	if decision.Info.Nodes > last.Nodes+soon || decision.Info.Depth < 3 {
		t.Errorf("%d nodes to depth %d; the context ended after %d", decision.Info.Nodes, decision.Info.Depth,
			last.Nodes)
	}
}

// TestTimeLimit checks that a search ends at the first look at the clock if its time has passed.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "8")
	h := enginetest.RandomGame(t, rules, 6, 90)
	info := decide(t, newPlayer(t, rules), h, search.Limits{Time: time.Nanosecond}).Info
	if info.Nodes > 1024+nodeSlack {
		t.Errorf("%d nodes in a nanosecond", info.Nodes)
	}
}

// TestNoAllocationPerNode compares decisions under a small and a ten times larger limit of nodes: only the answer and
// the depths begun may allocate.
func TestNoAllocationPerNode(t *testing.T) {
	rules := pillars(t, "8")
	for _, steps := range []int{4, 90, 91} {
		h := enginetest.RandomGame(t, rules, 6, steps)
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
