package pylyx

import "math/bits"

// bitboard is a set of squares of the grid: bit s%64 of word s/64 stands for square s.
type bitboard [(squares + 63) / 64]uint64

func (b *bitboard) flip(s square)     { b[s>>6] ^= 1 << (s & 63) }
func (b *bitboard) has(s square) bool { return b[s>>6]>>(s&63)&1 != 0 }

func (b *bitboard) count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2])
}

// list holds the squares of a set of up to 15 in their order.
type list struct {
	squares [16]square
	count   int
}

// fill lists the squares of b.
func (l *list) fill(b *bitboard) {
	n := 0
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			l.squares[n&15] = square(64*i + bits.TrailingZeros64(word))
			n++
		}
	}
	l.count = n & 15
}

// all are the squares listed.
func (l *list) all() []square { return l.squares[:l.count&15] }
