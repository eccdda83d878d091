package dfs

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
)

// TestAssist follows helpers that begin while the first thread searches depth 4: they search their depths from there
// on, and end with a proof or a search that found nothing.
func TestAssist(t *testing.T) {
	rules := &enginetest.Stones{Pile: 9}
	for _, test := range []struct {
		helper, wins, fails int // the depths at which it finds a win or nothing
		want                []int
	}{{0, 0, 0, []int{4, 6, 8}}, {1, 0, 0, []int{5, 7}}, {0, 6, 0, []int{4, 6}}, {1, 0, 5, []int{5}}} {
		var tree Tree
		var depths []int
		tree.Init(&Settings{MultiPV: 1}, rules, newTable(1, true))
		tree.Begin(t.Context(), engine.NewHistory(rules.Start()), search.Limits{Depth: 8}, nil)
		tree.Root = func(depth, _ int, _ search.Info) search.Score {
			depths = append(depths, depth)
			if tree.Levels[0].Principal = []engine.Step{1}; depth == test.fails {
				tree.Levels[0].Principal = nil
			}
			if depth == test.wins {
				return search.WinIn(depth)
			}
			return 0
		}
		together := newTeam(3, 0)
		together.depth.Store(4)
		if tree.assist(together, test.helper); !slices.Equal(depths, test.want) {
			t.Errorf("helper %d searches depths %v, want %v", test.helper, depths, test.want)
		}
	}
}

// TestSkips checks that half of the helpers in whole groups search each depth, and that no two of them search the same
// depths.
func TestSkips(t *testing.T) {
	patterns := map[[60]bool]int{}
	for _, helpers := range []int{2, 6, 12, 20} {
		for depth := range 60 {
			searching := 0
			for helper := range helpers {
				if !skips(helper, depth) {
					searching++
				}
			}
			if searching != helpers/2 {
				t.Errorf("%d of %d helpers search depth %d", searching, helpers, depth)
			}
		}
	}
	for helper := range 20 {
		var pattern [60]bool
		for depth := range pattern {
			pattern[depth] = skips(helper, depth)
		}
		if twin, known := patterns[pattern]; known {
			t.Errorf("helpers %d and %d search the same depths", twin, helper)
		}
		patterns[pattern] = helper
	}
}
