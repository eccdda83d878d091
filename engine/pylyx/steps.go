package pylyx

import (
	"math/bits"

	"pillars/engine"
)

// AppendSteps appends the legal steps: placements by file and rank; moves by square, number of men, direction and distance; the pass last.
func (p *position) AppendSteps(steps []engine.Step) []engine.Step {
	if p.end != ongoing {
		return steps
	}
	switch p.kind {
	case setUpStep:
		next := p.findSetUp()
		return next.appendSteps(steps)
	case choiceStep:
		return append(steps, chooseFirst, chooseWhite, chooseBlack)
	case colorStep:
		return append(steps, chooseWhite, chooseBlack)
	}
	return append(p.appendMoves(steps), passStep)
}

// DeclineStep is NoStep: a pass is a turn of its own.
func (p *position) DeclineStep() engine.Step { return engine.NoStep }

// CountSteps counts the legal steps without listing them.
func (p *position) CountSteps() int {
	if p.end != ongoing {
		return 0
	}
	switch p.kind {
	case setUpStep:
		next := p.findSetUp()
		return next.count()
	case choiceStep:
		return 3
	case colorStep:
		return 2
	}
	return 1 + p.countMoves(p.mover())
}

// countMoves counts the moves that a colour has.
func (p *position) countMoves(own color) (total int) {
	for i, word := range &p.stacks[own&1] {
		for ; word != 0; word &= word - 1 {
			s := square(64*i + bits.TrailingZeros64(word))
			total += p.countFrom(own, s, p.heights[s])
		}
	}
	return total
}

func (p *position) appendMoves(steps []engine.Step) []engine.Step {
	own := p.mover()
	for i, word := range &p.stacks[own&1] {
		for ; word != 0; word &= word - 1 {
			steps = p.appendFrom(steps, own, square(64*i+bits.TrailingZeros64(word)))
		}
	}
	return steps
}

// appendFrom appends the moves from a stack, by number of men, direction and distance.
func (p *position) appendFrom(steps []engine.Step, own color, s square) []engine.Step {
	most := min(3, int(p.heights[s]))
	var slides [axes]slide
	_, end := powers(most)
	for a := rising; a < end; a++ {
		slides[a] = p.slide(own, s, a)
	}
	for k := 1; k <= most; k++ {
		first, end := powers(k)
		for a := first; a < end; a++ {
			steps = appendSlide(steps, movesOf(s, direction(2*a), k), slides[a].forward)
			steps = appendSlide(steps, movesOf(s, direction(2*a+1), k), slides[a].back)
		}
	}
	return steps
}

func appendSlide(steps []engine.Step, moves engine.Step, length int) []engine.Step {
	for distance := 1; distance <= length; distance++ {
		steps = append(steps, moves+engine.Step(distance))
	}
	return steps
}
