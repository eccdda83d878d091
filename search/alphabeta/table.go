package alphabeta

import (
	"math/bits"
	"sync/atomic"

	"pillars/engine"
	"pillars/search"
)

// bound says how a stored score relates to the true one.
type bound uint8

const (
	noBound bound = iota
	lowerBound
	upperBound
	exactBound
)

// entry is what the table knows of a position.
type entry struct {
	step  engine.Step
	score search.Score // a decided score counts its distance from this position
	eval  int
	depth int
	bound bound
}

// slot is an entry as it lies in memory: the packed entry, and the position's hash combined with it by exclusive or. If two goroutines write a
// slot at once, the halves do not fit together and the slot reads as empty.
type slot struct{ check, data atomic.Uint64 }

const bucketSize = 4 // slots of 16 bytes on a cache line

// table is the transposition table.
type table struct {
	buckets [][bucketSize]slot
	age     uint64
}

// newTable makes a table of at most the given number of MiB.
func newTable(mebibytes int) *table {
	count := max(1, mebibytes<<20/(16*bucketSize))
	return &table{buckets: make([][bucketSize]slot, 1<<(bits.Len(uint(count))-1))}
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

// grow notes that a new search begins: entries of older ones go first.
func (t *table) grow() { t.age = (t.age + 1) & ageMask }

// An entry is packed from the low end up: step, score, eval, depth, bound, age.
const (
	stepBits   = 20
	scoreShift = stepBits
	evalShift  = scoreShift + 16
	depthShift = evalShift + 16
	boundShift = depthShift + 7
	ageShift   = boundShift + 2
	ageMask    = 1<<(64-ageShift) - 1
	maxDepth   = 1<<7 - 1
)

func pack(e entry, age uint64) uint64 {
	return uint64(e.step) | uint64(uint16(e.score))<<scoreShift | uint64(uint16(e.eval))<<evalShift |
		uint64(e.depth)<<depthShift | uint64(e.bound)<<boundShift | age<<ageShift
}

func unpack(data uint64) entry {
	return entry{
		step:  engine.Step(data & (1<<stepBits - 1)),
		score: search.Score(int16(data >> scoreShift)),
		eval:  int(int16(data >> evalShift)),
		depth: int(data >> depthShift & maxDepth),
		bound: bound(data >> boundShift & 3),
	}
}

// rank orders slots by how much they are worth keeping: depth, less what their age costs.
func (t *table) rank(data uint64) int {
	older := int((t.age - data>>ageShift) & ageMask)
	return int(data>>depthShift&maxDepth) - 4*older
}

// bucket is where a position's entry can lie.
func (t *table) bucket(key uint64) *[bucketSize]slot {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// probe finds what is known of a position.
func (t *table) probe(key uint64) (entry, bool) {
	for i := range t.bucket(key) {
		s := &t.bucket(key)[i]
		if data := s.data.Load(); s.check.Load()^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// store keeps an entry in place of the same position's or of the one least worth keeping. Proven scores give way to nothing less.
func (t *table) store(key uint64, e entry) {
	bucket := t.bucket(key)
	worst, worstRank := 0, int(^uint(0)>>1)
	for i := range bucket {
		data := bucket[i].data.Load()
		if bucket[i].check.Load()^data == key && data != 0 {
			if old := unpack(data); old.score.Decided() && old.bound != noBound && !e.score.Decided() {
				return
			}
			worst = i
			break
		}
		if rank := t.rank(data); rank < worstRank {
			worst, worstRank = i, rank
		}
	}
	data := pack(e, t.age)
	bucket[worst].check.Store(key ^ data)
	bucket[worst].data.Store(data)
}
