package alphabeta

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/search/dfs"
)

// newTestSearcher returns a searcher at the start of Pit of Pillars on a small board.
func newTestSearcher(t *testing.T, config Config) *searcher {
	t.Helper()
	rules := pillars(t, "4")
	s := newSearcher(&config, rules, defaultEvaluator(t, rules), nil, newTable())
	s.Begin(t.Context(), engine.NewHistory(rules.Start()), search.Limits{}, nil)
	return s
}

// TestStore checks the stored entry of a node: its bound, and decided scores with their distance from the node.
func TestStore(t *testing.T) {
	const key = 5
	for name, test := range map[string]struct {
		node dfs.Node
		want dfs.Entry
	}{
		"fails low": {dfs.Node{Ply: 2, Depth: 3, Beta: 40, Best: 10, BestStep: 6},
			dfs.Entry{Step: 6, Score: 10, Depth: 3, Bound: dfs.UpperBound}},
		"between": {dfs.Node{Ply: 2, Depth: 3, Beta: 40, Best: 30, BestStep: 6, Raised: true},
			dfs.Entry{Step: 6, Score: 30, Depth: 3, Bound: dfs.ExactBound}},
		"fails high": {dfs.Node{Ply: 2, Depth: 3, Beta: 40, Best: 40, BestStep: 6, Raised: true},
			dfs.Entry{Step: 6, Score: 40, Depth: 3, Bound: dfs.LowerBound}},
		"a win below": {dfs.Node{Ply: 4, Depth: 1, Beta: 40, Best: search.WinIn(5), BestStep: 6},
			dfs.Entry{Step: 6, Score: search.WinIn(1), Depth: 1, Bound: dfs.LowerBound}},
		"a loss": {dfs.Node{Ply: 4, Depth: 2, Beta: 40, Best: -search.WinIn(6), BestStep: 6},
			dfs.Entry{Step: 6, Score: -search.WinIn(2), Depth: 2, Bound: dfs.UpperBound}},
	} {
		s := newTestSearcher(t, DefaultConfig())
		test.node.Key = key
		s.Store(&test.node, test.node.Bound())
		if got, found := s.Table.Probe(key); !found || got != test.want {
			t.Errorf("%s: stored %+v, %t; want %+v", name, got, found, test.want)
		}
	}
}

// TestOneLineStored checks that the table keeps the result of the root's best line, not of another line.
func TestOneLineStored(t *testing.T) {
	config := DefaultConfig()
	config.MultiPV = 3
	s := newTestSearcher(t, config)
	s.Clock.Limits.Depth = 4
	best := s.Deepen()
	if e, found := s.Table.Probe(s.Levels[0].Position.Hash()); !found || e.Step != best.Principal[0] {
		t.Errorf("the table holds step %d (found %t), the best line begins with %d", e.Step, found, best.Principal[0])
	}
}

