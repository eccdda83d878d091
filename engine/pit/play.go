package pit

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

func (p *position) Play(step engine.Step) {
	switch {
	case isBarrier(step):
		at, side := walled(step)
		p.buildBarrier(edgeOf(at, side))
	case p.kind == placeStep:
		_, to := moved(step)
		p.toggle(p.seat, to, &zobrist.pawn)
		p.pawn[p.seat&3] = to
		p.pawns |= 1 << p.seat
		p.endTurn()
	default:
		p.act(moved(step))
	}
	base.Check(p)
}

func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.state = p.state
	next.Play(step)
}

// pieceKeys holds the Zobrist keys of a piece by seat and cell.
type pieceKeys = [engine.MaxSeats][256]uint64

// toggle puts a piece of a seat on a cell or removes it, and updates the hash. keys are the keys of the piece's kind:
// zobrist.tower or zobrist.pawn.
func (p *position) toggle(of seat, c cell, keys *pieceKeys) {
	p.put(of, c)
	p.hash ^= keys[of&3][c]
}

// act plays an action from one cell to another. If the cells are equal, a tower is entered.
func (p *position) act(from, to cell) {
	if from == to {
		p.toggle(p.seat, to, &zobrist.tower)
		p.setReserve(p.seat, p.reserve[p.seat&3]-1)
		p.reached(to)
		return
	}
	isPawn := p.pawnAt(p.seat, from)
	if p.rules.board.holes.has(to) {
		p.fall(from, isPawn)
		return
	}
	if p.occupied.has(to) {
		p.replace(to)
	}
	keys := &zobrist.tower
	if isPawn {
		keys, p.pawn[p.seat&3] = &zobrist.pawn, to
	}
	p.toggle(p.seat, from, keys)
	p.toggle(p.seat, to, keys)
	if p.end != ongoing { // the replacement has ended the game, so there is no barrier
		p.endTurn()
		return
	}
	p.reached(to)
}

// fall plays an action that takes a piece into a hole, so that it leaves the game.
func (p *position) fall(from cell, isPawn bool) {
	if isPawn {
		p.removePawn(p.seat)
		p.putOut(p.seat, pawnFallen)
	} else {
		p.toggle(p.seat, from, &zobrist.tower)
	}
	p.endTurn()
}

// replace removes the opponent's piece on a cell, which another piece is about to enter.
func (p *position) replace(c cell) {
	owner := p.owner(c)
	if p.pawnAt(owner, c) {
		p.removePawn(owner)
		p.putOut(owner, pawnReplaced)
		return
	}
	p.toggle(owner, c, &zobrist.tower)
	p.setReserve(owner, p.reserve[owner&3]+1)
}

func (p *position) removePawn(of seat) {
	p.toggle(of, p.pawn[of&3], &zobrist.pawn)
	p.pawns &^= 1 << of
	p.pawn[of&3] = 0
}

// reached continues the turn with a barrier step at the cell c, which a piece has just reached.
func (p *position) reached(c cell) {
	p.hash ^= zobrist.stage[actionStep][p.seat&3] ^ zobrist.stage[barrierStep][p.seat&3] ^ zobrist.at[c]
	p.kind = barrierStep
	p.at = c
}

func (p *position) setReserve(of seat, towers uint8) {
	p.hash ^= zobrist.reserve[of&3][p.reserve[of&3]&7] ^ zobrist.reserve[of&3][towers&7]
	p.reserve[of&3] = towers
}

// putOut removes a player from the game for the given reason. With two players the game ends, and the board stays as it
// is. With more, the player's pieces leave the board and the reserve, and the game ends if only one player is left.
func (p *position) putOut(of seat, reason ending) {
	if p.rules.seats == 2 {
		p.end, p.winner = reason, of^1
		return
	}
	towers := p.towers(of)
	for c := range towers.all {
		p.toggle(of, c, &zobrist.tower)
	}
	if p.hasPawn(of) {
		p.removePawn(of)
	}
	p.setReserve(of, 0)
	p.place[of&3] = uint8(p.stillIn()) // the last place among all who are still in
	p.hash ^= zobrist.place[of&3][0] ^ zobrist.place[of&3][p.place[of&3]]
	p.in &^= 1 << of
	if p.stillIn() == 1 {
		p.end, p.winner = reason, p.after(of)
	}
}

// endTurn begins the next player's turn. If that player has no legal step, the player goes out, and the player after
// that one acts in the same turn, and so on.
func (p *position) endTurn() {
	p.turn++
	p.hash ^= zobrist.stage[p.kind][p.seat&3]
	p.passOn()
	for p.end == ongoing && !p.canStep() {
		p.putOut(p.seat, noAction)
		if p.rules.seats > 2 {
			p.passOn()
		}
	}
	p.hash ^= zobrist.stage[p.kind][p.seat&3]
}

// passOn makes the next player the one to act. With two players that is always the other player, even if that player
// has just lost. The kind of step becomes an action after the round in which every player places a pawn, and when the
// game ends.
func (p *position) passOn() {
	before := p.seat
	if p.rules.seats == 2 {
		p.seat ^= 1
	} else {
		p.seat = p.after(p.seat)
	}
	if roundOver := p.seat <= before; p.kind != placeStep || roundOver || p.end != ongoing {
		p.kind = actionStep
	}
}

// buildBarrier puts a barrier on an edge, with all its consequences, and ends the turn.
func (p *position) buildBarrier(e edge) {
	p.walls.flip(e)
	p.hash ^= zobrist.barrier[e.side&1][e.low]
	if !p.walls.joinedRound(e) {
		p.cutOff(e)
	}
	p.hash ^= zobrist.at[p.at]
	p.at = 0
	p.endTurn()
}

// cutOff applies the consequences if a new barrier separates its two sides. If it separates pawns, the seat to act goes
// out. Otherwise the towers that have no path to a hole leave the game.
func (p *position) cutOff(e edge) {
	var region bitboard
	other := e.low.next(e.side)
	words := p.rules.board.words
	if p.walls.flood(e.low, other, words, &region) {
		return
	}
	if p.partsPawns(&region) {
		if p.rules.seats > 2 { // the barrier is removed again
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

// partsPawns reports whether some pawns are inside a region and others outside.
func (p *position) partsPawns(region *bitboard) bool {
	inside := uint8(0)
	for s := range seat(p.rules.seats) {
		if p.hasPawn(s) && region.has(p.pawn[s]) {
			inside |= 1 << s
		}
	}
	return inside != 0 && inside != p.pawns
}

// removeTowers removes all towers in a region, unless the region contains a cell next to a hole.
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
