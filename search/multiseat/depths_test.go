package multiseat

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/dfs"
)

// TestReductions compares reductions with 0.7 + ln(depth) * ln(index) / 1.8, worked out by hand and rounded down.
func TestReductions(t *testing.T) {
	config := DefaultConfig()
	config.Table = 1
	s := newSearcher(&config, &enginetest.Strikes{Tokens: []int{2, 2, 2}}, scatter{}, newTable())
	l := &dfs.Level{Scores: make([]int32, 101)}
	l.Scores[6] = dfs.NoisyScore
	for _, test := range []struct {
		depth, i int
		open     bool
		want     int
	}{
		{4, 5, false, 1}, {4, 5, true, 0}, {8, 20, false, 4}, {8, 20, true, 3}, {2, 2, false, 0}, {2, 2, true, 0},
		{3, 3, false, 1}, {2, 100, false, 1}, {4, 100, false, 3}, {4, 6, false, 0}, {8, 1, false, 0}, {1, 20, false, 0},
	} {
		n := &node{Node: dfs.Node{Depth: test.depth, Open: test.open}}
		if got := s.reduction(l, n, test.i); got != test.want {
			t.Errorf("step %d at depth %d, open %v: %d off, want %d", test.i, test.depth, test.open, got, test.want)
		}
	}
	config.Reduction = false
	if got := s.reduction(l, &node{Node: dfs.Node{Depth: 8}}, 20); got != 0 {
		t.Errorf("without reduction: %d off", got)
	}
}

// TestLateSteps checks which quiet steps are left out: at depth 1 from the eighth on, at depth 3 from number 40 on.
func TestLateSteps(t *testing.T) {
	l := &dfs.Level{Scores: make([]int32, 100)}
	l.Scores[50] = dfs.NoisyScore
	for _, test := range []struct {
		n    dfs.Node
		i    int
		want bool
	}{
		{dfs.Node{Depth: 1}, 7, false}, {dfs.Node{Depth: 1}, 8, true}, {dfs.Node{Depth: 2}, 19, false},
		{dfs.Node{Depth: 2}, 20, true}, {dfs.Node{Depth: 3}, 39, false}, {dfs.Node{Depth: 3}, 40, true},
		{dfs.Node{Depth: 4}, 99, false}, {dfs.Node{Depth: 1, Open: true}, 99, false}, {dfs.Node{Depth: 1}, 50, false},
		{dfs.Node{Depth: 1, Best: -search.Proven}, 99, true}, {dfs.Node{Depth: 1, Best: -search.WinIn(4)}, 99, false},
		{dfs.Node{Depth: 0}, -1, false},
	} {
		if got := (&node{Node: test.n}).late(l, test.i); got != test.want {
			t.Errorf("step %d at %+v is late: %v", test.i, test.n, got)
		}
	}
}

// TestKeysDiffer checks that the keys of a position differ by the searching seat and by the state of the reply.
func TestKeysDiffer(t *testing.T) {
	rules := &enginetest.Strikes{Tokens: []int{2, 2, 2, 2}}
	config := DefaultConfig()
	config.Table = 1
	s := newSearcher(&config, rules, scatter{}, newTable())
	seen := map[uint64]bool{}
	for s.root = range 4 {
		for r := range replies {
			seen[s.key(rules.Start(), r)] = true
		}
	}
	if len(seen) != 16 {
		t.Errorf("%d keys of 16 states", len(seen))
	}
}
