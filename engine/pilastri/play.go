package pilastri

import "pillars/engine"

// Play plays a legal step in place.
func (p *position) Play(step engine.Step) {
	p.play(ends(step))
	checkInvariants(p)
}

func (p *position) play(from, to square) {
	s := p.seat & 1
	level, reached := p.board.move(s, from, to)
	p.hash ^= zobrist.piece[s][level&63][from&63] ^ zobrist.piece[s][reached&63][to&63] ^ zobrist.blackTo
	p.seat = s.other()
	p.turn++
	p.findMoves()
}

// PlayInto makes child the position after a legal step.
func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.copyFrom(&p.state)
	next.Play(step)
}
