package pit

import (
	"math/bits"

	"pillars/engine"
)

// Patterns are listed in patternnames.go, where each says what it means. All seats are looked at together, since where one can come is what another
// has to fear. All opponents of a seat count as one.

// view is what the patterns of all seats draw on.
type view struct {
	survey
	p       *position
	free    bitboard // empty cells that are not next to a hole
	theirs  seatSets // of the opponents of the seat that is looked at
	touched bitboard // what is joined to their pieces
}

// seatSets are where pieces can come.
type seatSets struct{ slides, puts bitboard }

// AppendPatterns looks at all seats, then lists what each of them shows: nothing once it is out.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	v := view{p: p}
	p.take(&v.survey)
	b := p.rules.board
	for w := range b.words {
		v.free[w] = b.cells[w] &^ (p.occupied[w] | b.rim[w])
	}
	for of := range seat(p.rules.seats) {
		if !p.isIn(of) {
			continue
		}
		v.turnTo(of)
		list := v.appendCounts(lists[of], of)
		list = v.appendTowers(list, of)
		if p.hasPawn(of) {
			list = v.appendPawn(list, of)
		}
		lists[of] = list
	}
}

// Phase goes by barriers, of which nearly every turn adds one. Decent play ends with about one to three cells.
func (p *position) Phase() int {
	if p.kind == placeStep {
		return 0
	}
	b, barriers := p.rules.board, 0
	for w := range b.words {
		barriers += bits.OnesCount64(p.walls.east[w]&^b.walls.east[w]) + bits.OnesCount64(p.walls.north[w]&^b.walls.north[w])
	}
	return min(engine.PhaseEnd, 3*engine.PhaseEnd*barriers/b.cellCount)
}

// order is 0 for the seat that takes the next action and 1 for the others.
func (v *view) order(of seat) uint16 {
	if v.next == of {
		return 0
	}
	return 1
}

// upTo is n, or limit if it is more.
func upTo(n, limit int) uint16 { return uint16(min(n, limit)) }

// turnTo finds what a seat's opponents who are in can do.
func (v *view) turnTo(of seat) {
	p := v.p
	words := p.rules.board.words
	v.theirs = seatSets{}
	for others := p.in &^ (1 << of); others != 0; others &= others - 1 {
		other := bits.TrailingZeros8(others) & 3
		for w := range words {
			v.theirs.slides[w&3] |= v.slides[other][w&3]
			v.theirs.puts[w&3] |= v.puts[other][w&3]
		}
	}
	enemies := p.occupied
	for w := range words {
		enemies[w&3] &^= p.own[of&3][w&3]
	}
	for w := range words {
		v.touched[w&3] = enemies.cross(w, &p.walls).any()
	}
}

// stock numbers how many towers a seat has on the board and in reserve, towersEach at most.
func stock(towers, reserve int) uint16 {
	return uint16(towers*(2*towersEach+3-towers)/2 + reserve)
}

// appendCounts lists what is counted over the whole board.
func (v *view) appendCounts(list []uint16, of seat) []uint16 {
	p, order := v.p, v.order(of)
	own, theirs := &v.puts[of&3], &v.theirs.puts
	towers := p.towers(of)
	rim, held, cells := 0, 0, 0
	for w := range p.rules.board.words {
		rim += bits.OnesCount64(towers[w] & p.rules.board.rim[w])
		put := own[w] &^ p.occupied[w]
		cells += bits.OnesCount64(put)
		held += bits.OnesCount64(put &^ theirs[w])
	}
	return append(list,
		firstStock+stock(towers.count(), int(p.reserve[of&3])),
		firstMobility+order*mobilities+upTo(v.moves[of&3]/mobilityStep, mobilities-1),
		firstSpread+order*spreads+upTo(cells/spreadStep, spreads-1),
		firstHeld+order*spreads+upTo(held/spreadStep, spreads-1),
		firstRim+order*rims+upTo(rim, rims-1),
	)
}
