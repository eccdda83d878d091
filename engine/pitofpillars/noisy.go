package pitofpillars

import "pillars/engine"

// AppendNoisy appends the main steps that capture, and those that take the opponent's last stack. Wins by leaving the opponent without a step
// are not looked for.
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

// appendMixedCaptures appends the captures by moving parts that hold both colours, on squares without an opponent's man.
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
