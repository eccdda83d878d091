package dfs

import (
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	"pillars/search"
)

func newTable(mebibytes int, evaluations bool) *Table {
	t := NewTable(mebibytes, evaluations)
	t.Clear()
	return t
}

// entries draws entries over the whole range that a search can store.
func entries() *rapid.Generator[Entry] {
	return rapid.Custom(func(t *rapid.T) Entry {
		return Entry{
			Step:  engine.Step(rapid.Uint32Range(0, 1<<stepBits-1).Draw(t, "step")),
			Score: search.Score(rapid.Int32Range(int32(-search.WinScore), int32(search.WinScore)).Draw(t, "score")),
			Eval:  rapid.IntRange(-eval.Limit, eval.Limit).Draw(t, "eval"),
			Depth: rapid.IntRange(0, lowDepth).Draw(t, "depth"),
			Bound: Bound(rapid.IntRange(int(LowerBound), int(ExactBound)).Draw(t, "bound")),
		}
	})
}

// TestStoredIsFound stores one entry after another, in tables with and without evaluations, and reads each back at
// once, clears the table and finds none.
func TestStoredIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		evals := rapid.Bool().Draw(t, "evaluations")
		table := newTable(1, evals)
		stored := rapid.SliceOfN(entries(), 1, 20).Draw(t, "entries")
		key := func(i int) uint64 { return uint64(i+1) << 40 } // one bucket for all
		for i, e := range stored {
			if !evals {
				e.Eval, e.Depth = 0, rapid.IntRange(0, table.deepest()).Draw(t, "depth")
			}
			table.nextGeneration()
			table.Store(key(i), e)
			if got, found := table.Probe(key(i)); !found || got != e {
				t.Fatalf("%+v was stored; found %t, %+v", e, found, got)
			}
		}
		table.Clear()
		for i := range stored {
			if got, found := table.Probe(key(i)); found {
				t.Fatalf("%+v found after clearing", got)
			}
		}
	})
}

// TestConcurrentUse lets goroutines write and read a few crowded buckets. All parts of an entry follow from its key and
// a number in its eval, so that a mixture of two entries would show.
func TestConcurrentUse(t *testing.T) {
	table := &Table{buckets: make([][bucketSize]slot, 2), ages: 7, evals: true}
	made := func(key uint64, n int) Entry {
		r := rand.New(rand.NewPCG(key, uint64(n)))
		return Entry{
			Step: engine.Step(r.Uint32N(1 << stepBits)), Score: search.Score(r.IntN(60001) - 30000), Eval: n,
			Depth: r.IntN(lowDepth + 1), Bound: Bound(1 + r.IntN(3)),
		}
	}
	var group sync.WaitGroup
	for worker := range uint64(8) {
		group.Go(func() {
			r := rand.New(rand.NewPCG(worker, 1))
			for range enginetest.Count(4_000, 20_000) {
				key := scatter(1 + r.Uint64N(12))
				if r.IntN(2) == 0 {
					table.Store(key, made(key, r.IntN(1000)))
				} else if e, found := table.Probe(key); found && e != made(key, e.Eval) {
					t.Errorf("key %x holds %+v, which nobody stored", key, e)
				}
			}
		})
	}
	group.Wait()
}

// scatter spreads a small number over a key.
func scatter(n uint64) uint64 { return rand.NewPCG(n, n).Uint64() }
