package multiseat

import (
	"math/bits"

	"pillars/engine"
	"pillars/search"
)

// bound says how a stored score relates to the true one.
type bound uint8

const (
	noBound bound = iota // the entry holds a step only
	lowerBound
	upperBound
	exactBound
)

// entry is what the table knows of a position: 16 bytes.
type entry struct {
	key   uint64
	step  engine.Step
	score int16 // for the side to act; a decided score counts its distance from this position
	depth uint8
	mark  uint8 // bound and age
}

const (
	bucketSize = 4
	boundBits  = 2
	ageMask    = 1<<(8-boundBits) - 1
	maxDepth   = 255
)

func (e *entry) bound() bound { return bound(e.mark & (1<<boundBits - 1)) }

// table is the transposition table.
type table struct {
	buckets [][bucketSize]entry
	age     uint8
}

// newTable makes a table of at most the given number of MiB.
func newTable(mebibytes int) *table {
	count := max(1, mebibytes<<20/(16*bucketSize))
	return &table{buckets: make([][bucketSize]entry, 1<<(bits.Len(uint(count))-1))}
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

// grow notes that a new search begins: entries of older ones go first.
func (t *table) grow() { t.age = (t.age + 1) & ageMask }

// probe finds what is known of a position, or nil.
func (t *table) probe(key uint64) *entry {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
	for i := range bucket {
		if bucket[i].key == key && bucket[i].step != engine.NoStep {
			return &bucket[i]
		}
	}
	return nil
}

// store keeps an entry in place of the same position's or of the one least worth keeping: depth, less what its age costs.
func (t *table) store(key uint64, step engine.Step, score search.Score, depth int, b bound) {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
	worst, worstRank := 0, int(^uint(0)>>1)
	for i := range bucket {
		e := &bucket[i]
		if e.key == key {
			worst = i
			break
		}
		older := int((t.age - e.mark>>boundBits) & ageMask)
		if rank := int(e.depth) - 4*older; rank < worstRank {
			worst, worstRank = i, rank
		}
	}
	bucket[worst] = entry{key, step, int16(score), uint8(depth), uint8(b) | t.age<<boundBits}
}
