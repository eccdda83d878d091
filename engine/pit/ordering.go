package pit

import (
	"pillars/engine"
)

// AppendNoisy appends replacements and falls, which are compulsory, and the barriers that take towers off the board or
// put their player out. A tower that goes into a hole of its own free will is left out.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.end != ongoing {
		return steps
	}
	switch p.kind {
	case actionStep:
		return p.appendForcedActions(steps)
	case barrierStep:
		return p.appendCutting(steps)
	}
	return steps
}

func (p *position) appendForcedActions(steps []engine.Step) []engine.Step {
	switch p.demand() {
	case mustReplace:
		return p.appendReplacements(steps)
	case mustFall:
		return p.appendFalls(steps)
	}
	return steps
}

// appendCutting appends the barriers that close a ring of walls with a pawn or a tower on the wrong side.
func (p *position) appendCutting(steps []engine.Step) []engine.Step {
	child := position{rules: p.rules}
	for d := range directions {
		if p.walls.between(p.at, d) || p.walls.joinedRound(edgeOf(p.at, d)) {
			continue
		}
		child.state = p.state
		child.Play(wallStep(p.at, d))
		if child.own != p.own || child.end != ongoing {
			steps = append(steps, wallStep(p.at, d))
		}
	}
	return steps
}

// What a step promises, roughly in hundredths of a logit.
const (
	scoreWin      = 10000 // for a step that wins, against one that loses
	scorePawn     = 400   // for putting one opponent of several out
	scoreTower    = 50    // for an opponent's tower, against one's own
	scoreAttack   = 40    // for a piece joined to an opponent's pawn
	scoreEntry    = 10    // for a tower entered
	scoreExposed  = 300   // against one's pawn joined to an opponent's piece
	scoreFlight   = 90    // for a pawn that leaves such a piece
	scoreRim      = 250   // against one's pawn next to a hole, from which it must fall
	scoreTowerRim = 30    // against a tower there
	scoreSide     = 6     // for an open side of the pawn's cell
	scoreShield   = 90    // for a barrier between one's pawn and an opponent's piece
	scorePin      = 15    // for a barrier at an opponent's pawn, against one at one's own
)

// OrderingScores values what pieces do to pawns, and what barriers cut off.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	if p.end != ongoing {
		clear(scores[:len(steps)])
		return
	}
	child := position{rules: p.rules}
	for i, step := range steps {
		switch p.kind {
		case placeStep:
			_, to := moved(step)
			scores[i] = p.pawnScore(to)
		case actionStep:
			scores[i] = p.actionScore(moved(step))
		default:
			scores[i] = p.barrierScore(step, &child)
		}
	}
}

func (p *position) actionScore(from, to cell) int32 {
	isPawn := from != to && p.pawnAt(p.seat, from)
	switch {
	case p.rules.board.holes.has(to) && isPawn:
		return -scoreWin
	case p.rules.board.holes.has(to):
		return -scoreTower
	}
	score := p.prizeScore(to)
	switch {
	case isPawn:
		score += p.pawnScore(to)
		if p.exposed(from) {
			score += scoreFlight
		}
	case p.attacks(to):
		score += scoreAttack
	}
	if !isPawn && p.rules.board.rim.has(to) {
		score -= scoreTowerRim
	}
	if from == to {
		score += scoreEntry
	}
	return score
}

func (p *position) prizeScore(c cell) int32 {
	if !p.occupied.has(c) {
		return 0
	}
	of := p.owner(c)
	switch {
	case of == p.seat: // an entry's cell is empty, and pieces do not land on their own
		return 0
	case !p.pawnAt(of, c):
		return scoreTower
	case p.stillIn() == 2:
		return scoreWin
	}
	return scorePawn
}

func (p *position) pawnScore(c cell) int32 {
	score := int32(0)
	for d := range directions {
		if !p.walls.between(c, d) {
			score += scoreSide
		}
	}
	if p.rules.board.rim.has(c) {
		score -= scoreRim
	}
	if p.exposed(c) {
		score -= scoreExposed
	}
	return score
}

func (p *position) theirsAt(c cell) bool    { return p.occupied.has(c) && !p.own[p.seat&3].has(c) }
func (p *position) theirPawnAt(c cell) bool { return p.theirsAt(c) && p.pawnAt(p.owner(c), c) }

func (p *position) exposed(c cell) bool {
	for d := range directions {
		if !p.walls.between(c, d) && p.theirsAt(c.next(d)) {
			return true
		}
	}
	return false
}

func (p *position) attacks(c cell) bool {
	for d := range directions {
		if !p.walls.between(c, d) && p.theirPawnAt(c.next(d)) {
			return true
		}
	}
	return false
}

// barrierScore values a barrier by what it cuts off, or else by the pawns next to it. The child is scratch.
func (p *position) barrierScore(step engine.Step, child *position) int32 {
	at, side := walled(step)
	if !p.walls.joinedRound(edgeOf(at, side)) {
		child.state = p.state
		child.Play(step)
		switch {
		case !child.isIn(p.seat) || child.end == pawnsParted:
			return -scoreWin
		case child.end != ongoing:
			return scoreWin
		case child.own != p.own:
			return p.lossScore(child)
		}
	}
	return p.nearScore(at, at.next(side)) + p.nearScore(at.next(side), at)
}

func (p *position) lossScore(child *position) int32 {
	score := int32(0)
	for s := range seat(p.rules.seats) {
		lost := int32(p.own[s].count() - child.own[s].count())
		if s == p.seat {
			lost = -lost
		}
		score += scoreTower * lost
	}
	return score
}

// nearScore values a barrier between two cells by a pawn on the first.
func (p *position) nearScore(c, other cell) int32 {
	switch {
	case p.pawnAt(p.seat, c) && p.theirsAt(other):
		return scoreShield
	case p.pawnAt(p.seat, c):
		return -scorePin
	case p.theirPawnAt(c) && p.own[p.seat&3].has(other):
		return -scoreAttack
	case p.theirPawnAt(c):
		return scorePin
	}
	return 0
}
