package alphabeta

import (
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// entries draws entries over the whole range of what a search can store.
func entries() *rapid.Generator[entry] {
	return rapid.Custom(func(t *rapid.T) entry {
		return entry{
			step:  engine.Step(rapid.Uint32Range(0, 1<<stepBits-1).Draw(t, "step")),
			score: search.Score(rapid.Int32Range(int32(-search.WinScore), int32(search.WinScore)).Draw(t, "score")),
			eval:  rapid.IntRange(-eval.Limit, eval.Limit).Draw(t, "eval"),
			depth: rapid.IntRange(0, maxDepth).Draw(t, "depth"),
			bound: bound(rapid.IntRange(int(lowerBound), int(exactBound)).Draw(t, "bound")),
		}
	})
}

func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, age := entries().Draw(t, "entry"), rapid.Uint64Range(0, ageMask).Draw(t, "age")
		data := pack(e, age)
		if got := unpack(data); got != e || data>>ageShift != age {
			t.Fatalf("%+v of age %d is read back as %+v of age %d", e, age, got, data>>ageShift)
		}
	})
}

// TestStoredIsFound stores one entry after another and reads each back at once, clears the table and finds none.
func TestStoredIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := newTable(1)
		stored := rapid.SliceOfN(entries(), 1, 20).Draw(t, "entries")
		key := func(i int) uint64 { return uint64(i+1) << 40 } // one bucket for all
		for i, e := range stored {
			table.grow()
			table.store(key(i), e)
			if got, found := table.probe(key(i)); !found || got != e {
				t.Fatalf("%+v was stored; found %t, %+v", e, found, got)
			}
		}
		table.clear()
		for i := range stored {
			if got, found := table.probe(key(i)); found {
				t.Fatalf("%+v found after clearing", got)
			}
		}
	})
}

// keysOf are keys of one bucket.
func keysOf(n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = uint64(i+1)<<40 | 7
	}
	return keys
}

// TestReplacement fills a bucket and checks who gives way to the next entry.
func TestReplacement(t *testing.T) {
	for name, test := range map[string]struct {
		depths  [bucketSize]int
		fresh   [bucketSize]bool // stored again in the latest search
		without int              // which of them gives way
	}{
		"the shallowest":                {[4]int{5, 3, 9, 4}, [4]bool{true, true, true, true}, 1},
		"the old one, among equals":     {[4]int{5, 5, 5, 5}, [4]bool{true, true, false, true}, 2},
		"an old one that is no deeper":  {[4]int{6, 4, 7, 6}, [4]bool{true, true, false, true}, 2},
		"a shallow one before old ones": {[4]int{20, 2, 20, 20}, [4]bool{false, true, false, false}, 1},
	} {
		table := newTable(1)
		keys := keysOf(bucketSize + 1)
		for i, depth := range test.depths {
			table.store(keys[i], entry{step: 1, depth: depth, bound: exactBound})
		}
		table.grow()
		for i, fresh := range test.fresh {
			if fresh {
				table.store(keys[i], entry{step: 1, depth: test.depths[i], bound: exactBound})
			}
		}
		table.store(keys[bucketSize], entry{step: 2, depth: 1, bound: lowerBound})
		for i, key := range keys {
			if _, found := table.probe(key); found != (i != test.without) {
				t.Errorf("%s: entry %d of %d found: %t", name, i, len(keys), found)
			}
		}
	}
}

// TestSamePosition checks that a newer entry of a position replaces the older one, even if it is shallower, but no proven score by one that is not.
func TestSamePosition(t *testing.T) {
	deep := entry{step: 3, score: 40, depth: 9, bound: exactBound}
	shallow := entry{step: 4, score: -40, depth: 2, bound: upperBound}
	proven := entry{step: 5, score: search.WinIn(7), depth: 8, bound: lowerBound}
	shorter := entry{step: 6, score: search.WinIn(3), depth: 3, bound: exactBound}
	for _, test := range []struct{ first, second, want entry }{
		{deep, shallow, shallow}, {shallow, deep, deep}, {deep, proven, proven}, {proven, deep, proven}, {proven, shorter, shorter},
	} {
		table := newTable(1)
		table.store(77, test.first)
		table.store(77, test.second)
		if got, found := table.probe(77); !found || got != test.want {
			t.Errorf("%+v then %+v: found %t, %+v", test.first, test.second, found, got)
		}
	}
}

// TestSize checks that a table takes no more memory than it may, and at least half of it.
func TestSize(t *testing.T) {
	for _, mebibytes := range []int{1, 2, 3, 16, 17} {
		if size := len(newTable(mebibytes).buckets) * bucketSize * 16; size > mebibytes<<20 || 2*size <= mebibytes<<20 {
			t.Errorf("%d bytes of %d MiB", size, mebibytes)
		}
	}
}

// TestConcurrentUse has goroutines write and read a few crowded buckets. All parts of an entry follow from its key and a number that it carries
// in its eval, so that a mixture of two entries would show.
func TestConcurrentUse(t *testing.T) {
	table := &table{buckets: make([][bucketSize]slot, 2)}
	made := func(key uint64, n int) entry {
		r := rand.New(rand.NewPCG(key, uint64(n)))
		return entry{
			step: engine.Step(r.Uint32N(1 << stepBits)), score: search.Score(r.IntN(60001) - 30000), eval: n,
			depth: r.IntN(maxDepth + 1), bound: bound(1 + r.IntN(3)),
		}
	}
	var group sync.WaitGroup
	for worker := range uint64(8) {
		group.Go(func() {
			r := rand.New(rand.NewPCG(worker, 1))
			for range 20_000 {
				key := scatter(1 + r.Uint64N(12))
				if r.IntN(2) == 0 {
					table.store(key, made(key, r.IntN(1000)))
				} else if e, found := table.probe(key); found && e != made(key, e.eval) {
					t.Errorf("key %x holds %+v, which nobody stored", key, e)
				}
			}
		})
	}
	group.Wait()
}

// scatter spreads a small number over a key.
func scatter(n uint64) uint64 { return rand.NewPCG(n, n).Uint64() }
