package kit

import "math/bits"

// Bitboard is a set of squares of a grid of 8 x 8: bit 8*rank+file, both from 0.
type Bitboard uint64

// Square is the number of a square of the grid.
type Square uint8

// The first and the last file.
const (
	FileA Bitboard = 0x0101010101010101
	FileH Bitboard = FileA << 7
)

// SquareAt is the square in a file and rank from 0.
func SquareAt(file, rank int) Square { return Square(8*rank + file) }

func (s Square) Bit() Bitboard { return 1 << (s & 63) }
func (s Square) File() int     { return int(s & 7) }
func (s Square) Rank() int     { return int(s >> 3) }

// String is the square's name, such as "c5".
func (s Square) String() string { return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())}) }

func (b Bitboard) Count() int            { return bits.OnesCount64(uint64(b)) }
func (b Bitboard) First() Square         { return Square(bits.TrailingZeros64(uint64(b))) }
func (b Bitboard) Last() Square          { return Square(63 - bits.LeadingZeros64(uint64(b))) }
func (b Bitboard) Has(s Square) bool     { return b>>(s&63)&1 != 0 }
func (b Bitboard) BitAt(s Square) uint64 { return uint64(b) >> (s & 63) & 1 }

// Nth is the n-th square of b, counted from 0 in the order of the bits; b has more than n squares.
func (b Bitboard) Nth(n int) Square { return Square(nthBit(uint64(b), n)) }

// nthBit is the place of the n-th bit of x that is set, counted from 0; x has more than n such bits. It sums the counts
// of the bytes by one multiplication, compares all sums with n at once and looks the rest up (Vigna, Broadword
// Implementation of Rank/Select Queries, 2008).
func nthBit(x uint64, n int) int {
	const each, tops = 0x0101010101010101, 0x8080808080808080
	pairs := x - x>>1&0x5555555555555555
	fours := pairs&0x3333333333333333 + pairs>>2&0x3333333333333333
	sums := (fours + fours>>4) & 0x0f0f0f0f0f0f0f0f * each
	beyond := (sums | tops) - uint64(n+1)*each
	start := bits.TrailingZeros64(beyond&tops) &^ 7
	before := sums << 8 >> (start & 63) & 0xff
	return start + int(nthInByte[uint8(x>>(start&63))][(n-int(before))&7])
}

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
