package vector

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKeysCount compares keys with a plain list, also of pages that another game has given back.
func TestKeysCount(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var free *page
	var games [3]keys
	var lists [3][]uint64
	for range 20_000 {
		i := random.IntN(len(games))
		if random.IntN(60) == 0 {
			games[i].clear(&free)
			lists[i] = nil
		}
		hash := 1<<(8*random.Uint64N(6)) + random.Uint64N(3) // differs from others in any byte that counts
		lists[i] = append(lists[i], hash)
		want := 0
		for _, other := range lists[i] {
			if other == hash {
				want++
			}
		}
		if got := games[i].add(hash, &free); got != want {
			t.Fatalf("%d keys: %#x is there %d times, want %d", len(lists[i]), hash, got, want)
		}
	}
	if !slices.ContainsFunc(lists[:], func(list []uint64) bool { return len(list) > pageKeys }) {
		t.Error("no game has more than one page")
	}
}
