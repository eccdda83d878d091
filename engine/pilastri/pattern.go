package pilastri

import "pillars/engine"

// Patterns are listed in patternnames.go, where each says what it means. They know nothing of where a stack stands: vacant squares stay vacant, a
// piece passes over any number of them, and patterns by the kind of square did not lower the loss of a fit.

// patternView is what the patterns of both sides draw on.
type patternView struct {
	survey
	next       seat // who acts
	neighbours [2]tally
	butOne     bitboard // stacks of two pieces or more whose next piece below the top one is black
}

// AppendPatterns looks at both sides, then lists what each of them shows.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	v := patternView{next: p.seat & 1}
	v.find(&p.board, p.vacant())
	v.findNeighbours(p.vacant())
	v.butOne = p.board.nextPieces()
	for s := range seat(2) {
		lists[s] = v.appendStacks(lists[s], s)
	}
	lists[v.next] = v.appendRaces(lists[v.next])
}

// Phase goes by the squares that are vacant. Play ends with about two thirds of them so.
func (p *position) Phase() int {
	return min(engine.PhaseEnd, 3*engine.PhaseEnd*p.vacant().count()/(2*p.rules.shape.squares.count()))
}

// What is compared between the seats: ways to move, stacks that can, and steps that cannot be taken away.
const (
	raceSteps = iota
	raceMovable
	raceSafe
	races
)

// Leads are bounded; where neither seat has many, both counts are looked at.
const (
	mostLead  = 12
	leads     = 2*mostLead + 1
	mostFew   = 5
	fewCounts = mostFew + 1
	fewRows   = races*mostFew + 1
)

// fewRow numbers what the seat to act has few of: from one step or movable stack on, but from no safe step on.
func fewRow(race, own int) int { return race*mostFew + own - 1 + race/raceSafe }

// appendRaces lists what the seat to act has against its opponent.
func (v *patternView) appendRaces(list []uint16) []uint16 {
	next, wait := v.next, v.next.other()&1
	for race, counts := range [races][2]int{
		raceSteps:   {v.moves[next].count(), v.moves[wait].count()},
		raceMovable: {v.starts[next].count(), v.starts[wait].count()},
		raceSafe:    {v.safeSteps(next), v.safeSteps(wait)},
	} {
		own, theirs := counts[0], counts[1]
		lead := max(-mostLead, min(mostLead, own-theirs))
		list = append(list, firstLead+uint16(race*leads+lead+mostLead))
		if own <= mostFew && theirs <= mostFew {
			list = append(list, firstFew+uint16(fewRow(race, own)*fewCounts+theirs))
		}
	}
	return list
}