// TestProbe checks which entries settle a node that is searched to depth 3 between 10 and 11.
func TestProbe(t *testing.T) {
	for name, test := range map[string]struct {
		entry   dfs.Entry
		open    bool
		ply     int
		settles bool
		score   search.Score
	}{
		"an exact score":             {dfs.Entry{Score: 4, Depth: 3, Bound: dfs.ExactBound}, false, 2, true, 4},
		"a deeper one":               {dfs.Entry{Score: 4, Depth: 7, Bound: dfs.ExactBound}, false, 2, true, 4},
		"a shallower one":            {dfs.Entry{Score: 4, Depth: 2, Bound: dfs.ExactBound}, false, 2, false, 0},
		"on the principal variation": {dfs.Entry{Score: 4, Depth: 3, Bound: dfs.ExactBound}, true, 2, false, 0},
		"at the root":                {dfs.Entry{Score: 4, Depth: 3, Bound: dfs.ExactBound}, false, 0, false, 0},
		"at least enough":            {dfs.Entry{Score: 11, Depth: 3, Bound: dfs.LowerBound}, false, 2, true, 11},
		"at least too little":        {dfs.Entry{Score: 10, Depth: 3, Bound: dfs.LowerBound}, false, 2, false, 0},
		"at most too little":         {dfs.Entry{Score: 10, Depth: 3, Bound: dfs.UpperBound}, false, 2, true, 10},
		"at most enough":             {dfs.Entry{Score: 11, Depth: 3, Bound: dfs.UpperBound}, false, 2, false, 0},
		"a win, however shallow": {dfs.Entry{Score: search.WinIn(3), Depth: 1, Bound: dfs.LowerBound},
			false, 2, true, search.WinIn(5)},
		"a loss, however shallow": {dfs.Entry{Score: -search.WinIn(4), Depth: 0, Bound: dfs.UpperBound},
			false, 6, true, -search.WinIn(10)},
		"a loss at least, however shallow": {dfs.Entry{Score: -search.WinIn(4), Depth: 0, Bound: dfs.LowerBound},
			false, 6, false, 0},
	} {
		s := newTestSearcher(t, DefaultConfig())
		key := s.Levels[test.ply].Position.Hash()
		test.entry.Step, test.entry.Eval = 9, -33
		s.Table.Store(key, test.entry)
		n := dfs.Node{Ply: test.ply, Depth: 3, Alpha: 10, Beta: 11, Open: test.open, Key: key}
		if _, settles := s.Probe(&n); settles != test.settles || settles && n.Best != test.score {
			t.Errorf("%s: settles %t with %v; want %t with %v", name, settles, n.Best, test.settles, test.score)
		}
		if n.TableStep != 9 || n.Eval != -33 {
			t.Errorf("%s: step %d and evaluation %d are read, want 9 and -33", name, n.TableStep, n.Eval)
		}
	}
}

// TestLate checks at which index only noisy steps remain, and that these are kept.
func TestLate(t *testing.T) {
	low := dfs.Node{Depth: 1, Alpha: 900, Beta: 901, Best: -40, Eval: -40}
	for name, test := range map[string]struct {
		change   func(n *dfs.Node)
		i        int
		optional bool
		late     bool
	}{
		"the last step allowed":                {func(*dfs.Node) {}, 10, false, false},
		"the first that is not":                {func(*dfs.Node) {}, 11, false, true},
		"the last optional step allowed":       {func(*dfs.Node) {}, 2, true, false},
		"the first optional one that is not":   {func(*dfs.Node) {}, 3, true, true},
		"with more depth":                      {func(n *dfs.Node) { n.Depth = 4 }, 85, false, false},
		"with more depth, too late":            {func(n *dfs.Node) { n.Depth = 4 }, 86, false, true},
		"far from the leaves":                  {func(n *dfs.Node) { n.Depth = 5 }, 1000, false, false},
		"on the principal variation":           {func(n *dfs.Node) { n.Open = true }, 1000, false, false},
		"where all others lose so far":         {func(n *dfs.Node) { n.Best = -search.WinIn(6) }, 1000, false, false},
		"where nothing was worth a try so far": {func(n *dfs.Node) { n.Best = -search.MaxScore }, 1000, false, false},
	} {
		n := low
		test.change(&n)
		if got := wide.late(&n, test.i, test.optional); got != test.late {
			t.Errorf("%s: late is %t", name, got)
		}
	}
	l := &dfs.Level{
		Steps: []engine.Step{1, 2, 3, 4, 5, 6}, Scores: []int32{0, 0, 0, dfs.NoisyScore, 0, dfs.NoisyScore + 1},
		Ranks: []int32{10, 20, 30, 40, 50, 60}, Behind: []int32{100, 200, 300, 400, 500, 600},
	}
	keepNoisy(l, 2)
	if !slices.Equal(l.Steps, []engine.Step{1, 2, 4, 6}) {
		t.Errorf("steps %v are kept; 1 and 2 in their places and 4 and 6 are right", l.Steps)
	}
	for i, step := range l.Steps {
		if l.Ranks[i] != int32(10*step) || l.Behind[i] != int32(100*step) {
			t.Errorf("step %d has rank %d and is %d behind", step, l.Ranks[i], l.Behind[i])
		}
	}
}

