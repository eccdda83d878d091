package alphabeta

import (
	"context"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/dfs"
)

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
			require.NoError(t, err)
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
	require.NoError(t, err)
	checkSteps(t, h, decision)
	const soon = 1024 + nodeSlack
	if decision.Info.Nodes > last.Nodes+soon || decision.Info.Depth < 3 {
		t.Errorf("%d nodes to depth %d; the context ended after %d", decision.Info.Nodes, decision.Info.Depth,
			last.Nodes)
	}
}

// TestKeepNoisy removes the quiet steps from an index on, and keeps what belongs to the others.
func TestKeepNoisy(t *testing.T) {
	t.Parallel()
	l := &dfs.Level{
		Steps: []engine.Step{1, 2, 3, 4, 5, 6}, Scores: []int32{0, 0, 0, dfs.NoisyScore, 0, dfs.NoisyScore + 1},
		Ranks: []int32{10, 20, 30, 40, 50, 60}, Behind: []int32{100, 200, 300, 400, 500, 600},
	}
	keepNoisy(l, 2)
	if !slices.Equal(l.Steps, []engine.Step{1, 2, 4, 6}) || l.Ranks[3] != 60 || l.Behind[3] != 600 {
		t.Errorf("%+v; 1 and 2 in their places, 4 and 6 are right", l)
	}
}
