package pitofpillars

import (
	"math/bits"

	"pillars/engine"
)

// AppendNoisy appends the main steps that capture, and those that take the opponent's last stack. Wins by leaving the
// opponent without a step are not looked for.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.kind != mainStep || p.end != ongoing {
		return steps
	}
	theirs := p.control[p.seat.other()&1]
	if theirs == 0 {
		return p.appendWins(steps)
	}
	capacity := findCapacities(p.open)
	v := p.vulnerable(p.seat, &capacity)
	last := bitboard(0) // the opponent's last stack, if he has but one
	if theirs&(theirs-1) == 0 {
		last = theirs
	}
	if p.reserve[p.seat&1] > 0 {
		steps = appendEach(steps, v[0]|last)
	}
	return p.appendNoisyMoves(steps, &v, last)
}

// appendNoisyMoves appends the moves that land where v says or on the opponent's last stack.
func (p *position) appendNoisyMoves(steps []engine.Step, v *vulnerable, last bitboard) []engine.Step {
	var m movers
	m.find(p, p.seat)
	one := oneSquare(p.open)
	walk := one
	for k := 1; k <= len(m) && m[k-1] != 0; k++ {
		captures := v.by(k)
		for d := north; d < orthogonals; d++ {
			from := m[k-1] & walk[d]
			hit := landing(from, d, k) & (captures | last)
			for ; hit != 0; hit &= hit - 1 {
				to := hit.first()
				start := square(int8(to) - offset[d]*int8(k))
				if captures.has(to) || !p.reveals(start, uint8(k)) {
					steps = append(steps, moveStep(start, d, k))
				}
			}
			if k > 1 && from&p.mixed != 0 {
				steps = p.appendMixedCaptures(steps, from&p.mixed, d, k)
			}
		}
		walk.longer(&one)
	}
	return steps
}

// reveals reports whether taking k men off a stack hands the rest to the opponent.
func (p *position) reveals(from square, k uint8) bool {
	_, left := p.stacks[from&63].take(k)
	return left.height > 0 && left.top() != p.seat
}

// appendMixedCaptures appends the captures by moving parts that hold both colours, on squares without an opponent's
// man.
func (p *position) appendMixedCaptures(steps []engine.Step, from bitboard, d direction, k int) []engine.Step {
	prey := p.control[p.seat.other()&1] | p.mixed
	for ; from != 0; from &= from - 1 {
		start := from.first()
		to := square(int8(start) + offset[d]*int8(k))
		moving, _ := p.stacks[start].take(uint8(k))
		if moving.mixed() && !prey.has(to) && int(p.stacks[to&63].height)+k > p.capacity(to) {
			steps = append(steps, moveStep(start, d, k))
		}
	}
	return steps
}

// appendWins appends the steps that capture, or leave the opponent, who has no stack, without one.
func (p *position) appendWins(steps []engine.Step) []engine.Step {
	child := position{rules: p.rules}
	var buffer [512]engine.Step
	for _, step := range p.AppendSteps(buffer[:0]) {
		child.state = p.state
		child.Play(step)
		if child.end == noStackLeft || child.pillars != p.pillars {
			steps = append(steps, step)
		}
	}
	return steps
}

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
