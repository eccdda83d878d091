package base

import (
	"cmp"
	"math/bits"
	"slices"

	"pillars/engine"
)

// Bitboard is a set of squares of an 8 x 8 grid. Bit s stands for [Square] s.
type Bitboard uint64

// Square is the number 8*rank+file of a square of an 8 x 8 grid, with file and rank from 0 to 7.
type Square uint8

// The sets of all squares on the first file and on the last.
const (
	FileA Bitboard = 0x0101010101010101
	FileH Bitboard = FileA << 7
)

// SquareAt returns the square on a file and rank, both counted from 0.
func SquareAt(file, rank int) Square { return Square(8*rank + file) }

// SquareNamed returns the square with a name such as "c5".
func SquareNamed(name string) Square { return SquareAt(int(name[0]-'a'), int(name[1]-'1')) }

// Bit returns the bitboard with this square alone.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// File returns the file of the square, from 0 to 7.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of the square, from 0 to 7.
func (s Square) Rank() int { return int(s >> 3) }

// String returns the square's name, such as "c5".
func (s Square) String() string { return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())}) }

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square in b, which must not be empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last returns the highest square in b, which must not be empty.
func (b Bitboard) Last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// Has reports whether b contains a square.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// BitAt returns 1 if b contains a square, else 0.
func (b Bitboard) BitAt(s Square) uint64 { return uint64(b) >> (s & 63) & 1 }

// Tally returns, as binary digits, in how many of four sets each square is. It adds their bits as a binary adder does.
func Tally(a, b, c, d Bitboard) (ones, twos, fours Bitboard) {
	x, y, both, others := a^b, c^d, a&b, c&d
	return x ^ y, both ^ others ^ x&y, both & others
}

// Nth returns the n-th lowest square of b, counted from 0. b must have more than n squares. The algorithm finds the
// byte that contains the square by working on all eight bytes of the word at once, then looks the square up in a table
// (Vigna, Broadword Implementation of Rank/Select Queries, 2008).
func (b Bitboard) Nth(n int) Square {
	const each, tops = 0x0101010101010101, 0x8080808080808080
	x := uint64(b)
	pairs := x - x>>1&0x5555555555555555 // the number of bits in each pair, then in each group of four
	fours := pairs&0x3333333333333333 + pairs>>2&0x3333333333333333
	// Byte i of sums counts the bits in bytes 0 to i of x. The top bit of byte i of beyond tells whether they exceed n.
	sums := (fours + fours>>4) & 0x0f0f0f0f0f0f0f0f * each
	beyond := (sums | tops) - uint64(n+1)*each
	start := bits.TrailingZeros64(beyond&tops) &^ 7 // the first bit of the byte that contains the square
	before := sums << 8 >> (start & 63) & 0xff      // the number of squares in the bytes below it
	return Square(start + int(nthInByte[uint8(x>>(start&63))][(n-int(before))&7]))
}

// nthInByte holds, by the value of a byte and by n, the position of the n-th lowest bit that is set.
var nthInByte = func() (table [256][8]uint8) {
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
}()

// Images holds the images of a board's squares under the symmetries of the board.
type Images struct {
	// Orders holds, by symmetry, the image of every square, beginning with the lowest square. Read in such an order, a
	// position gives the same sequence as its mirrored or rotated image read in plain order.
	Orders [][]Square
	to     [engine.GridSymmetries][64]Square // by symmetry and square, the image of the square
}

// NewImages returns the images of a board that consists of the given squares of a grid.
func NewImages(squares Bitboard, files, ranks int) *Images {
	images := &Images{Orders: make([][]Square, engine.SymmetriesOf(files, ranks))}
	for g := range images.Orders {
		for rest := squares; rest != 0; rest &= rest - 1 {
			s := rest.First()
			images.to[g][s] = SquareAt(engine.GridSymmetry(g).Map(s.File(), s.Rank(), files, ranks))
			images.Orders[g] = append(images.Orders[g], images.to[g][s])
		}
	}
	return images
}

// Least returns the one of images.Orders in which the contents of the squares, read one after another, make up the
// least sequence. This sequence identifies a position up to symmetry, because all its images have the same.
func Least[T cmp.Ordered](images *Images, contents *[64]T) []Square {
	return slices.MinFunc(images.Orders, func(a, b []Square) int {
		return slices.CompareFunc(a, b, func(x, y Square) int { return cmp.Compare(contents[x&63], contents[y&63]) })
	})
}

// ImageHashes holds the hash of each image of a position by symmetry: plain with its own colours, exchanged with the
// two colours exchanged.
type ImageHashes struct{ plain, exchanged [engine.GridSymmetries]uint64 }

// Add adds a piece on a square to all hashes. Two tables hold Zobrist keys by square: plain has the keys of the piece,
// and exchanged has the keys of the same piece in the other colour.
func (h *ImageHashes) Add(images *Images, at Square, plain, exchanged *[64]uint64) {
	for g := range images.to {
		to := images.to[g][at&63] & 63
		h.plain[g] ^= plain[to]
		h.exchanged[g] ^= exchanged[to]
	}
}

// Least returns the least hash of all images. Before it compares, it adds a key for facts that belong to no square,
// such as the seat to act: plain to the images with unchanged colours, exchanged to the others.
func (h *ImageHashes) Least(images *Images, plain, exchanged uint64) uint64 {
	least := ^uint64(0)
	for g := range images.Orders {
		least = min(least, h.plain[g]^plain, h.exchanged[g]^exchanged)
	}
	return least
}
