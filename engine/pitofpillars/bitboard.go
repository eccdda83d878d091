package pitofpillars

import "pillars/engine/internal/kit"

type (
	bitboard = kit.Bitboard
	square   = kit.Square
)

const (
	fileA = kit.FileA
	fileH = kit.FileH
)

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

// shift returns the squares one step in direction d from those of b.
func shift(b bitboard, d direction) bitboard {
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

// orthogonalSpread returns the squares next to a square of b along a rank or file.
func orthogonalSpread(b bitboard) bitboard { return b<<8 | b>>8 | b&^fileH<<1 | b&^fileA>>1 }

// spread returns the squares next to a square of b in any of the eight directions.
func spread(b bitboard) bitboard {
	row := b&^fileH<<1 | b&^fileA>>1
	column := b | row
	return row | column<<8 | column>>8
}

// countSlides counts the slides over and onto vacant squares in all eight directions. Sliders stand on no vacant
// square, so in one direction at most one slider reaches a square, and the flooded sets can simply be counted.
func countSlides(from, vacant bitboard) int {
	right, left := vacant&^fileA, vacant&^fileH
	return floodUp(from, vacant, 8).Count() + floodDown(from, vacant, 8).Count() +
		floodUp(from, right, 1).Count() + floodDown(from, left, 1).Count() +
		floodUp(from, right, 9).Count() + floodDown(from, left, 9).Count() +
		floodUp(from, left, 7).Count() + floodDown(from, right, 7).Count()
}

// floodUp returns the squares reached from a set by steps of +by over open squares, by a Kogge-Stone fill. The caller
// removes from open the file that a step across the edge of the grid would enter.
func floodUp(from, open bitboard, by uint) bitboard {
	reached := open & (from << by)
	reached |= open & (reached << by)
	open &= open << by
	reached |= open & (reached << (2 * by))
	open &= open << (2 * by)
	return reached | open&(reached<<(4*by))
}

// floodDown does the same as floodUp with steps of -by.
func floodDown(from, open bitboard, by uint) bitboard {
	reached := open & (from >> by)
	reached |= open & (reached >> by)
	open &= open >> by
	reached |= open & (reached >> (2 * by))
	open &= open >> (2 * by)
	return reached | open&(reached>>(4*by))
}

// The smallest and the largest board, in squares along an edge.
const (
	minSize = 4
	maxSize = 8
)

// geometry describes the board of one size.
type geometry struct {
	size    int
	squares bitboard // the squares of the board
	images  *kit.Images
	class   [64]uint8 // by square; see [kit.SquareClass]
}

var geometries = func() (all [maxSize + 1]geometry) {
	for size := minSize; size <= maxSize; size++ {
		g := &all[size]
		g.size = size
		for rank := range size {
			for file := range size {
				if !kit.Corner(file, rank, size) {
					s := kit.SquareAt(file, rank)
					g.squares |= s.Bit()
					g.class[s] = kit.SquareClass(file, rank, size, maxSize)
				}
			}
		}
		g.images = kit.NewImages(g.squares, size, size)
	}
	return all
}()

// neighbours holds, by square, the squares next to it along its rank and file.
var neighbours = func() (table [64]bitboard) {
	for at := range square(64) {
		table[at] = orthogonalSpread(at.Bit())
	}
	return table
}()

// rays holds, by direction and square, the squares from which a slide in the direction may come to the square.
var rays = func() (table [directions][64]bitboard) {
	for d := range direction(directions) {
		for from := range square(64) {
			for front := shift(from.Bit(), d); front != 0; front = shift(front, d) {
				table[d][front.First()] |= from.Bit()
			}
		}
	}
	return table
}()

// paths holds, by start, direction and length less one, the squares that men pass or reach. A path that leaves the grid
// includes a corner, which is a square of no board.
var paths = func() (table [64][orthogonals][8]bitboard) {
	corner := kit.SquareAt(0, 0).Bit()
	for from := range square(64) {
		for d := range direction(orthogonals) {
			front, path := from.Bit(), bitboard(0)
			for k := range table[from][d] {
				front = shift(front, d)
				if front == 0 {
					path |= corner
				}
				path |= front
				table[from][d][k] = path
			}
		}
	}
	return table
}()
