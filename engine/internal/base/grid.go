package base

import (
	"cmp"
	"math/bits"
	"slices"

	"pillars/engine"
)

// Bitboard is a set of squares of an 8 x 8 grid. Bit s stands for [Square] s.
type Bitboard uint64

// Square is the number 8*rank+file of a square of an 8 x 8 grid, with file and rank from 0 to 7. The masks &63 in this
// file change no number; they let the compiler leave out checks of shifts and indices.
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

// Image returns the square to which a symmetry of a board maps s.
func (s Square) Image(g engine.GridSymmetry, files, ranks int) Square {
	return SquareAt(g.Map(s.File(), s.Rank(), files, ranks))
}

// AllSymmetries returns all symmetries of a board and their number.
func AllSymmetries(files, ranks int) (all []engine.GridSymmetry, count int) {
	for g := range engine.SymmetriesOf(files, ranks) {
		all = append(all, g)
	}
	return all, len(all)
}

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

// Tally counts for each square in how many of four sets it is. The results are the binary digits of these counts. Tally
// adds the bits of all squares at once, with the logic of a binary adder.
func Tally(a, b, c, d Bitboard) (ones, twos, fours Bitboard) {
	abOnes, cdOnes, abTwos, cdTwos := a^b, c^d, a&b, c&d
	return abOnes ^ cdOnes, abTwos ^ cdTwos ^ abOnes&cdOnes, abTwos & cdTwos
}

// Nth returns the n-th lowest square of b, counted from 0. b must have more than n squares.
func (b Bitboard) Nth(n int) Square {
	for ; n > 0; n-- {
		b &= b - 1
	}
	return b.First()
}

// NthOfMany returns what Nth does, and is faster for a random n that is often large: it has no branches, which a
// processor could not predict. It adds up the bits of all ranks at once (Vigna, Broadword Implementation of Rank/Select
// Queries, 2008): upTo holds in each byte the number of squares of a rank and of the ranks below it.
func (b Bitboard) NthOfMany(n int) Square {
	const ones, tops = 0x0101010101010101, 0x8080808080808080 // the lowest and the highest bit of each byte
	upTo := b - b>>1&0x5555555555555555
	upTo = upTo&0x3333333333333333 + upTo>>2&0x3333333333333333
	upTo = (upTo + upTo>>4) & 0x0f0f0f0f0f0f0f0f * ones
	full := (Bitboard(n)*ones | tops - upTo) & tops >> 7 // the lowest bits of the ranks that end before the square
	first := full * ones >> 56 << 3 & 63                 // the first square of the rank that has the square
	left := Bitboard(n) - upTo<<8>>first
	return Square(first) + nthInRank[left&7][b>>first&0xff]
}

// nthInRank holds the n-th lowest set bit, counted from 0, by n and byte.
var nthInRank = func() (table [8][256]Square) {
	for squares := range Bitboard(256) {
		for n := range squares.Count() {
			table[n][squares] = squares.Nth(n)
		}
	}
	return table
}()

// Orders holds for each symmetry of a board the images of the board's squares, the image of the lowest square first. To
// read the squares of a position in such an order is the same as to mirror or rotate the position first and then to
// read its squares from the lowest to the highest.
type Orders [][]Square

// NewOrders returns the orders of a board that consists of the given squares of a grid.
func NewOrders(squares Bitboard, files, ranks int) Orders {
	orders := make(Orders, engine.SymmetriesOf(files, ranks))
	for g := range orders {
		for rest := squares; rest != 0; rest &= rest - 1 {
			s := rest.First()
			orders[g] = append(orders[g], s.Image(engine.GridSymmetry(g), files, ranks))
		}
	}
	return orders
}

// Least returns the order in which the contents of the squares make up the least sequence. A position and its images
// have the same least sequence, so this sequence identifies a position up to symmetry.
func Least[T cmp.Ordered](orders Orders, contents *[64]T) []Square {
	return slices.MinFunc(orders, func(a, b []Square) int {
		return slices.CompareFunc(a, b, func(x, y Square) int { return cmp.Compare(contents[x&63], contents[y&63]) })
	})
}

// LeastHash returns the least hash of all images of a position, with and without an exchange of colours and seats. The
// function hash returns the hash of one image, given its order and 1 for an exchange, else 0.
func LeastHash[S ~uint8](orders Orders, hash func(order []Square, exchange S) uint64) uint64 {
	least := ^uint64(0)
	for _, order := range orders {
		least = min(least, hash(order, 0), hash(order, 1))
	}
	return least
}
