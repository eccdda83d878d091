package pit

import "pillars/engine"

// Play plays a legal step in place.
func (p *position) Play(step engine.Step) {
	switch {
	case isBarrier(step):
		at, side := walled(step)
		p.raise(edgeOf(at, side))
	case p.kind == placeStep:
		_, to := moved(step)
		p.toggle(p.seat, to, &zobrist.pawn)
		p.pawn[p.seat&3] = to
		p.pawns |= 1 << p.seat
		p.endTurn()
	default:
		p.act(moved(step))
	}
	checkInvariants(p)
}

// PlayInto makes child the position after a legal step.
func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.state = p.state
	next.Play(step)
}

// pieceKeys are the words of the hash for one shape of piece.
type pieceKeys = [engine.MaxSeats][256]uint64

// toggle puts a piece of a seat on an empty cell or takes it away, hash included.
func (p *position) toggle(of seat, c cell, keys *pieceKeys) {
	p.put(of, c)
	p.hash ^= keys[of&3][c]
}

// act enters a tower, if it starts where it ends, or moves a piece.
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
	if isPawn {
		p.toggle(p.seat, from, &zobrist.pawn)
		p.toggle(p.seat, to, &zobrist.pawn)
		p.pawn[p.seat&3] = to
	} else {
		p.toggle(p.seat, from, &zobrist.tower)
		p.toggle(p.seat, to, &zobrist.tower)
	}
	if p.end != ongoing {
		p.endTurn()
		return
	}
	p.reached(to)
}

// fall takes a piece that goes into a hole off the board and ends the turn.
func (p *position) fall(from cell, isPawn bool) {
	if isPawn {
		p.removePawn(p.seat)
		p.putOut(p.seat, pawnFallen)
	} else {
		p.toggle(p.seat, from, &zobrist.tower)
	}
	p.endTurn()
}

// replace takes an opponent's piece off its cell: a tower into its owner's reserve, with a pawn its owner is out.
func (p *position) replace(c cell) {
	of := p.owner(c)
	if p.pawnAt(of, c) {
		p.removePawn(of)
		p.putOut(of, pawnReplaced)
		return
	}
	p.toggle(of, c, &zobrist.tower)
	p.setReserve(of, p.reserve[of&3]+1)
}

func (p *position) removePawn(of seat) {
	p.toggle(of, p.pawn[of&3], &zobrist.pawn)
	p.pawns &^= 1 << of
	p.pawn[of&3] = 0
}

// reached asks for the barrier at the cell just reached.
func (p *position) reached(c cell) {
	p.hash ^= zobrist.stage[actionStep][p.seat&3] ^ zobrist.stage[barrierStep][p.seat&3] ^ zobrist.at[c]
	p.kind = barrierStep
	p.at = c
}

func (p *position) setReserve(of seat, towers uint8) {
	p.hash ^= zobrist.reserve[of&3][p.reserve[of&3]&7] ^ zobrist.reserve[of&3][towers&7]
	p.reserve[of&3] = towers
}

// hashFromScratch computes what hash must be.
func (p *position) hashFromScratch() uint64 {
	key := zobrist.stage[p.kind][p.seat]
	for s := range seat(p.rules.seats) {
		towers := p.towers(s)
		for c := range towers.all {
			key ^= zobrist.tower[s][c]
		}
		if p.hasPawn(s) {
			key ^= zobrist.pawn[s][p.pawn[s]]
		}
		key ^= zobrist.reserve[s][p.reserve[s]] ^ zobrist.place[s][p.place[s]]
	}
	for e := range p.barriers {
		key ^= zobrist.barrier[e.side][e.low]
	}
	if p.kind == barrierStep {
		key ^= zobrist.at[p.at]
	}
	return key
}
