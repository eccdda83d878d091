package pitofpillars

import (
	"pillars/engine"
	"pillars/engine/internal/kit"
)

func (p *position) Play(step engine.Step) {
	switch form(step) {
	case formMove:
		from, to, k := moved(step)
		p.move(from, to, k)
	case formPillar:
		p.slide(slid(step))
	case formEnter:
		p.enter(entered(step))
	default:
		p.endTurn(mainStep)
	}
	kit.Check(p, p.contradiction)
}

func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.state = p.state
	next.Play(step)
}

func (p *position) enter(to square) {
	p.reversible = irreversible
	switch p.kind {
	case mainStep:
		p.setReserve(p.seat, p.reserve[p.seat&1]-1)
		p.land(to, manOf(p.seat))
		p.endMainStep()
	case adjoiningStep:
		p.place(to)
		p.endAdjoining()
	default:
		p.place(to)
		p.endTurn(adjoiningStep)
		p.last = to
		p.hash ^= zobrist.last[to&63]
	}
}

func (p *position) place(to square) {
	p.stacks[to&63] = manOf(p.seat)
	p.control[p.seat&1] |= to.Bit()
	p.height[0] |= to.Bit()
	p.hash ^= zobrist.man[p.seat&1][0][to&63]
}

func (p *position) endAdjoining() {
	p.hash ^= zobrist.last[p.last&63]
	p.last = 0
	if p.isolated() != 0 {
		p.setKind(isolatedStep)
		return
	}
	p.endTurn(mainStep)
}

func (p *position) move(from, to square, k uint8) {
	old := p.stacks[from&63]
	moving, left := old.take(k)
	p.hash ^= zobrist.top(old, k, from)
	p.put(from, old, left)
	p.land(to, moving)
	p.endMainStep()
}

func (p *position) land(to square, moving stack) {
	old := p.stacks[to&63]
	result, mixed := old.land(moving)
	if mixed && int(result.height) > p.capacity(to) {
		p.capture(to, old, moving)
		return
	}
	p.hash ^= zobrist.top(result, moving.height, to)
	p.put(to, old, result)
}

// put replaces the stack on a square in the list and the bitboards, not in the hash.
func (p *position) put(at square, old, now stack) {
	p.stacks[at&63] = now
	changed := old.digits() ^ now.digits()
	at &= 63
	p.height[0] ^= bitboard(changed&1) << at
	p.height[1] ^= bitboard(changed>>1&1) << at
	p.height[2] ^= bitboard(changed>>2) << at
	bit := bitboard(1) << at
	p.control[white] &^= bit
	p.control[red] &^= bit
	p.mixed &^= bit
	if now.height > 0 {
		p.control[now.top()] |= bit
		if now.mixed() {
			p.mixed |= bit
		}
	}
}

// The seat's own men come into its reserve, and a pillar comes up.
func (p *position) capture(at square, old, moving stack) {
	men, own := int(old.height)+int(moving.height), old.reds()+moving.reds()
	if p.seat == white {
		own = men - own
	}
	p.hash ^= zobrist.stack(old, at) ^ zobrist.pillar[p.seat&1][at&63]
	p.put(at, old, stack{})
	p.pillars[p.seat&1] |= at.Bit()
	p.open &^= at.Bit()
	p.setReserve(p.seat, p.reserve[p.seat&1]+uint8(own))
	p.reversible = irreversible
}

func (p *position) slide(from, to square) {
	both := from.Bit() | to.Bit()
	p.pillars[p.seat&1] ^= both
	p.open ^= both
	p.hash ^= zobrist.pillar[p.seat&1][from&63] ^ zobrist.pillar[p.seat&1][to&63]
	p.endTurn(mainStep)
}

func (p *position) endMainStep() {
	if p.control[p.seat.other()&1] == 0 {
		p.endTurn(mainStep)
		p.end = noStackLeft
		return
	}
	if p.canSlide(p.seat) {
		p.setKind(pillarStep)
		return
	}
	p.endTurn(mainStep)
}

// endTurn hands the turn to the opponent, who loses if a main step is due and there is none.
func (p *position) endTurn(kind engine.StepKind) {
	p.hash ^= zobrist.stage[p.kind][p.seat&1]
	p.seat = p.seat.other()
	p.kind = kind
	p.hash ^= zobrist.stage[kind][p.seat&1]
	p.turn++
	p.reversible++
	if kind == mainStep && !p.canStep() {
		p.end = noStepLeft
	}
}

func (p *position) setKind(kind engine.StepKind) {
	p.hash ^= zobrist.stage[p.kind][p.seat&1] ^ zobrist.stage[kind][p.seat&1]
	p.kind = kind
}

func (p *position) setReserve(s seat, men uint8) {
	p.hash ^= zobrist.reserve[s&1][p.reserve[s&1]] ^ zobrist.reserve[s&1][men]
	p.reserve[s&1] = men
}

func (p *position) hashFromScratch() uint64 {
	key := zobrist.stage[p.kind][p.seat]
	for s, men := range p.reserve {
		key ^= zobrist.reserve[s][men]
	}
	for at := square(0); at < 64; at++ {
		key ^= zobrist.stack(p.stacks[at], at)
		for s := range p.pillars {
			key ^= uint64(p.pillars[s].BitAt(at)) * zobrist.pillar[s][at]
		}
	}
	if p.kind == adjoiningStep {
		key ^= zobrist.last[p.last]
	}
	return key
}
