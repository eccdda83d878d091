package prover

import (
	"math/bits"
	"sync/atomic"
)

// bucketSize is the number of positions that share a place in the table: one line of the processor's cache.
const bucketSize = 4

// entry holds the value of a position: whether the mover wins, in bit 0, and the number of nodes that it took, above.
// The first word is half of the position's hash combined with the second word, so that words of two threads that write
// at the same time do not fit together.
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

// probe returns whether the mover wins, and how many nodes that took. Known is false if the table lacks the position.
func (t *table) probe(h hash) (win bool, nodes uint64, known bool) {
	bucket := &t.buckets[h.low&t.mask]
	for i := range bucket {
		data := bucket[i][1].Load()
		if bucket[i][0].Load()^data == h.high && data != 0 {
			return data&1 == 1, data >> 1, true
		}
	}
	return false, 0, false
}

// store keeps a value in place of the one in its bucket that took the fewest nodes.
func (t *table) store(h hash, win bool, nodes uint64) {
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
	data := nodes << 1
	if win {
		data |= 1
	}
	bucket[place][0].Store(h.high ^ data)
	bucket[place][1].Store(data)
}
