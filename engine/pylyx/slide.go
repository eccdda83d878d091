package pylyx

import "math/bits"

// slide is how far a man can move from its square along an axis, forward and back: over vacant squares, and onto an own stack at their end.
type slide struct{ forward, back int }

// slide finds the nearest obstacles on both sides in the line of the axis. The ends of every line are among them.
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

// countFrom counts the moves from a stack of the given height. Every stack of two men or more has the moves of one man and of two; one of three or
// more has those of three besides.
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
