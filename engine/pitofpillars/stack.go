package pitofpillars

import "math/bits"

// stack is the men on one square. The zero stack is none.
//
// Colors holds the men's colours from the top down, the top man in bit 0, red as 1. From the bottom man on, the bits repeat his colour without
// end: a white stack is 0, a red one -1, whatever its height, and taking men off the top is an arithmetic shift. So the eight bits are exact for
// pure stacks of any height and for mixed ones of up to maxMixed men.
type stack struct {
	height uint8
	colors int8
}

// Bounds of what a position text may hold. Play never makes a mixed stack higher than four.
const (
	maxMixed  = 8
	maxHeight = 200
)

// manOf is a single man.
func manOf(color seat) stack { return stack{1, -int8(color)} }

// mixed reports whether there are men of both colours in the stack.
func (s stack) mixed() bool { return uint8(s.colors+1) > 1 }

// top is the colour of the top man: who controls the stack.
func (s stack) top() seat { return seat(s.colors & 1) }

// man is the colour of the man with the given number of men above him.
func (s stack) man(above int) seat { return seat(s.colors >> min(above, 7) & 1) }

// reds counts the red men.
func (s stack) reds() int {
	if s.height >= 8 {
		return bits.OnesCount8(uint8(s.colors)) + int(s.height-8)*int(uint8(s.colors)>>7)
	}
	return bits.OnesCount8(uint8(s.colors) & (1<<s.height - 1))
}

// take splits the stack into its top k men and what is left.
func (s stack) take(k uint8) (moving, left stack) {
	unused := (8 - k) & 7
	moving = stack{k, s.colors << unused >> unused}
	if k == s.height {
		return moving, stack{}
	}
	return moving, stack{s.height - k, s.colors >> (k & 7)}
}

// land puts moving, of at most seven men, on top of s. The colours of a mixed result higher than maxMixed are cut off at the bottom: it
// is always captured.
func (s stack) land(moving stack) (result stack, mixed bool) {
	if s.height == 0 {
		return moving, moving.mixed()
	}
	k := moving.height & 7
	colors := int16(s.colors)<<k | int16(moving.colors)&(1<<k-1)
	return stack{s.height + moving.height, int8(colors)}, uint16(colors+1) > 1
}

// digits is the height as the height planes hold it.
func (s stack) digits() uint64 { return uint64(min(s.height, 7)) }
