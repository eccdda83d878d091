package prover

import (
	"math/bits"
	"sync/atomic"
)

// bucketSize is the number of positions that share a place in the table: one line of the processor's cache.
const bucketSize = 4

// value says in bit 0 whether the mover wins, and above it how many nodes that took, at least 1. 0 is no value.
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

// entry holds the value of a position in its second word. The first word is half of the position's hash combined with
// the second word, so that words of two threads that write at the same time do not fit together.
type entry [2]atomic.Uint64

// table keeps values of positions. Where it is full, values that took few nodes make room.
type table struct {
	buckets [][bucketSize]entry
	mask    uint64
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

// store keeps a value in place of the one in its bucket that took the fewest nodes.
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
