package solver

import (
	"strings"

	"pillars/engine"
)

// appendKey appends the key of a position. In games that implement [engine.Keyed] the key is equal for symmetric
// positions. In other games it is the position's text without the turn number. The key of a finished game also contains
// the result for seat, because an unfinished game may have the same board.
func appendKey(key []byte, p engine.Position, seat engine.Seat) []byte {
	if keyed, ok := p.(engine.Keyed); ok {
		key = keyed.AppendCanonicalKey(key)
	} else {
		key = append(key, withoutTurn(p)...)
	}
	if p.Over() {
		key = append(key, byte(ended(p, seat)>>turnBits)) // the two bits that hold the value of the verdict
	}
	return key
}

// withoutTurn returns the text of a position without the turn number, its last field.
func withoutTurn(p engine.Position) string {
	text := p.String()
	return text[:strings.LastIndexByte(text, ' ')]
}

// blockSize is the number of values in a block of [runs]. A longer run has a block of its own.
const blockSize = 1 << 20

// runs is a list of lists of numbers, the runs, stored in blocks. Unlike one slice, which needs more than twice its
// memory while it grows, it never copies the numbers.
type runs struct {
	blocks [][]uint32
	starts []start
}

// start says where a run begins.
type start struct{ block, offset uint32 }

func (r *runs) add(run []uint32) {
	last := len(r.blocks) - 1
	if last < 0 || cap(r.blocks[last])-len(r.blocks[last]) < len(run) {
		r.blocks = append(r.blocks, make([]uint32, 0, max(blockSize, len(run))))
		last++
	}
	r.starts = append(r.starts, start{uint32(last), uint32(len(r.blocks[last]))})
	r.blocks[last] = append(r.blocks[last], run...)
}

// at returns the run with the given number. The caller must not change the run.
func (r *runs) at(number uint32) []uint32 {
	begin := r.starts[number]
	block := r.blocks[begin.block]
	if next := int(number) + 1; next < len(r.starts) && r.starts[next].block == begin.block {
		block = block[:r.starts[next].offset]
	}
	return block[begin.offset:]
}
