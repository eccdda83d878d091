package multiseat

import (
	"os"
	"path/filepath"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	"pillars/search"
	"pillars/search/kit"
)

// TestNoAllocation compares a short and a long search: what a decision allocates must not grow with its nodes.
func TestNoAllocation(t *testing.T) {
	rules := &enginetest.Strikes{Tokens: []int{12, 12, 12}}
	weights := filepath.Join(t.TempDir(), "strikes.txt")
	if err := os.WriteFile(weights, []byte(enginetest.StrikesWeights), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, mode := range modes {
		config := DefaultConfig()
		config.Mode, config.Table, config.Weights, config.Reduction = mode, 1, weights, true
		evaluator, err := eval.Load(weights, rules)
		if err != nil {
			t.Fatal(err)
		}
		s, h := newSearcher(&config, rules, evaluator, kit.NewTable(1, false)), engine.NewHistory(rules.Start())
		s.Begin(t.Context(), h, search.Limits{Nodes: 20000}, nil)
		s.Deepen()
		allocs := testing.AllocsPerRun(5, func() {
			s.Begin(t.Context(), h, search.Limits{Depth: 7}, nil)
			s.Table.Clear()
			if mode == maxN {
				s.searchVector(0, 7, rival{least: -1})
			} else {
				s.search(0, 7, -search.MaxScore, search.MaxScore)
			}
		})
		if allocs != 0 || s.Nodes < 100 {
			t.Errorf("%s: %v allocations in %d nodes", mode, allocs, s.Nodes)
		}
	}
}
