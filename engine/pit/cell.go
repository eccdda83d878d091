package pit

import (
	"fmt"
	"math/bits"
	"strconv"

	"pillars/engine/internal/base"
)

// maxSide is the largest number of files and of ranks.
const maxSide = 16

// cell is a place of a 16 x 16 grid, with its file in the lower four bits and its rank in the upper four.
type cell uint8

func cellAt(file, rank int) cell { return cell(rank<<4 | file) }
func (c cell) file() uint        { return uint(c & 15) }
func (c cell) rank() uint        { return uint(c >> 4) }
func (c cell) transposed() cell  { return cell(bits.RotateLeft8(uint8(c), 4)) }
func (c cell) String() string    { return string(rune('a'+c.file())) + strconv.Itoa(int(c.rank())+1) }

// readCell parses the name of a cell, such as "d4". It returns an error for a cell beyond the given files and ranks.
func readCell(text string, files, ranks int) (cell, error) {
	if len(text) < 2 {
		return 0, fmt.Errorf("%q is not a cell", text)
	}
	file := int(text[0]) - 'a'
	rank, err := base.Number(text[1:])
	if err != nil || file < 0 || file >= files || rank < 1 || rank > ranks {
		return 0, fmt.Errorf("%q is not a cell of the board", text)
	}
	return cellAt(file, rank-1), nil
}

// direction is one of the four compass directions. Adding 2 modulo 4 gives the opposite direction.
type direction uint8

const (
	north direction = iota
	east
	south
	west
	directions
)

// sideLetters holds the letters of the directions in texts.
const sideLetters = "nesw"

// offset holds, by direction, the number to add to a cell, modulo 256, to get the next cell in that direction.
var offset = [directions]cell{16, 1, 240, 255}

// next returns the next cell in a direction. It wraps around at the edge of the grid, where walls prevent steps.
func (c cell) next(d direction) cell { return c + offset[d&3] }

// bitboard is a set of cells. Cell c is bit c&63 of word c>>6, so each word holds four ranks.
type bitboard [4]uint64

func (b *bitboard) has(c cell) bool   { return b[c>>6]>>(c&63)&1 != 0 }
func (b *bitboard) add(c cell)        { b[c>>6] |= 1 << (c & 63) }
func (b *bitboard) remove(c cell)     { b[c>>6] &^= 1 << (c & 63) }
func (b *bitboard) flip(c cell)       { b[c>>6] ^= 1 << (c & 63) }
func (b *bitboard) bit(c cell) uint64 { return b[c>>6] >> (c & 63) & 1 }

// line returns the part of a set that is on rank n, with a bit for each file. In a transposed set it is the part on
// file n, with a bit for each rank.
func (b *bitboard) line(n uint) uint16 { return uint16(b[n>>2&3] >> (n & 3 << 4)) }
func (b *bitboard) empty() bool        { return b[0]|b[1]|b[2]|b[3] == 0 }

func (b *bitboard) count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// nth returns the n-th lowest cell, counted from 0. The set must have more than n cells.
func (b *bitboard) nth(n int) cell {
	for w, word := range b {
		count := bits.OnesCount64(word)
		if n >= count {
			n -= count
			continue
		}
		for ; n > 0; n-- {
			word &= word - 1
		}
		return cell(w<<6 | bits.TrailingZeros64(word))
	}
	return 0 // not reached, since the set has more than n cells
}

