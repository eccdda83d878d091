package dfs

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestHistory rewards one step endlessly: its history approaches the limit and stays below it, the history of a step
// that failed before it falls, and both fade when a search begins.
func TestHistory(t *testing.T) {
	rules := &enginetest.Stones{Pile: 9}
	o := newOrderer(&Settings{History: true}, rules)
	l := &Level{Position: rules.Start(), Steps: []engine.Step{1, 2}}
	l.size()
	o.Reward(l, 0, 1, 3)
	if good, bad := o.history[0][2], o.history[0][1]; good != 288 || bad != -144 {
		t.Errorf("after one reward at depth 3 the histories are %d and %d, want 288 and -144", good, bad)
	}
	for range 1000 {
		o.Reward(l, 0, 1, 100)
	}
	good, bad := o.history[0][2], o.history[0][1]
	if good <= historyLimit-16 || good > historyLimit || bad >= 16-historyLimit {
		t.Errorf("the histories end at %d and %d, the limit is %d", good, bad, historyLimit)
	}
	before := o.history[0][2]
	if o.decay(); o.history[0][2] != before/2 || o.killers[0][0] != engine.NoStep {
		t.Errorf("history %d decays to %d, killer %d", before, o.history[0][2], o.killers[0][0])
	}
	if o.forget(); o.history[0][2] != 0 {
		t.Error("the history of another game is kept")
	}
}

// TestRank orders by score, history and killers as configured; the table's step is always first.
func TestRank(t *testing.T) {
	rules := &enginetest.Stones{Pile: 9}
	for name, test := range map[string]struct {
		settings Settings
		behind   []int32
		table    engine.Step
		want     [3]int32
	}{
		"scores":       {Settings{}, nil, 0, [3]int32{2560, 5120, 0}},
		"with a table": {Settings{}, nil, 3, [3]int32{2560, 5120, rankTable}},
		"history":      {Settings{History: true}, nil, 0, [3]int32{2560 - 144, 5120 + 288, 0}},
		"killers":      {Settings{Killers: true}, nil, 0, [3]int32{2560, 5120 + rankKiller, 0}},
		"a policy":     {Settings{History: true}, []int32{0, 10, 40}, 0, [3]int32{1280 - 288, 1280 + 576, -5120}},
	} {
		o := newOrderer(&test.settings, rules)
		l := &Level{Position: rules.Start(), Steps: []engine.Step{1, 2, 3}}
		l.size()
		o.Reward(l, 4, 1, 3)
		l.Scores, l.Behind = []int32{10, 20, 0}, test.behind
		o.Rank(l, 4, test.table)
		if got := [3]int32(l.Ranks); got != test.want {
			t.Errorf("%s: ranks %v, want %v", name, got, test.want)
		}
	}
}
