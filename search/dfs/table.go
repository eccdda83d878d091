package dfs

import (
	"math"
	"math/bits"
	"sync/atomic"

	"pillars/engine"
	"pillars/search"
)

// Bound says how a stored score relates to the true value of a position.
type Bound uint8

const (
	NoBound    Bound = iota // only the stored step has a meaning, not the score
	LowerBound              // the true value is at least the score
	UpperBound              // the true value is at most the score
	ExactBound              // the score is the true value
)

// Entry is the stored result of the search of one position.
type Entry struct {
	Step  engine.Step  // the best step found
	Score search.Score // if decided, it counts the steps from this position, not from the root
	Eval  int          // static evaluation, only in tables that store evaluations
	Depth int          // depth of the search, in steps
	Bound Bound
}

// settles reports whether the entry makes a search to the given depth in the window from alpha to beta unnecessary.
// Score is the entry's score as seen from the root.
func (e *Entry) settles(score search.Score, depth int, alpha, beta search.Score) bool {
	if e.Depth < depth && !score.Decided() {
		return false
	}
	switch e.Bound {
	case ExactBound:
		return true
	case LowerBound:
		return score >= beta
	case UpperBound:
		return score <= alpha
	}
	return false
}

// slot is the memory of one entry. Data is the packed entry, and check is data xor the hash of the position. If two
// goroutines write a slot at the same time, check and data do not match and the slot reads as empty (Hyatt and Mann, A
// Lockless Transposition-Table Implementation for Parallel Search, 2002).
type slot struct{ check, data atomic.Uint64 }

const bucketSize = 4 // number of slots in a bucket; 4 slots of 16 bytes fill a cache line

// Table is a transposition table. Several goroutines may use it without locks.
type Table struct {
	count      int                // number of buckets, a power of 2
	buckets    [][bucketSize]slot // nil until the table is first used
	generation uint64             // number of the current search, modulo ages+1
	ages       uint64             // mask of the low bits of a generation, which an entry stores
	evals      bool               // whether entries contain evaluations; if so, Store also keeps decided scores
}

// NewTable returns a table of at most the given number of MiB, which stores evaluations if evaluations is true. The
// table allocates its memory at the first game or search, because many players are made only to read their names.
func NewTable(mebibytes int, evaluations bool) *Table {
	fitting := max(1, mebibytes<<20/(16*bucketSize))
	count := 1 << (bits.Len(uint(fitting)) - 1) // the largest power of 2 that fits
	t := &Table{count: count, ages: 1<<(evalShift-ageShift) - 1, evals: evaluations}
	if !evaluations {
		t.ages = 1<<6 - 1 // the generation gets 3 more bits: the depth above evalShift leaves them unused
	}
	return t
}

// Clear removes all entries.
func (t *Table) Clear() {
	t.generation = 0
	if t.buckets == nil {
		t.buckets = make([][bucketSize]slot, t.count)
		return
	}
	clear(t.buckets)
}

// nextGeneration begins a new search. From then on Store replaces entries of earlier searches more readily.
func (t *Table) nextGeneration() {
	if t.buckets == nil {
		t.Clear()
	}
	t.generation = (t.generation + 1) & t.ages
}

// Layout of a packed entry, from the lowest bit: step (20 bits), score (16), low bits of the depth (7), bound (2),
// generation. The upper 16 bits are the evaluation or, in tables without evaluations, the depth without its low bits.
const (
	stepBits   = 20
	scoreShift = stepBits
	depthShift = scoreShift + 16
	boundShift = depthShift + 7
	ageShift   = boundShift + 2
	evalShift  = 64 - 16
)

// maxSteps is the largest [engine.Rules.StepSpace] of a game whose positions can be stored.
const maxSteps = 1 << stepBits

// lowDepth masks the low bits of a depth.
const lowDepth = 1<<(boundShift-depthShift) - 1

// deepest returns the largest depth of a search that uses the table.
func (t *Table) deepest() int {
	if t.evals {
		return lowDepth - 1
	}
	return MaxPly - 1
}

func (t *Table) pack(e Entry) uint64 {
	data := uint64(e.Step) | uint64(uint16(e.Score))<<scoreShift | uint64(e.Depth&lowDepth)<<depthShift |
		uint64(e.Bound)<<boundShift | t.generation<<ageShift
	if t.evals {
		return data | uint64(uint16(e.Eval))<<evalShift
	}
	return data | uint64(e.Depth&^lowDepth)<<evalShift
}

func (t *Table) unpack(data uint64) Entry {
	e := Entry{
		Step:  engine.Step(data & (1<<stepBits - 1)),
		Score: search.Score(int16(data >> scoreShift)),
		Depth: int(data >> depthShift & lowDepth),
		Bound: Bound(data >> boundShift & 3),
	}
	if t.evals {
		e.Eval = int(int16(data >> evalShift))
	} else {
		e.Depth |= int(data>>evalShift) &^ lowDepth
	}
	return e
}

// worth returns the value by which Store compares packed entries: the depth, minus 4 for each search begun since the
// entry was stored.
func (t *Table) worth(data uint64) int {
	age := int((t.generation - data>>ageShift) & t.ages)
	return t.unpack(data).Depth - 4*age
}

// Probe returns the entry of the position with the given hash, and whether the table has one.
func (t *Table) Probe(key uint64) (Entry, bool) {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
	for i := range bucket {
		if data := bucket[i].data.Load(); bucket[i].check.Load()^data == key && data != 0 {
			return t.unpack(data), true
		}
	}
	return Entry{}, false
}

// Store stores the entry of the position with the given hash. It replaces an older entry of the position or, if there
// is none, the entry of least worth in the position's bucket. A table with evaluations keeps an older entry with a
// decided score if the new score is undecided.
func (t *Table) Store(key uint64, e Entry) {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
	worst, least := 0, math.MaxInt
	for i := range bucket {
		data := bucket[i].data.Load()
		if bucket[i].check.Load()^data == key && data != 0 {
			old := t.unpack(data)
			if losesProof := t.evals && old.Score.Decided() && old.Bound != NoBound && !e.Score.Decided(); losesProof {
				return
			}
			worst = i
			break
		}
		if worth := t.worth(data); worth < least {
			worst, least = i, worth
		}
	}
	data := t.pack(e)
	bucket[worst].check.Store(key ^ data)
	bucket[worst].data.Store(data)
}
