package pilastri

import "math/bits"

// bitboard is a set of squares of the 8 x 8 grid. Bit 8*rank+file stands for the square in that file and rank, both from 0.
type bitboard uint64

// square is the number of a square of the grid: 8*rank + file.
type square uint8

const (
	fileA bitboard = 0x0101010101010101
	fileH bitboard = fileA << 7
	rank1 bitboard = 0xff
)

func (s square) bit() bitboard { return 1 << (s & 63) }
func (s square) file() int     { return int(s & 7) }
func (s square) rank() int     { return int(s >> 3) }

func squareAt(file, rank int) square { return square(8*rank + file) }

// String is the square's name, such as "c5".
func (s square) String() string { return string([]byte{'a' + byte(s.file()), '1' + byte(s.rank())}) }

func (b bitboard) count() int            { return bits.OnesCount64(uint64(b)) }
func (b bitboard) first() square         { return square(bits.TrailingZeros64(uint64(b))) }
func (b bitboard) last() square          { return square(63 - bits.LeadingZeros64(uint64(b))) }
func (b bitboard) has(s square) bool     { return b>>(s&63)&1 != 0 }
func (b bitboard) bitAt(s square) uint64 { return uint64(b) >> (s & 63) & 1 }

// nth is the n-th square of b, counted from 0 in the order of the bits; b has more than n squares. It sums the counts of the bytes by one
// multiplication, compares all sums with n at once and looks the rest up (Vigna, Broadword Implementation of Rank/Select Queries, 2008).
func (b bitboard) nth(n int) square {
	const each, tops = 0x0101010101010101, 0x8080808080808080
	x := uint64(b)
	pairs := x - x>>1&0x5555555555555555
	fours := pairs&0x3333333333333333 + pairs>>2&0x3333333333333333
	sums := (fours + fours>>4) & 0x0f0f0f0f0f0f0f0f * each
	beyond := (sums | tops) - uint64(n+1)*each
	start := bits.TrailingZeros64(beyond&tops) &^ 7
	before := sums << 8 >> (start & 63) & 0xff
	return square(start) + square(nthInByte[uint8(x>>(start&63))][(n-int(before))&7])
}

// nthInByte is, by a byte and n, the place of the byte's n-th bit that is set.
var nthInByte = newNthInByte()

func newNthInByte() (table [256][8]uint8) {
	for value := range table {
		n := 0
		for bit := range 8 {
			if value>>bit&1 != 0 {
				table[value][n] = uint8(bit)
				n++
			}
		}
	}
	return table
}
