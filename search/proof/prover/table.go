package prover

import (
	"math/bits"
	"sync/atomic"

	"pillars/engine"
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
	buckets := make([][bucketSize]entry, count)
	useHugePages(buckets)
	return &table{buckets, uint64(count - 1)}
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

// load brings the buckets of children into the processor's cache. Its loads do not depend on each other, so the
// processor waits for all of them at once; probes between other work would wait one after the other.
func (t *table) load(children []child) {
	for i := range children {
		_ = t.buckets[children[i].hash.low&t.mask][0][1].Load() // the compiler keeps atomic loads
	}
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

// A hash has 128 bits, so that two of the positions of a proof have equal hashes with negligible probability. The check
// of a certificate uses exact keys, so it does not depend on hashes.
type hash struct{ high, low uint64 }

// views is the largest number of hashes of a board: one for each symmetry, without and with the colours exchanged.
const views = 2 * int(engine.GridSymmetries)

// hashes holds the hashes of all images of a board: at index 2 * symmetry the hash of the image by that symmetry, and
// at 2 * symmetry + 1 the hash of the same image with the colours exchanged.
type hashes [views]hash

// A term holds the numbers that one piece, on a level of a square, contributes to each of the hashes by xor.
type term [views]hash

// term returns the term of a piece of colour c on a level, counted from 0, of a square.
func (s *shape) term(c colour, level, square uint8) *term {
	return &s.terms[(int(c)*maxSquares+int(level&31))*maxSquares+int(square&31)]
}

// change updates the hashes for a piece of colour c that moves from a level of the square from to the level height of
// the square to.
func (h *hashes) change(s *shape, c colour, from, level, to, height uint8) {
	a, b := s.term(c, level, from), s.term(c, height, to)
	for i := range 2 * len(s.images) {
		h[i].high ^= a[i].high ^ b[i].high
		h[i].low ^= a[i].low ^ b[i].low
	}
}

// canonical returns a hash that is equal for all images of a board under symmetries and the exchange of colours.
func (b *board) canonical() hash {
	best := b.hashes[b.mover]
	for i := 2 + int(b.mover); i < 2*len(b.shape.images); i += 2 {
		if h := b.hashes[i]; h.high < best.high || h.high == best.high && h.low < best.low {
			best = h
		}
	}
	return best
}

// addTerms sets the terms: a random number for each colour, level and square, at the square of each image.
func (s *shape) addTerms() {
	random := engine.NewRandom(0x70696c6c617273) // "pillars" in ASCII
	basic := make([]hash, 2*maxSquares*maxSquares)
	for i := range basic {
		basic[i] = hash{random.Uint64(), random.Uint64()}
	}
	s.terms = make([]term, len(basic))
	for c := range colour(2) {
		for level := range uint8(maxSquares) {
			for square := range uint8(s.files * s.ranks) {
				to := s.term(c, level, square)
				for g, image := range s.images {
					at := int(level)*maxSquares + int(image[square])
					to[2*g] = basic[int(c)*maxSquares*maxSquares+at]
					to[2*g+1] = basic[int(c^1)*maxSquares*maxSquares+at]
				}
			}
		}
	}
}
