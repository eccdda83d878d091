package catalog_test

import (
	"slices"
	"testing"

	"pillars/results/keep/catalog"
)

func TestSamples(t *testing.T) {
	identities := []string{"a", "b", "c", "d", "e", "f"}
	first := catalog.Sample(identities, 3, 1)
	if len(first) != 3 || !slices.IsSorted(first) || !slices.Equal(first, catalog.Sample(identities, 3, 1)) {
		t.Errorf("drawn %v", first)
	}
	seen := map[string]bool{}
	for seed := range uint64(20) {
		for _, identity := range catalog.Sample(identities, 3, seed) {
			seen[identity] = true
		}
	}
	if len(seen) != 6 || !slices.Equal(identities, []string{"a", "b", "c", "d", "e", "f"}) {
		t.Errorf("twenty samples hold %v of %v", seen, identities)
	}
	for _, n := range []int{0, 6, 7} {
		if got := catalog.Sample(identities, n, 1); len(got) != 6 {
			t.Errorf("%d of 6 are %v", n, got)
		}
	}
}
