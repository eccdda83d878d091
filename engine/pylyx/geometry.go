package pylyx

import "strconv"

// The board of every size lies in the lower left corner of a grid of 12 x 12.
const (
	minSize = 6
	maxSize = 12
	grid    = maxSize
	squares = grid * grid
)

// square is the number of a square of the grid: 12*rank + file, both from 0.
type square uint8

func squareAt(file, rank int) square { return square(grid*rank + file) }

func (s square) file() int { return int(s) % grid }
func (s square) rank() int { return int(s) / grid }

// String is the square's name, such as "c5" or "l11".
func (s square) String() string { return string(rune('a'+s.file())) + strconv.Itoa(s.rank()+1) }

// parity tells the squares of a chessboard's two colours apart: single men never leave theirs.
func (s square) parity() int { return (s.file() + s.rank()) & 1 }

// axis is one of the four ways a line can run. The diagonals come first: men move on them one by one, on the others in pairs.
type axis uint8

const (
	rising  axis = iota // a1 to l12
	falling             // a12 to l1
	alongRank
	alongFile
	axes
	diagonals = alongRank // how many of the axes are diagonals
)

// direction is one of the eight directions: twice the axis, and one more for the way back.
type direction uint8

const directions = 2 * direction(axes)

// offset is how far the number of the next square in each direction lies.
var offset = [directions]int16{grid + 1, -grid - 1, 1 - grid, grid - 1, 1, -1, grid, -grid}

// Lines are numbered through: the diagonals, then ranks and files.
const (
	diagonalLines = 2*grid - 1
	firstRank     = 2 * diagonalLines
	firstFile     = firstRank + grid
	lineCount     = firstFile + grid
)

// place is where a square lies on a line: the line's number, and the bit that stands for the square there. Bit 0 and the bits from 13 on
// lie beyond the ends of all lines.
type place struct{ line, bit uint8 }

// places holds the four lines through each square.
var places = newPlaces()

func newPlaces() (table [squares][axes]place) {
	for s := range table {
		file, rank := square(s).file(), square(s).rank()
		table[s] = [axes]place{
			rising:    {uint8(grid - 1 + file - rank), uint8(file + 1)},
			falling:   {uint8(diagonalLines + file + rank), uint8(file + 1)},
			alongRank: {uint8(firstRank + rank), uint8(file + 1)},
			alongFile: {uint8(firstFile + file), uint8(rank + 1)},
		}
	}
	return table
}

// geometry holds what depends on the size of the board alone.
type geometry struct {
	size    int
	men     int               // checkers of each colour
	borders [lineCount]uint16 // by line, the bits that are no square of the board
}

// geometries are indexed by size; the sizes that are no board's are empty.
var geometries = newGeometries()

func newGeometries() (all [maxSize + 1]geometry) {
	for size := minSize; size <= maxSize; size += 2 {
		g := &all[size]
		g.size, g.men = size, size-2
		for i := range g.borders {
			g.borders[i] = 1<<16 - 1
		}
		for s := range square(squares) {
			if !g.has(s) {
				continue
			}
			for _, at := range places[s] {
				g.borders[at.line] &^= 1 << at.bit
			}
		}
	}
	return all
}

// has reports whether the board has the square: it lies within the edges and is no corner.
func (g *geometry) has(s square) bool {
	file, rank := s.file(), s.rank()
	return max(file, rank) < g.size && !(g.onEdge(file) && g.onEdge(rank))
}

func (g *geometry) onEdge(coordinate int) bool { return coordinate == 0 || coordinate == g.size-1 }

// next is the next square in a direction, and whether the board has it.
func (g *geometry) next(s square, d direction) (square, bool) {
	at := places[s][d/2]
	bit := at.bit + 1 - 2*uint8(d&1)
	if g.borders[at.line]>>bit&1 != 0 {
		return s, false
	}
	return square(int16(s) + offset[d]), true
}
