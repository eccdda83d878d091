package multiseat

import (
	"testing"

	"pillars/engine/enginetest"
)

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
