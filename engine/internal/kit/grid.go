package kit

import (
	"cmp"
	"math/bits"
	"slices"

	"pillars/engine"
)

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

// Nth is the n-th square of b, counted from 0 in the order of the bits; b has more than n squares. It sums the counts
// of the bytes by one multiplication, compares all sums with n at once and looks the rest up (Vigna, Broadword
// Implementation of Rank/Select Queries, 2008).
func (b Bitboard) Nth(n int) Square {
	const each, tops = 0x0101010101010101, 0x8080808080808080
	x := uint64(b)
	pairs := x - x>>1&0x5555555555555555
	fours := pairs&0x3333333333333333 + pairs>>2&0x3333333333333333
	sums := (fours + fours>>4) & 0x0f0f0f0f0f0f0f0f * each
	beyond := (sums | tops) - uint64(n+1)*each
	start := bits.TrailingZeros64(beyond&tops) &^ 7
	before := sums << 8 >> (start & 63) & 0xff
	return Square(start + int(nthInByte[uint8(x>>(start&63))][(n-int(before))&7]))
}

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

// Images are what the symmetries make of a board.
type Images struct {
	Orders [][]Square                        // by symmetry, where it takes the squares, in the order of their bits
	to     [engine.GridSymmetries][64]Square // the same by square
}

// NewImages makes the images of a board with these squares.
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

// Least is the order in which the things on the squares come first.
func Least[T cmp.Ordered](images *Images, things *[64]T) []Square {
	return slices.MinFunc(images.Orders, func(a, b []Square) int {
		return slices.CompareFunc(a, b, func(x, y Square) int { return cmp.Compare(things[x&63], things[y&63]) })
	})
}

// ImageHashes are the hashes of a position's images by symmetry, with the colours as they are and exchanged.
type ImageHashes struct{ plain, exchanged [engine.GridSymmetries]uint64 }

// Add adds the words, by square, of what stands on a square.
func (h *ImageHashes) Add(images *Images, at Square, plain, exchanged *[64]uint64) {
	for g := range images.to {
		to := images.to[g][at&63] & 63
		h.plain[g] ^= plain[to]
		h.exchanged[g] ^= exchanged[to]
	}
}

// Least adds what belongs to no square and returns the least hash.
func (h *ImageHashes) Least(images *Images, plain, exchanged uint64) uint64 {
	least := ^uint64(0)
	for g := range images.Orders {
		least = min(least, h.plain[g]^plain, h.exchanged[g]^exchanged)
	}
	return least
}
