package pit

import "pillars/engine"

// What a step promises, roughly in hundredths of a logit.
const (
	hintWin      = 10000 // for a step that wins, against one that loses
	hintPawn     = 400   // for putting one opponent of several out
	hintTower    = 50    // for an opponent's tower, against one's own
	hintAttack   = 40    // for a piece joined to an opponent's pawn
	hintEntry    = 10    // for a tower entered
	hintExposed  = 300   // against one's pawn joined to an opponent's piece
	hintFlight   = 90    // for a pawn that leaves such a piece
	hintRim      = 250   // against one's pawn next to a hole, from which it must fall
	hintTowerRim = 30    // against a tower there
	hintSide     = 6     // for an open side of the pawn's cell
	hintShield   = 90    // for a barrier between one's pawn and an opponent's piece
	hintPin      = 15    // for a barrier at an opponent's pawn, against one at one's own
)

// Hints values what pieces do to pawns, and what barriers cut off.
func (p *position) Hints(steps []engine.Step, hints []int32) {
	if p.end != ongoing {
		clear(hints[:len(steps)])
		return
	}
	child := position{rules: p.rules}
	for i, step := range steps {
		switch p.kind {
		case placeStep:
			_, to := moved(step)
			hints[i] = p.pawnHint(to)
		case actionStep:
			hints[i] = p.actionHint(moved(step))
		default:
			hints[i] = p.barrierHint(step, &child)
		}
	}
}

func (p *position) actionHint(from, to cell) int32 {
	isPawn := from != to && p.pawnAt(p.seat, from)
	switch {
	case p.rules.board.holes.has(to) && isPawn:
		return -hintWin
	case p.rules.board.holes.has(to):
		return -hintTower
	}
	hint := p.prizeHint(to)
	switch {
	case isPawn:
		hint += p.pawnHint(to)
		if p.exposed(from) {
			hint += hintFlight
		}
	case p.attacks(to):
		hint += hintAttack
	}
	if !isPawn && p.rules.board.rim.has(to) {
		hint -= hintTowerRim
	}
	if from == to {
		hint += hintEntry
	}
	return hint
}

// prizeHint values what stands on the cell to be reached.
func (p *position) prizeHint(c cell) int32 {
	if !p.occupied.has(c) {
		return 0
	}
	of := p.owner(c)
	switch {
	case of == p.seat: // an entry's cell is empty, and pieces do not land on their own
		return 0
	case !p.pawnAt(of, c):
		return hintTower
	case p.stillIn() == 2:
		return hintWin
	}
	return hintPawn
}

// pawnHint values a cell for the pawn of the seat to act.
func (p *position) pawnHint(c cell) int32 {
	hint := int32(0)
	for d := range directions {
		if !p.walls.between(c, d) {
			hint += hintSide
		}
	}
	if p.rules.board.rim.has(c) {
		hint -= hintRim
	}
	if p.exposed(c) {
		hint -= hintExposed
	}
	return hint
}

// theirsAt reports whether an opponent's piece stands on a cell.
func (p *position) theirsAt(c cell) bool { return p.occupied.has(c) && !p.own[p.seat&3].has(c) }

// theirPawnAt reports whether an opponent's pawn stands on a cell.
func (p *position) theirPawnAt(c cell) bool { return p.theirsAt(c) && p.pawnAt(p.owner(c), c) }

// exposed reports whether an opponent's piece stands joined to a cell.
func (p *position) exposed(c cell) bool {
	for d := range directions {
		if !p.walls.between(c, d) && p.theirsAt(c.next(d)) {
			return true
		}
	}
	return false
}

// attacks reports whether an opponent's pawn stands joined to a cell.
func (p *position) attacks(c cell) bool {
	for d := range directions {
		if !p.walls.between(c, d) && p.theirPawnAt(c.next(d)) {
			return true
		}
	}
	return false
}

// barrierHint values a barrier by what it cuts off, or else by the pawns next to it. The child is scratch.
func (p *position) barrierHint(step engine.Step, child *position) int32 {
	at, side := walled(step)
	if !p.walls.joinedRound(edgeOf(at, side)) {
		child.state = p.state
		child.Play(step)
		switch {
		case !child.isIn(p.seat) || child.end == pawnsParted:
			return -hintWin
		case child.end != ongoing:
			return hintWin
		case child.own != p.own:
			return p.lossHint(child)
		}
	}
	return p.nearHint(at, at.next(side)) + p.nearHint(at.next(side), at)
}

// lossHint values the towers that a child position has lost.
func (p *position) lossHint(child *position) int32 {
	hint := int32(0)
	for s := range seat(p.rules.seats) {
		lost := int32(p.own[s].count() - child.own[s].count())
		if s == p.seat {
			lost = -lost
		}
		hint += hintTower * lost
	}
	return hint
}

// nearHint values a barrier between two cells by a pawn on the first.
func (p *position) nearHint(c, other cell) int32 {
	switch {
	case p.pawnAt(p.seat, c) && p.theirsAt(other):
		return hintShield
	case p.pawnAt(p.seat, c):
		return -hintPin
	case p.theirPawnAt(c) && p.own[p.seat&3].has(other):
		return -hintAttack
	case p.theirPawnAt(c):
		return hintPin
	}
	return 0
}
