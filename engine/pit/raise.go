package pit

import "math/bits"

// raise puts a barrier on an edge, settles what that cuts off, and ends the turn.
func (p *position) raise(e edge) {
	p.walls.flip(e)
	p.hash ^= zobrist.barrier[e.side&1][e.low]
	if !p.walls.joinedRound(e) {
		p.cutOff(e)
	}
	p.hash ^= zobrist.at[p.at]
	p.at = 0
	p.endTurn()
}

// cutOff looks whether a barrier has separated its two sides, and for what that does: with two pawns parted the seat to act is out, else towers
// without a way to a hole leave the game.
func (p *position) cutOff(e edge) {
	var region bitboard
	other := e.low.next(e.side)
	words := p.rules.board.words
	if p.walls.flood(e.low, other, words, &region) {
		return
	}
	if p.parts(&region) {
		if p.rules.seats > 2 { // the barrier is taken away again
			p.walls.flip(e)
			p.hash ^= zobrist.barrier[e.side&1][e.low]
		}
		p.putOut(p.seat, pawnsParted)
		return
	}
	p.removeTowers(&region)
	p.walls.flood(other, e.low, words, &region)
	p.removeTowers(&region)
}

// apart reports whether there are two pawns without a path between them.
func (p *position) apart() bool {
	if p.pawns == 0 {
		return false
	}
	var region bitboard
	first := bits.TrailingZeros8(p.pawns)
	p.walls.flood(p.pawn[first&3], p.rules.board.holes.nth(0), p.rules.board.words, &region) // a hole is never reached
	return p.parts(&region)
}

// parts reports whether some pawns stand in a region and some do not.
func (p *position) parts(region *bitboard) bool {
	inside := uint8(0)
	for s := range seat(p.rules.seats) {
		if p.hasPawn(s) && region.has(p.pawn[s]) {
			inside |= 1 << s
		}
	}
	return inside != 0 && inside != p.pawns
}

// removeTowers takes all towers in a region off the board if no cell of it is next to a hole.
func (p *position) removeTowers(region *bitboard) {
	if region.meets(&p.rules.board.rim) {
		return
	}
	for s := range seat(p.rules.seats) {
		towers := p.towers(s)
		for c := range towers.all {
			if region.has(c) {
				p.toggle(s, c, &zobrist.tower)
			}
		}
	}
}
