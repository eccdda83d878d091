package prover

import (
	"math/bits"
	"sync/atomic"
)

// bucketSize is the number of entries in a bucket, which fills one line of the processor's cache.
const bucketSize = 4

// value is a proven value of a position. Bit 0 is set if the mover wins, and the bits above it are the number of nodes
// that the proof took, at least 1. The zero value means that nothing is proven.
type value uint64

func newValue(win bool, nodes uint64) value {
	v := value(nodes << 1)
	if win {
		v |= 1
	}
	return v
}

func (v value) win() bool     { return v&1 == 1 }
func (v value) nodes() uint64 { return uint64(v >> 1) }

// entry is the value of a position in the table. The second word is the value, and the first word is the value xor half
// of the position's hash. If two threads write an entry at the same time, its words do not fit together, and probe does
// not find it.
type entry [2]atomic.Uint64

// table stores values of positions. Several threads may use it without locks. In a full bucket, store replaces the
// value that took the fewest nodes.
type table struct {
	buckets [][bucketSize]entry
	mask    uint64 // number of buckets, a power of two, minus 1
}

// newTable returns a table of at most the given number of bytes, and at least one bucket.
func newTable(bytes int) *table {
	count := 1 << max(0, bits.Len(uint(bytes/(bucketSize*16)))-1)
	return &table{make([][bucketSize]entry, count), uint64(count - 1)}
}

// probe returns the value of a position. Known is false if the table lacks the position.
func (t *table) probe(h hash) (v value, known bool) {
	bucket := &t.buckets[h.low&t.mask]
	for i := range bucket {
		data := bucket[i][1].Load()
		if bucket[i][0].Load()^data == h.high && data != 0 {
			return value(data), true
		}
	}
	return 0, false
}

// store stores the value of a position. It replaces an older value of the position or, if there is none, the value in
// the bucket that took the fewest nodes.
func (t *table) store(h hash, v value) {
	bucket := &t.buckets[h.low&t.mask]
	least, place := uint64(1)<<63, 0
	for i := range bucket {
		data := bucket[i][1].Load()
		if bucket[i][0].Load()^data == h.high {
			place = i
			break
		}
		if data < least {
			least, place = data, i
		}
	}
	bucket[place][0].Store(h.high ^ uint64(v))
	bucket[place][1].Store(uint64(v))
}
