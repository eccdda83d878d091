package pylyx

import (
	"math/bits"
	"pillars/engine/internal/kit"
	"strconv"
)

// The board of every size lies in the lower left corner of a grid of 12 x 12.
const (
	minSize = 6
	maxSize = 12
	grid    = maxSize
	squares = grid * grid
)

type square uint8

func squareAt(file, rank int) square { return square(grid*rank + file) }
func (s square) file() int           { return int(s) % grid }
func (s square) rank() int           { return int(s) / grid }

// String is the square's name, such as "c5" or "l11".
func (s square) String() string { return string(rune('a'+s.file())) + strconv.Itoa(s.rank()+1) }

// parity tells the squares of a chessboard's two colours apart: single men never leave theirs.
func (s square) parity() int { return (s.file() + s.rank()) & 1 }

// The diagonals come first: men move on them one by one, on the others in pairs.
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

var offset = [directions]int16{grid + 1, -grid - 1, 1 - grid, grid - 1, 1, -1, grid, -grid}

// Lines are numbered through: the diagonals, then ranks and files.
const (
	diagonalLines = 2*grid - 1
	firstRank     = 2 * diagonalLines
	firstFile     = firstRank + grid
	lineCount     = firstFile + grid
)

// place is a line's number and the square's bit on it. Bit 0 and the bits from 13 on lie beyond the ends of all lines.
type place struct{ line, bit uint8 }

var places = func() (table [squares][axes]place) {
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
}()

type geometry struct {
	size    int
	men     int               // checkers of each colour
	borders [lineCount]uint16 // by line, the bits that are no square of the board
	class   [squares]uint8    // by square; see [kit.SquareClass]
}

// geometries are indexed by size; the sizes that are no board's are empty.
var geometries = func() (all [maxSize + 1]geometry) {
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
			g.class[s] = kit.SquareClass(s.file(), s.rank(), size, maxSize)
			for _, at := range places[s] {
				g.borders[at.line] &^= 1 << at.bit
			}
		}
	}
	return all
}()

func (g *geometry) has(s square) bool {
	file, rank := s.file(), s.rank()
	return max(file, rank) < g.size && !kit.Corner(file, rank, g.size)
}

func (g *geometry) next(s square, d direction) (square, bool) {
	at := places[s][d/2]
	bit := at.bit + 1 - 2*uint8(d&1)
	if g.borders[at.line]>>bit&1 != 0 {
		return s, false
	}
	return square(int16(s) + offset[d]), true
}

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

func (l *list) all() []square { return l.squares[:l.count&15] }

// slide is how far a man can move along an axis: over vacant squares, and onto an own stack at their end.
type slide struct{ forward, back int }

func (p *position) slide(own color, s square, a axis) slide {
	at := places[s][a&3]
	blocks := uint32(p.lines[blocked][at.line])
	stacks := uint32(p.lines[own&1][at.line])
	bit := uint(at.bit & 15)
	after := bits.TrailingZeros32(blocks >> (bit + 1))
	before := bits.Len32(blocks&(1<<bit-1)) - 1
	forward := after + int(stacks>>((bit+1+uint(after))&31)&1)
	back := int(bit) - 1 - before + int(stacks>>(uint(before)&31)&1)
	return slide{min(forward, p.rules.reach), min(back, p.rules.reach)}
}

func (l slide) sum() int { return l.forward + l.back }

// powers are the axes that k men move along, from first to before end: the diagonals, the others, or all.
func powers(k int) (first, end axis) {
	switch k {
	case 1:
		return rising, diagonals
	case 2:
		return diagonals, axes
	}
	return rising, axes
}

// Stacks of two men or more have the moves of one and of two; from three on those of three besides.
func (p *position) countFrom(own color, s square, height uint8) int {
	diagonal := p.slide(own, s, rising).sum() + p.slide(own, s, falling).sum()
	if height == 1 {
		return diagonal
	}
	all := diagonal + p.slide(own, s, alongRank).sum() + p.slide(own, s, alongFile).sum()
	if height == 2 {
		return all
	}
	return 2 * all
}
