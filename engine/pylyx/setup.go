package pylyx

import (
	"math/bits"

	"pillars/engine"
)

// setUp is where the next checker of the set-up may go. It can be one of several files; in each, the vacant squares of the ranks without a
// checker of the colour, as bits of the file's line.
type setUp struct {
	color color
	files [grid]uint16
}

// findSetUp works out the next placement of the set-up. Checkers of a colour come in rising file order on ranks of their own, and every placement
// must leave the set-up possible to complete.
//
// That takes enough files to the right, and squares in them. With two checkers or more to come there is always a way: their number is two below
// that of the free ranks, and the other colour blocks at most one square a file, on a different rank in each; so any files to the right
// together have enough ranks (Philip Hall, On Representatives of Subsets, 1935; the last file alone, short of its two corners and a blocked square,
// still has one). Only the last checker of all can be left without a square: when the last file alone remains for it. So that is checked.
func (p *position) findSetUp() (next setUp) {
	board := p.rules.board
	placed := p.stacks[white].count()
	if placed == board.men {
		next.color = black
		placed = p.stacks[black].count()
	}
	own := &p.lines[next.color]
	first, free := 0, ^uint16(0)
	for i := range board.size {
		if own[firstFile+i] != 0 {
			first = i + 1
			free &^= own[firstFile+i]
		}
	}
	toCome := board.men - placed
	for file := first; file <= board.size-toCome; file++ {
		next.files[file] = free &^ p.lines[blocked][firstFile+file]
	}
	if lastButOne := board.size - 2; toCome == 2 && first <= lastButOne {
		rest := free &^ p.lines[blocked][firstFile+lastButOne+1]
		if rest&(rest-1) == 0 {
			next.files[lastButOne] &^= rest // the only square left for the last checker would lose its rank
		}
	}
	return next
}

func (u *setUp) count() (n int) {
	for _, ranks := range &u.files {
		n += bits.OnesCount16(ranks)
	}
	return n
}

func (u *setUp) appendSteps(steps []engine.Step) []engine.Step {
	for file, ranks := range &u.files {
		for ; ranks != 0; ranks &= ranks - 1 {
			steps = append(steps, placeStep(u.color, squareAt(file, bits.TrailingZeros16(ranks)-1)))
		}
	}
	return steps
}

// nth is the n-th step that appendSteps lists, from 0.
func (u *setUp) nth(n int) engine.Step {
	for file, ranks := range &u.files {
		count := bits.OnesCount16(ranks)
		if n >= count {
			n -= count
			continue
		}
		for ; n > 0; n-- {
			ranks &= ranks - 1
		}
		return placeStep(u.color, squareAt(file, bits.TrailingZeros16(ranks)-1))
	}
	return engine.NoStep
}
