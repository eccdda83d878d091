package alphabeta

import (
	"context"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/pitofpillars"
	"pillars/eval"
	"pillars/search"
)

// newTestSearcher is a searcher that stands before the start of Pit of Pillars on a small board.
func newTestSearcher(t *testing.T, config Config) *searcher {
	t.Helper()
	rules, err := pitofpillars.Game.New(engine.Settings{{Name: "size", Value: "4"}})
	if err != nil {
		t.Fatal(err)
	}
	evaluator, err := eval.Default(rules)
	if err != nil {
		t.Fatal(err)
	}
	config.Table = 1
	s := newSearcher(&config, rules, evaluator, nil, newTable(config.Table))
	s.begin(context.Background(), engine.NewHistory(rules.Start()), search.Limits{}, nil)
	return s
}

// TestStore checks what is kept of a node: its bound, and decided scores by their distance from the node.
func TestStore(t *testing.T) {
	const key = 5
	for name, test := range map[string]struct {
		node node
		want entry
	}{
		"fails low":   {node{ply: 2, depth: 3, beta: 40, best: 10, bestStep: 6}, entry{step: 6, score: 10, depth: 3, bound: upperBound}},
		"between":     {node{ply: 2, depth: 3, beta: 40, best: 30, bestStep: 6, raised: true}, entry{step: 6, score: 30, depth: 3, bound: exactBound}},
		"fails high":  {node{ply: 2, depth: 3, beta: 40, best: 40, bestStep: 6, raised: true}, entry{step: 6, score: 40, depth: 3, bound: lowerBound}},
		"a win below": {node{ply: 4, depth: 1, beta: 40, best: search.WinIn(5)}, entry{score: search.WinIn(1), depth: 1, bound: lowerBound}},
		"a loss":      {node{ply: 4, depth: 2, beta: 40, best: -search.WinIn(6)}, entry{score: -search.WinIn(2), depth: 2, bound: upperBound}},
	} {
		s := newTestSearcher(t, DefaultConfig())
		test.node.key = key
		s.store(&test.node)
		if got, found := s.table.probe(key); !found || got != test.want {
			t.Errorf("%s: stored %+v, %t; want %+v", name, got, found, test.want)
		}
	}
}

// TestOneLineStored checks that the table keeps what the root's best line found, not a lesser line.
func TestOneLineStored(t *testing.T) {
	config := DefaultConfig()
	config.Lines = 3
	s := newTestSearcher(t, config)
	s.clock.limits.Depth = 4
	best := s.deepen()
	if e, found := s.table.probe(s.levels[0].position.Hash()); !found || e.step != best.Principal[0] {
		t.Errorf("the table holds step %d (found %t), the best line begins with %d", e.step, found, best.Principal[0])
	}
}

// TestProbe checks which entries settle a node that is searched to depth 3 between 10 and 11.
func TestProbe(t *testing.T) {
	for name, test := range map[string]struct {
		entry   entry
		open    bool
		ply     int
		settles bool
		score   search.Score
	}{
		"an exact score":                   {entry{score: 4, depth: 3, bound: exactBound}, false, 2, true, 4},
		"a deeper one":                     {entry{score: 4, depth: 7, bound: exactBound}, false, 2, true, 4},
		"a shallower one":                  {entry{score: 4, depth: 2, bound: exactBound}, false, 2, false, 0},
		"on the principal variation":       {entry{score: 4, depth: 3, bound: exactBound}, true, 2, false, 0},
		"at the root":                      {entry{score: 4, depth: 3, bound: exactBound}, false, 0, false, 0},
		"at least enough":                  {entry{score: 11, depth: 3, bound: lowerBound}, false, 2, true, 11},
		"at least too little":              {entry{score: 10, depth: 3, bound: lowerBound}, false, 2, false, 0},
		"at most too little":               {entry{score: 10, depth: 3, bound: upperBound}, false, 2, true, 10},
		"at most enough":                   {entry{score: 11, depth: 3, bound: upperBound}, false, 2, false, 0},
		"a win, however shallow":           {entry{score: search.WinIn(3), depth: 1, bound: lowerBound}, false, 2, true, search.WinIn(5)},
		"a loss, however shallow":          {entry{score: -search.WinIn(4), depth: 0, bound: upperBound}, false, 6, true, -search.WinIn(10)},
		"a loss at least, however shallow": {entry{score: -search.WinIn(4), depth: 0, bound: lowerBound}, false, 6, false, 0},
	} {
		s := newTestSearcher(t, DefaultConfig())
		key := s.levels[test.ply].position.Hash()
		test.entry.step, test.entry.eval = 9, -33
		s.table.store(key, test.entry)
		n := node{ply: test.ply, depth: 3, alpha: 10, beta: 11, open: test.open, key: key}
		if settles := s.probe(&n); settles != test.settles || settles && n.best != test.score {
			t.Errorf("%s: settles %t with %v; want %t with %v", name, settles, n.best, test.settles, test.score)
		}
		if n.tableStep != 9 || n.eval != -33 {
			t.Errorf("%s: step %d and evaluation %d are read, want 9 and -33", name, n.tableStep, n.eval)
		}
	}
}

