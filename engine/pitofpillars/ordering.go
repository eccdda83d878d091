package pitofpillars

import (
	"math/bits"

	"pillars/engine"
)

// What a step promises, roughly in hundredths of a logit.
const (
	scoreWin        = 10000
	scoreCapture    = 150 // for any capture
	scoreTaken      = 80  // for every man of the opponent's taken
	scoreControl    = 60  // for landing on a stack of his
	scoreRevealed   = 70  // against leaving him one of one's own
	scorePresence   = 15  // for a stack more than before
	scoreEntry      = 20  // against spending a man of the reserve
	scoreCrowd      = 12  // for a pillar next to a stack of his, against one next to one's own
	scoreHomePillar = 4   // against moving a pillar at all
)

// OrderingScores values captures and control for main steps, and the stacks that a pillar crowds for pillar steps.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	switch p.kind {
	case mainStep:
		for i, step := range steps {
			scores[i] = p.mainScore(step)
		}
	case pillarStep:
		for i, step := range steps {
			scores[i] = p.pillarScore(step)
		}
	default:
		clear(scores[:len(steps)])
	}
}

func (p *position) mainScore(step engine.Step) int32 {
	if form(step) == formEnter {
		return p.landingScore(entered(step), manOf(p.seat)) - scoreEntry
	}
	from, to, k := moved(step)
	moving, left := p.stacks[from&63].take(k)
	score := p.landingScore(to, moving)
	switch {
	case left.height == 0:
		score -= scorePresence
	case left.top() != p.seat:
		score -= scoreRevealed
	}
	return score
}

// landingScore values putting men on a square.
func (p *position) landingScore(to square, moving stack) int32 {
	here := p.stacks[to&63]
	theirs := p.control[p.seat.other()&1]
	score := int32(0)
	switch {
	case here.height == 0:
		score = scorePresence
	case here.top() != p.seat:
		score = scoreControl + scorePresence
		if theirs&(theirs-1) == 0 {
			score = scoreWin
		}
	}
	result, mixed := here.land(moving)
	if mixed && int(result.height) > p.capacity(to) {
		taken := int32(here.reds() + moving.reds())
		if p.seat == red {
			taken = int32(result.height) - taken
		}
		score += scoreCapture + scoreTaken*taken - scorePresence
	}
	return score
}

func (p *position) pillarScore(step engine.Step) int32 {
	if step == declineStep {
		return 0
	}
	from, to := slid(step)
	return p.crowding(to) - p.crowding(from) - scoreHomePillar
}

// crowding values a pillar on a square by the stacks whose capacity it lowers.
func (p *position) crowding(at square) int32 {
	near := at.bit().orthogonalSpread()
	theirs := bits.OnesCount64(uint64(near & p.control[p.seat.other()&1]))
	own := bits.OnesCount64(uint64(near & p.control[p.seat&1]))
	return scoreCrowd * int32(theirs-own)
}