func (b *bitboard) all(yield func(cell) bool) {
	for w, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(cell(w<<6 | bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// transposed returns the set with files and ranks exchanged.
func (b *bitboard) transposed() bitboard {
	var t bitboard
	for c := range b.all {
		t.add(c.transposed())
	}
	return t
}

// crossings holds, by the direction of the step, the cells in one word of a bitboard that a step from a set reaches.
type crossings struct{ north, east, south, west uint64 }

// cross returns the cells in word w that one step from a cell of b reaches over an edge without a wall. A step to the
// north is a shift by 16 bits. From the last rank of a word to the first rank of the next word it is a shift by 48 bits
// in the other direction.
func (b *bitboard) cross(w int, walls *walls) crossings {
	word, open := b[w], ^walls.north[w]
	c := crossings{
		north: word & open << 16,
		east:  word &^ walls.east[w] << 1,
		south: word >> 16,
		west:  word >> 1 &^ walls.east[w],
	}
	if w > 0 {
		c.north |= b[w-1] &^ walls.north[w-1] >> 48
	}
	if w < len(b)-1 {
		c.south |= b[w+1] << 48
	}
	c.south &= open // a step to the south crosses the north side of the cell that it reaches
	return c
}

func (c crossings) any() uint64 { return c.north | c.east | c.south | c.west }

// columns holds, by ranks low and high, the cells of the first file from low to high, both included.
var columns = func() (table [maxSide][maxSide]bitboard) {
	for low := range maxSide {
		for high := low; high < maxSide; high++ {
			for rank := low; rank <= high; rank++ {
				table[low][high].add(cellAt(0, rank))
			}
		}
	}
	return table
}()

func (b *bitboard) meets(other *bitboard) bool {
	return b[0]&other[0]|b[1]&other[1]|b[2]&other[2]|b[3]&other[3] != 0
}

// walls holds the edges that no piece can cross: barriers, the sides of holes, the edge of the board, and all edges
// outside the board.
type walls struct {
	east   bitboard // cells with a wall on their east side
	north  bitboard // cells with a wall on their north side
	northT bitboard // north, transposed
}

// between reports whether there is a wall on a side of a cell.
func (w *walls) between(c cell, side direction) bool {
	switch side {
	case north:
		return w.north.has(c)
	case east:
		return w.east.has(c)
	case south:
		return w.north.has(c.next(south))
	default:
		return w.east.has(c.next(west))
	}
}

// edge is the edge between two neighbouring cells.
type edge struct {
	low  cell      // the southern or western one of the cells
	side direction // the side of low: north or east
}

// edgeOf returns the edge on any side of a cell.
func edgeOf(c cell, side direction) edge {
	if side >= south {
		return edge{c.next(side), side - south} // the north or east side of the next cell
	}
	return edge{c, side}
}

// flip sets a wall on an edge or removes it.
func (w *walls) flip(e edge) {
	if e.side == east {
		w.east.flip(e.low)
		return
	}
	w.north.flip(e.low)
	w.northT.flip(e.low.transposed())
}

// openSides returns the sides of a cell without a wall, as a set of directions: bit d for direction d.
func (w *walls) openSides(c cell) uint {
	closed := w.north.bit(c) | w.east.bit(c)<<east | w.north.bit(c.next(south))<<south | w.east.bit(c.next(west))<<west
	return uint(closed ^ 15)
}

// joinedRound reports whether a path of three steps around one end of an edge joins the cells on its two sides.
func (w *walls) joinedRound(e edge) bool {
	along := direction(east)
	if e.side == east {
		along = north
	}
	return w.detour(e, along) || w.detour(e, along+2)
}

// detour reports whether a path of three steps leads from one side of the edge e to its other side: a step in the
// direction aside, a step parallel to the step that the edge blocks, and a step back.
func (w *walls) detour(e edge, aside direction) bool {
	other := e.low.next(e.side)
	return !w.between(e.low, aside) && !w.between(e.low.next(aside), e.side) && !w.between(other, aside)
}

// flood sets region to the cells to which there is a path from start, and reports whether goal is one of them. It stops
// early when it reaches goal, and then region is incomplete. words is the number of words in use; see board.words.
func (w *walls) flood(start, goal cell, words int, region *bitboard) bool {
	*region = bitboard{}
	region.add(start)
	for {
		var added uint64
		for i := range words {
			grown := region[i] | region.cross(i, w).any()
			grown |= grown&^w.east[i]<<1 | grown>>1&^w.east[i] // one more step to the east and west
			added |= grown ^ region[i]
			region[i] = grown
		}
		if region.has(goal) {
			return true
		}
		if added == 0 {
			return false
		}
	}
}

// span is a run of places on a line, from low to high, both included. A line is a rank or a file.
type span struct{ low, high uint }

// sight returns the places of a line that no wall separates from place i. Bit j of walls is a wall between places j and
// j+1. Every line ends with a wall.
func sight(i uint, walls uint16) span {
	return span{low: uint(bits.Len16(walls & (1<<i - 1))), high: i + uint(bits.TrailingZeros16(walls>>i))}
}

// slide returns the places of a line to which a tower on place i can move, and i itself. The tower moves over free
// places, and into a hole directly behind the last of them. Bit j of occupied and holes is place j; sight explains the
// bits of walls.
func slide(i uint, walls, occupied, holes uint16) span {
	free := span{
		low:  uint(bits.Len16((walls | occupied) & (1<<i - 1))),
		high: i + uint(bits.TrailingZeros16((walls|occupied>>1)>>i)),
	}
	// Extend the span by one place at each end where a hole follows. In holes << 1, bit j is place j-1.
	free.low -= uint(uint32(holes) << 1 >> free.low & 1)
	free.high += uint(holes >> (free.high + 1) & 1)
	return free
}

// single returns the part of s within one step of place i.
func (s span) single(i uint) span {
	if s.low < i {
		s.low = i - 1
	}
	return span{s.low, min(s.high, i+1)}
}

// others returns the number of places of the span other than the place of the piece that moves.
func (s span) others() int { return int(s.high - s.low) }

// reach holds the cells to which the piece on from can move along its rank and file. Both spans include from.
type reach struct {
	from       cell
	rank, file span
}

func (r *reach) count() int { return r.rank.others() + r.file.others() }

// nth returns the end of the n-th move, counted from 0. Moves along the rank come before moves along the file.
func (r *reach) nth(n int) cell {
	if n < r.rank.others() {
		return r.from&^15 | cell(skip(r.rank.low+uint(n), r.from.file()))
	}
	n -= r.rank.others()
	return cell(skip(r.file.low+uint(n), r.from.rank()))<<4 | r.from&15
}

// skip returns element i of the sequence 0, 1, 2, ... without the number out.
func skip(i, out uint) uint {
	if i >= out {
		return i + 1
	}
	return i
}

// reachOf returns the cells to which a tower on c can move.
func (p *position) reachOf(c cell) reach {
	file, rank, b := c.file(), c.rank(), p.rules.board
	return reach{
		from: c,
		rank: slide(file, p.walls.east.line(rank), p.occupied.line(rank), b.holes.line(rank)),
		file: slide(rank, p.walls.northT.line(file), p.occupiedT.line(file), b.holesT.line(file)),
	}
}

// addSight adds to a set the cells that a tower on c sees: the cells on its rank and file up to the nearest walls.
func (p *position) addSight(c cell, set *bitboard) {
	file, rank := c.file(), c.rank()
	along := sight(file, p.walls.east.line(rank))
	set[rank>>2] |= (2<<along.high - 1<<along.low) << (rank & 3 << 4) // the bits from along.low to along.high
	up := sight(rank, p.walls.northT.line(file))
	column := &columns[up.low&15][up.high&15]
	for w := range set {
		set[w] |= column[w] << file
	}
}