// TestLate checks when only loud steps are tried still, and that those are kept.
func TestLate(t *testing.T) {
	low := node{depth: 1, alpha: 900, beta: 901, best: -40, eval: -40}
	for name, test := range map[string]struct {
		change   func(n *node)
		i        int
		optional bool
		late     bool
	}{
		"the last step allowed":                {func(*node) {}, 10, false, false},
		"the first that is not":                {func(*node) {}, 11, false, true},
		"the last optional step allowed":       {func(*node) {}, 2, true, false},
		"the first optional one that is not":   {func(*node) {}, 3, true, true},
		"with more depth":                      {func(n *node) { n.depth = 4 }, 85, false, false},
		"with more depth, too late":            {func(n *node) { n.depth = 4 }, 86, false, true},
		"far from the leaves":                  {func(n *node) { n.depth = 5 }, 1000, false, false},
		"on the principal variation":           {func(n *node) { n.open = true }, 1000, false, false},
		"where all others lose so far":         {func(n *node) { n.best = -search.WinIn(6) }, 1000, false, false},
		"where nothing was worth a try so far": {func(n *node) { n.best = -search.MaxScore }, 1000, false, false},
	} {
		n := low
		test.change(&n)
		if got := n.late(test.i, test.optional); got != test.late {
			t.Errorf("%s: late is %t", name, got)
		}
	}
	l := &level{
		steps: []engine.Step{1, 2, 3, 4, 5, 6}, hints: []int32{0, 0, 0, loudHint, 0, loudHint + 1},
		ranks: []int32{10, 20, 30, 40, 50, 60}, behind: []int32{100, 200, 300, 400, 500, 600},
	}
	l.keepLoud(2)
	if !slices.Equal(l.steps, []engine.Step{1, 2, 4, 6}) {
		t.Errorf("steps %v are kept; 1 and 2 in their places and 4 and 6 are right", l.steps)
	}
	for i, step := range l.steps {
		if l.ranks[i] != int32(10*step) || l.behind[i] != int32(100*step) {
			t.Errorf("step %d has rank %d and is %d behind", step, l.ranks[i], l.behind[i])
		}
	}
}

// TestHopeless checks which steps are never left out for being quiet.
func TestHopeless(t *testing.T) {
	s := newTestSearcher(t, DefaultConfig())
	l := &level{hints: make([]int32, 100)}
	l.hints[99] = loudHint
	low := node{depth: 1, alpha: 900, beta: 901, best: -40, eval: -40}
	if !s.hopeless(l, &low, 50) {
		t.Fatal("a quiet step far below alpha is not left out")
	}
	for name, change := range map[string]func(n *node) (i int){
		"the first step":                      func(*node) int { return 0 },
		"a loud step":                         func(*node) int { return 99 },
		"a step on the principal variation":   func(n *node) int { n.open = true; return 50 },
		"a step far from the leaves":          func(n *node) int { n.depth = 5; return 50 },
		"a step where all others lose so far": func(n *node) int { n.best = -search.WinIn(6); return 50 },
		"a step that could reach alpha":       func(n *node) int { n.alpha, n.beta = 60, 61; return 3 },
	} {
		n := low
		if i := change(&n); s.hopeless(l, &n, i) {
			t.Errorf("%s is left out", name)
		}
	}
}
