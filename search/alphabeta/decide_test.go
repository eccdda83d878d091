package alphabeta

import (
	"context"
	"slices"
	"testing"

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
