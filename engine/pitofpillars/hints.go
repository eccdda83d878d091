package pitofpillars

import (
	"math/bits"

	"pillars/engine"
)

// What a step promises, roughly in hundredths of a logit.
const (
	hintWin        = 10000
	hintCapture    = 150 // for any capture
	hintTaken      = 80  // for every man of the opponent's taken
	hintControl    = 60  // for landing on a stack of his
	hintRevealed   = 70  // against leaving him one of one's own
	hintPresence   = 15  // for a stack more than before
	hintEntry      = 20  // against spending a man of the reserve
	hintCrowd      = 12  // for a pillar next to a stack of his, against one next to one's own
	hintHomePillar = 4   // against moving a pillar at all
)

// Hints values captures and control for main steps, and the stacks that a pillar crowds for pillar steps.
func (p *position) Hints(steps []engine.Step, hints []int32) {
	switch p.kind {
	case mainStep:
		for i, step := range steps {
			hints[i] = p.mainHint(step)
		}
	case pillarStep:
		for i, step := range steps {
			hints[i] = p.pillarHint(step)
		}
	default:
		clear(hints[:len(steps)])
	}
}

func (p *position) mainHint(step engine.Step) int32 {
	if form(step) == formEnter {
		return p.landingHint(entered(step), manOf(p.seat)) - hintEntry
	}
	from, to, k := moved(step)
	moving, left := p.stacks[from&63].take(k)
	hint := p.landingHint(to, moving)
	switch {
	case left.height == 0:
		hint -= hintPresence
	case left.top() != p.seat:
		hint -= hintRevealed
	}
	return hint
}

// landingHint values putting men on a square.
func (p *position) landingHint(to square, moving stack) int32 {
	here := p.stacks[to&63]
	theirs := p.control[p.seat.other()&1]
	hint := int32(0)
	switch {
	case here.height == 0:
		hint = hintPresence
	case here.top() != p.seat:
		hint = hintControl + hintPresence
		if theirs&(theirs-1) == 0 {
			hint = hintWin
		}
	}
	result, mixed := here.land(moving)
	if mixed && int(result.height) > p.capacity(to) {
		taken := int32(here.reds() + moving.reds())
		if p.seat == red {
			taken = int32(result.height) - taken
		}
		hint += hintCapture + hintTaken*taken - hintPresence
	}
	return hint
}

func (p *position) pillarHint(step engine.Step) int32 {
	if step == declineStep {
		return 0
	}
	from, to := slid(step)
	return p.crowding(to) - p.crowding(from) - hintHomePillar
}

// crowding values a pillar on a square by the stacks whose capacity it lowers.
func (p *position) crowding(at square) int32 {
	near := at.bit().orthogonalSpread()
	theirs := bits.OnesCount64(uint64(near & p.control[p.seat.other()&1]))
	own := bits.OnesCount64(uint64(near & p.control[p.seat&1]))
	return hintCrowd * int32(theirs-own)
}
