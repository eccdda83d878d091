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
