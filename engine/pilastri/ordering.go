package pilastri

import (
	"pillars/engine"
)

// mostTouched is the greatest number of an opponent's steps that start or land on one of the two stacks of a step: four
// from the stack landed on, and from each of the two stacks' three other neighbours one onto it.
const mostTouched = 10

// replies holds, for each step that the opponent would have were it his turn, the two stacks it joins.
type replies struct {
	joined [mostTouched]bitboard
	count  int
}

// find fills r, and reports whether the opponent has few enough steps for one step to take them all away.
func (r *replies) find(p *position) bool {
	var theirs moves
	theirs.find(&p.board, p.vacant(), p.seat.other())
	if theirs.count() > mostTouched {
		return false
	}
	for direction, pairs := range &theirs {
		for ; pairs != 0; pairs &= pairs - 1 {
			from, to := p.board.step(direction, pairs.first())
			r.joined[r.count] = from.bit() | to.bit()
			r.count++
		}
	}
	return true
}

// leavesNone reports whether a step leaves the opponent without one. A step of his stays legal if both its stacks stay
// as they are, so only a step that touches all of his need be tried.
func (r *replies) leavesNone(p *position, from, to square) bool {
	touched := from.bit() | to.bit()
	for _, joined := range r.joined[:r.count] {
		if joined&touched == 0 {
			return false
		}
	}
	var after board
	after.copyFrom(&p.board)
	after.move(p.seat, from, to)
	var theirs moves
	theirs.find(&after, p.rules.shape.squares&^after.occupied(), p.seat.other())
	return !theirs.any()
}

// AppendNoisy appends the steps that win at once: those that leave the opponent without a step.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	var r replies
	if p.Over() || !r.find(p) {
		return steps
	}
	for direction, pairs := range &p.moves {
		for ; pairs != 0; pairs &= pairs - 1 {
			if from, to := p.board.step(direction, pairs.first()); r.leavesNone(p, from, to) {
				steps = append(steps, stepOf(from, to))
			}
		}
	}
	return steps
}

// What a step promises, roughly in hundredths of a logit.
const (
	scoreWin      = 10000
	scoreCover    = 20 // for covering a piece of the opponent's
	scoreRevealed = 20 // against leaving him one on top
	scoreBacked   = 5  // for leaving one's own on top
	scoreLevel    = 4  // for every level that the piece climbs beyond the first
)

// OrderingScores values wins, what a step covers and what it leaves behind.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	var r replies
	few := r.find(p)
	for i, step := range steps {
		from, to := ends(step)
		if few && r.leavesNone(p, from, to) {
			scores[i] = scoreWin
			continue
		}
		scores[i] = p.score(from, to)
	}
}

func (p *position) score(from, to square) int32 {
	level, reached := int(p.board.heights[from&63])-1, int(p.board.heights[to&63])
	score := -scoreLevel * int32(reached-level-1)
	if p.board.tops[p.seat.other()&1].has(to) {
		score += scoreCover
	}
	switch {
	case level == 0:
	case p.board.owner(from, level-1) == p.seat:
		score += scoreBacked
	default:
		score -= scoreRevealed
	}
	return score
}
