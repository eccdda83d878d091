package pitofpillars

import (
	"math/bits"

	"pillars/engine/internal/kit"
)

// bitboard is a set of squares of the 8 x 8 grid: bit 8*rank+file, both from 0.
type bitboard uint64

type square uint8

const (
	fileA bitboard = 0x0101010101010101
	fileH bitboard = fileA << 7
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

// nth is the n-th square of b, counted from 0 in the order of the bits; b has more than n squares.
func (b bitboard) nth(n int) square { return square(kit.NthBit(uint64(b), n)) }

type direction uint8

const (
	north direction = iota
	east
	south
	west
	northEast
	southEast
	southWest
	northWest
	orthogonals = 4
	directions  = 8
)

var offset = [directions]int8{8, 1, -8, -1, 9, -7, -9, 7}

func (b bitboard) shift(d direction) bitboard {
	switch d {
	case north:
		return b << 8
	case east:
		return b &^ fileH << 1
	case south:
		return b >> 8
	case west:
		return b &^ fileA >> 1
	case northEast:
		return b &^ fileH << 9
	case southEast:
		return b &^ fileH >> 7
	case southWest:
		return b &^ fileA >> 9
	default:
		return b &^ fileA << 7
	}
}

func (b bitboard) orthogonalSpread() bitboard {
	return b<<8 | b>>8 | b&^fileH<<1 | b&^fileA>>1
}

// spread is the set of squares next to a square of b in any of the eight directions.
func (b bitboard) spread() bitboard {
	row := b&^fileH<<1 | b&^fileA>>1
	column := b | row
	return row | column<<8 | column>>8
}

// countSlides counts slides over and onto vacant squares in all eight directions. Sliders must not stand on vacant
// squares: then a square is reached by at most one of them per direction, and a flooded set can simply be counted.
func countSlides(from, vacant bitboard) int {
	right, left := vacant&^fileA, vacant&^fileH
	return floodUp(from, vacant, 8).count() + floodDown(from, vacant, 8).count() +
		floodUp(from, right, 1).count() + floodDown(from, left, 1).count() +
		floodUp(from, right, 9).count() + floodDown(from, left, 9).count() +
		floodUp(from, left, 7).count() + floodDown(from, right, 7).count()
}

// floodUp takes steps of +by over open squares, which leave out the file that a wrap would enter, in doubling reach
// (the fill known as Kogge-Stone).
func floodUp(from, open bitboard, by uint) bitboard {
	reached := open & (from << by)
	reached |= open & (reached << by)
	open &= open << by
	reached |= open & (reached << (2 * by))
	open &= open << (2 * by)
	return reached | open&(reached<<(4*by))
}

// floodDown is floodUp with steps of -by.
func floodDown(from, open bitboard, by uint) bitboard {
	reached := open & (from >> by)
	reached |= open & (reached >> by)
	open &= open >> by
	reached |= open & (reached >> (2 * by))
	open &= open >> (2 * by)
	return reached | open&(reached>>(4*by))
}

// Sizes of the board, in squares along an edge.
const (
	minSize = 4
	maxSize = 8
)

type geometry struct {
	size    int
	squares bitboard // the squares of the board
}

var geometries = newGeometries()

func newGeometries() [maxSize + 1]geometry {
	var all [maxSize + 1]geometry
	for size := minSize; size <= maxSize; size++ {
		g := geometry{size: size}
		for rank := range size {
			for file := range size {
				if !kit.Corner(file, rank, size) {
					g.squares |= squareAt(file, rank).bit()
				}
			}
		}
		all[size] = g
	}
	return all
}

var neighbours = newNeighbours()

func newNeighbours() (table [64]bitboard) {
	for at := range square(64) {
		table[at] = at.bit().orthogonalSpread()
	}
	return table
}

// rays holds, by direction and square, the squares that lie behind it: from which a slide in the direction may come.
var rays = newRays()

func newRays() (table [directions][64]bitboard) {
	for d := range direction(directions) {
		for from := range square(64) {
			for front := from.bit().shift(d); front != 0; front = front.shift(d) {
				table[d][front.first()] |= from.bit()
			}
		}
	}
	return table
}

// paths holds, by start, direction and length less one, the squares that men pass or reach; a corner, which is no
// square of any board, where a path leaves the grid.
var paths = newPaths()

func newPaths() (table [64][orthogonals][8]bitboard) {
	corner := squareAt(0, 0).bit()
	for from := range square(64) {
		for d := range direction(orthogonals) {
			front, path := from.bit(), bitboard(0)
			for k := range table[from][d] {
				front = front.shift(d)
				if front == 0 {
					path |= corner
				}
				path |= front
				table[from][d][k] = path
			}
		}
	}
	return table
}
