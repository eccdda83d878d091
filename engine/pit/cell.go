package pit

import (
	"fmt"
	"math/bits"
	"strconv"
)

// maxSide is the largest number of files or ranks.
const maxSide = 16

// cell is a place of the board by its file in the lower four bits and its rank in the upper ones.
type cell uint8

func cellAt(file, rank int) cell { return cell(rank<<4 | file) }

func (c cell) file() uint { return uint(c & 15) }
func (c cell) rank() uint { return uint(c >> 4) }

// transposed is the cell with file and rank exchanged.
func (c cell) transposed() cell { return cell(bits.RotateLeft8(uint8(c), 4)) }

func (c cell) String() string { return string(rune('a'+c.file())) + strconv.Itoa(int(c.rank())+1) }

// readCell reads the name of a cell of a board with the given numbers of files and ranks.
func readCell(text string, files, ranks int) (cell, error) {
	if len(text) < 2 {
		return 0, fmt.Errorf("%q is no cell", text)
	}
	file := int(text[0]) - 'a'
	rank, err := readNumber(text[1:])
	if err != nil || file < 0 || file >= files || rank < 1 || rank > ranks {
		return 0, fmt.Errorf("%q is no cell of the board", text)
	}
	return cellAt(file, rank-1), nil
}

// direction is one of the four sides of a cell.
type direction uint8

const (
	north direction = iota
	east
	south
	west
	directions
)

// sideLetters name the sides in texts.
const sideLetters = "nesw"

// offset holds what to add to a cell to come to its neighbour. From a cell at the edge of the grid the sum wraps around; walls stand there, so the
// result is never used.
var offset = [directions]cell{16, 1, 240, 255}

// next is the neighbour in a direction.
func (c cell) next(d direction) cell { return c + offset[d&3] }
