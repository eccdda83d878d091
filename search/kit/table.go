package kit

import (
	"math"
	"math/bits"
	"sync/atomic"

	"pillars/engine"
	"pillars/search"
)

// Bound says how a stored score relates to the true one.
type Bound uint8

// The bounds. An entry with NoBound has only a step.
const (
	NoBound Bound = iota
	LowerBound
	UpperBound
	ExactBound
)

// Entry is what the table stores of a position.
type Entry struct {
	Step  engine.Step
	Score search.Score // a decided score counts its distance from this position
	Eval  int          // evaluation, in tables that store it
	Depth int
	Bound Bound
}

// settles reports whether the entry suffices for a search to a depth in the window from alpha to beta. Score is the
// entry's score as seen from the root.
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

// slot is an entry in memory: the packed entry, and its exclusive or with the position's hash. If two goroutines write
// a slot at once, the halves do not match and the slot reads as empty (Hyatt and Mann, A Lockless Transposition-Table
// Implementation for Parallel Search, 2002).
type slot struct{ check, data atomic.Uint64 }

const bucketSize = 4 // slots of 16 bytes on a cache line

// Table is a transposition table. Several goroutines may use it without locks.
type Table struct {
	count      int // of buckets
	buckets    [][bucketSize]slot
	generation uint64 // number of the search, masked by ages
	ages       uint64 // mask of generations
	evals      bool   // store evaluations, and keep decided scores from being replaced by others
}

// NewTable returns a table of at most the given number of MiB. A table with evaluations distinguishes fewer
// generations.
func NewTable(mebibytes int, evaluations bool) *Table {
	t := lateTable(mebibytes, evaluations)
	t.Clear()
	return t
}

// lateTable returns a table that allocates its memory at the first game or search, because many players are made for
// their names only.
func lateTable(mebibytes int, evaluations bool) *Table {
	count := max(1, mebibytes<<20/(16*bucketSize))
	t := &Table{count: 1 << (bits.Len(uint(count)) - 1), ages: 1<<6 - 1, evals: evaluations}
	if evaluations {
		t.ages = 1<<(evalShift-ageShift) - 1
	}
	return t
}

// Clear removes all entries.
func (t *Table) Clear() {
	if t.generation = 0; t.buckets == nil {
		t.buckets = make([][bucketSize]slot, t.count)
		return
	}
	clear(t.buckets)
}

// nextGeneration begins a new search. Entries of earlier searches are replaced first.
func (t *Table) nextGeneration() {
	if t.buckets == nil {
		t.Clear()
	}
	t.generation = (t.generation + 1) & t.ages
}

// Bits of a packed entry from the low end: step, score, depth, bound, generation; then the evaluation or, in tables
// without evaluations, the upper bits of the depth.
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

const lowDepth = 1<<(boundShift-depthShift) - 1

// deepest returns the largest depth that an entry can hold.
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

// worth ranks slots for replacement: by depth, less a malus for age.
func (t *Table) worth(data uint64) int {
	depth, age := int(data>>depthShift&lowDepth), int((t.generation-data>>ageShift)&t.ages)
	if !t.evals {
		depth |= int(data>>evalShift) &^ lowDepth
	}
	return depth - 4*age
}

// Probe returns the entry of a position, if there is one.
func (t *Table) Probe(key uint64) (Entry, bool) {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
	for i := range bucket {
		if data := bucket[i].data.Load(); bucket[i].check.Load()^data == key && data != 0 {
			return t.unpack(data), true
		}
	}
	return Entry{}, false
}

// Store stores an entry in place of the same position's or of the least valuable one.
func (t *Table) Store(key uint64, e Entry) {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
	worst, least := 0, math.MaxInt
	for i := range bucket {
		data := bucket[i].data.Load()
		if bucket[i].check.Load()^data == key && data != 0 {
			if old := t.unpack(data); t.evals && old.Score.Decided() && old.Bound != NoBound && !e.Score.Decided() {
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