// TestMargins compares the last node that each margin spares with the first that it does not.
func TestMargins(t *testing.T) {
	p := pillars(t, "6").Start()
	l := &dfs.Level{Scores: make([]int32, 100), Behind: make([]int32, 100)}
	for name, m := range map[string]*margins{narrowMargins: narrow, wideMargins: wide} {
		n := dfs.Node{Depth: 2, Alpha: 0, Beta: 1, Best: -40}
		for _, test := range []struct {
			what   string
			change func(beyond int)
			cut    func() bool
		}{
			{"reverse futility", func(beyond int) { n.Eval = 1 + 2*m.aboveBeta - 1 + beyond },
				func() bool { return m.reverseFutile(&n, p) }},
			{"futility", func(beyond int) { n.Eval = 1 - m.belowAlpha - 2*m.belowAlphaEach - beyond },
				func() bool { return m.futile(&n, l, 5) }},
			{"the policy", func(beyond int) { n.Eval, l.Behind[5] = 0, m.unlikely+2*75+int32(beyond) },
				func() bool { return m.futile(&n, l, 5) }},
		} {
			for beyond, want := range []bool{false, true} {
				if test.change(beyond); test.cut() != want {
					t.Errorf("%s margins, %s: %d beyond the last: left out is %t", name, test.what, beyond, !want)
				}
			}
			l.Behind[5] = 0
		}
		if last := m.lateFrom + 4*m.lateAfter - 1; m.late(&n, last, false) || !m.late(&n, last+1, false) {
			t.Errorf("%s margins: not step %d is the first that comes too late", name, last+1)
		}
	}
	for name, m := range map[string]*margins{narrowMargins: narrow, wideMargins: wide} {
		for deeper, want := range []bool{true, false} {
			above := dfs.Node{Depth: m.aboveBetaUpTo + deeper, Alpha: 0, Beta: 1, Eval: 9000}
			if m.reverseFutile(&above, p) != want {
				t.Errorf("%s margins: reverse futility at depth %d is %t", name, above.Depth, !want)
			}
			below := dfs.Node{Depth: m.belowAlphaUpTo + deeper, Alpha: 0, Beta: 1, Best: -40, Eval: -9000}
			if m.futile(&below, l, 5) != want {
				t.Errorf("%s margins: futility at depth %d is %t", name, below.Depth, !want)
			}
		}
	}
	open, closed := dfs.Node{Depth: 8, Open: true}, dfs.Node{Depth: 8}
	quiet := &dfs.Level{Scores: make([]int32, 100)}
	if got := narrow.reduction(&closed, quiet, 9, false) - narrow.reduction(&open, quiet, 9, false); got != 0 {
		t.Errorf("with narrow margins the principal variation is reduced by %d less", got)
	}
	if got := wide.reduction(&closed, quiet, 9, false) - wide.reduction(&open, quiet, 9, false); got != 1 {
		t.Errorf("with wide margins the principal variation is reduced by %d less", got)
	}
}

// TestFutile checks which steps are never pruned as futile.
func TestFutile(t *testing.T) {
	l := &dfs.Level{Scores: make([]int32, 100)}
	l.Scores[99] = dfs.NoisyScore
	low := dfs.Node{Depth: 1, Alpha: 900, Beta: 901, Best: -40, Eval: -40}
	if !wide.futile(&low, l, 50) {
		t.Fatal("a quiet step far below alpha is not left out")
	}
	for name, change := range map[string]func(n *dfs.Node) (i int){
		"the first step":                      func(*dfs.Node) int { return 0 },
		"a noisy step":                        func(*dfs.Node) int { return 99 },
		"a step on the principal variation":   func(n *dfs.Node) int { n.Open = true; return 50 },
		"a step far from the leaves":          func(n *dfs.Node) int { n.Depth = 5; return 50 },
		"a step where all others lose so far": func(n *dfs.Node) int { n.Best = -search.WinIn(6); return 50 },
		"a step that could reach alpha":       func(n *dfs.Node) int { n.Alpha, n.Beta = 60, 61; return 3 },
	} {
		n := low
		if i := change(&n); wide.futile(&n, l, i) {
			t.Errorf("%s is left out", name)
		}
	}
}
