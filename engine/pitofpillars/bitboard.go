package pitofpillars

import "pillars/engine/internal/base"

type (
	bitboard = base.Bitboard
	square   = base.Square
)

const (
	fileA = base.FileA
	fileH = base.FileH
)

// direction is one of the eight compass directions on the grid.
type direction uint8

// The directions. The orthogonal ones come first, then the diagonal ones.
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

// offset holds, by direction, the number to add to a square to get the next square in that direction.
var offset = [directions]int8{8, 1, -8, -1, 9, -7, -9, 7}

// shift returns b moved one square in direction d. Squares that would leave the grid disappear.
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

// orthogonalSpread returns the squares that have a neighbour in b to the north, east, south or west.
func orthogonalSpread(b bitboard) bitboard { return b<<8 | b>>8 | b&^fileH<<1 | b&^fileA>>1 }

// spread returns the squares that have a neighbour in b in any of the eight directions.
func spread(b bitboard) bitboard {
	row := b&^fileH<<1 | b&^fileA>>1
	column := b | row
	return row | column<<8 | column>>8
}

// countSlides counts the moves of the pillars on the squares from. A pillar moves like a chess queen over vacant
// squares. In a given direction at most one pillar can reach a square, because pillars block each other. So the number
// of moves is the number of squares reached, summed over the eight directions.
func countSlides(from, vacant bitboard) int {
	right, left := vacant&^fileA, vacant&^fileH // for slides to the east and to the west; see floodUp
	return floodUp(from, vacant, 8).Count() + floodDown(from, vacant, 8).Count() +
		floodUp(from, right, 1).Count() + floodDown(from, left, 1).Count() +
		floodUp(from, right, 9).Count() + floodDown(from, left, 9).Count() +
		floodUp(from, left, 7).Count() + floodDown(from, right, 7).Count()
}

// floodUp returns the squares that slides from a set reach over open squares, by a Kogge-Stone fill: it extends the
// slides by 1, 2 and 4 squares, up to 7 in all. A slide by one square adds delta to the square's number. To keep slides
// from wrapping around the edge of the grid, the caller leaves the first file out of open for slides to the east, and
// the last file for slides to the west.
func floodUp(from, open bitboard, delta uint) bitboard {
	reached := open & (from << delta)
	reached |= open & (reached << delta)
	open &= open << delta
	reached |= open & (reached << (2 * delta))
	open &= open << (2 * delta)
	return reached | open&(reached<<(4*delta))
}

// floodDown returns the squares that slides reach, as [floodUp] does. But here a slide by one square subtracts delta
// from the square's number.
func floodDown(from, open bitboard, delta uint) bitboard {
	reached := open & (from >> delta)
	reached |= open & (reached >> delta)
	open &= open >> delta
	reached |= open & (reached >> (2 * delta))
	open &= open >> (2 * delta)
	return reached | open&(reached>>(4*delta))
}

// minSize and maxSize are the smallest and the largest number of squares along an edge of a board.
const (
	minSize = 4
	maxSize = 8
)

// geometry describes the board of one size.
type geometry struct {
	size    int
	squares bitboard // the squares of the board
	orders  base.Orders
	class   [64]uint8 // by square; see [base.SquareClass]
}

// geometries holds the boards by size.
var geometries = func() (all [maxSize + 1]geometry) {
	for size := minSize; size <= maxSize; size++ {
		g := &all[size]
		g.size = size
		for rank := range size {
			for file := range size {
				if !base.Corner(file, rank, size) {
					s := base.SquareAt(file, rank)
					g.squares |= s.Bit()
					g.class[s] = base.SquareClass(file, rank, size, maxSize)
				}
			}
		}
		g.orders = base.NewOrders(g.squares, size, size)
	}
	return all
}()

// neighbours holds, by square, the squares next to it on its rank and file.
var neighbours = func() (table [64]bitboard) {
	for at := range square(64) {
		table[at] = orthogonalSpread(at.Bit())
	}
	return table
}()

// paths holds the squares that men pass or reach on a straight move, by start, direction and length less one. A path
// that would leave the grid includes the corner a1. No board contains that corner, so a test whether all squares of the
// path are open rejects such a move.
var paths = func() (table [64][orthogonals][8]bitboard) {
	corner := base.SquareAt(0, 0).Bit()
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
