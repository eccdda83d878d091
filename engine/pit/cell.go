package pit

import (
	"fmt"
	"math/bits"
	"strconv"

	"pillars/engine/internal/kit"
)

const maxSide = 16

// cell is a place of the board by its file in the lower four bits and its rank in the upper ones.
type cell uint8

func cellAt(file, rank int) cell { return cell(rank<<4 | file) }

func (c cell) file() uint       { return uint(c & 15) }
func (c cell) rank() uint       { return uint(c >> 4) }
func (c cell) transposed() cell { return cell(bits.RotateLeft8(uint8(c), 4)) }
func (c cell) String() string   { return string(rune('a'+c.file())) + strconv.Itoa(int(c.rank())+1) }

func readCell(text string, files, ranks int) (cell, error) {
	if len(text) < 2 {
		return 0, fmt.Errorf("%q is no cell", text)
	}
	file := int(text[0]) - 'a'
	rank, err := kit.Number(text[1:])
	if err != nil || file < 0 || file >= files || rank < 1 || rank > ranks {
		return 0, fmt.Errorf("%q is no cell of the board", text)
	}
	return cellAt(file, rank-1), nil
}

type direction uint8

const (
	north direction = iota
	east
	south
	west
	directions
)

const sideLetters = "nesw"

// offset holds what to add to a cell to come to its neighbour. From a cell at the edge of the grid the sum wraps
// around; walls stand there, so the result is never used.
var offset = [directions]cell{16, 1, 240, 255}

func (c cell) next(d direction) cell { return c + offset[d&3] }

// bitboard is a set of cells, four ranks to a word.
type bitboard [4]uint64

func (b *bitboard) has(c cell) bool { return b[c>>6]>>(c&63)&1 != 0 }
func (b *bitboard) add(c cell)      { b[c>>6] |= 1 << (c & 63) }
func (b *bitboard) remove(c cell)   { b[c>>6] &^= 1 << (c & 63) }
func (b *bitboard) flip(c cell)     { b[c>>6] ^= 1 << (c & 63) }

// bit is 1 if the cell is in the set.
func (b *bitboard) bit(c cell) uint64 { return b[c>>6] >> (c & 63) & 1 }

// line is the rank with the given number (of a transposed set, the file).
func (b *bitboard) line(n uint) uint16 { return uint16(b[n>>2&3] >> (n & 3 << 4)) }
func (b *bitboard) empty() bool        { return b[0]|b[1]|b[2]|b[3] == 0 }

func (b *bitboard) count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// nth is the member with n members below it.
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
	return 0
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

func (b *bitboard) transposed() bitboard {
	var t bitboard
	for c := range b.all {
		t.add(c.transposed())
	}
	return t
}

// crossings are the cells that can be reached from a set by one step over edges without a wall, word by word.
type crossings struct{ north, east, south, west uint64 }

// cross finds word w of the cells one step from the set.
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
	c.south &= open
	return c
}

func (c crossings) any() uint64 { return c.north | c.east | c.south | c.west }

var columns = newColumns()

func newColumns() (table [maxSide][maxSide]bitboard) {
	for low := range maxSide {
		for high := low; high < maxSide; high++ {
			for rank := low; rank <= high; rank++ {
				table[low][high].add(cellAt(0, rank))
			}
		}
	}
	return table
}

func (b *bitboard) meets(other *bitboard) bool {
	return b[0]&other[0]|b[1]&other[1]|b[2]&other[2]|b[3]&other[3] != 0
}
