package pit

import (
	"math/bits"
	"slices"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// stepView is a view whose chosen seat is the seat to act. Its position is the one before the steps.
type stepView struct {
	view
	own    *bitboard // the pieces of the seat to act
	siege  bitboard  // empty cells next to opponents' pawns, without a wall between
	rivals uint8     // the seats of the opponents with pawns, one bit each
}

// AppendStepPatterns implements [engine.PatternPosition].
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	v := stepView{view: view{p: p}, own: &p.own[p.seat&3], rivals: p.pawns &^ (1 << p.seat)}
	if p.kind != placeStep {
		v.analyse()
	}
	for _, step := range steps {
		switch {
		case p.kind == placeStep:
			_, to := moved(step)
			lists.Show(stepPatterns.place + v.class(to))
			for pawn := range v.pawns {
				lists.Show(stepPatterns.placeNear + relation(to, pawn))
			}
		case p.kind == actionStep:
			from, to := moved(step)
			v.showAction(from, to, lists)
		default:
			at, side := walled(step)
			v.showBarrier(at, side, lists)
		}
		lists.EndStep()
	}
}

// analyse fills the view for action and barrier steps. Placing a pawn needs no analysis.
func (v *stepView) analyse() {
	p := v.p
	p.fillSurvey(&v.survey)
	v.faceFrom(p.seat)
	for pawn := range v.pawns {
		for sides := p.walls.openSides(pawn); sides != 0; sides &= sides - 1 {
			if n := pawn.next(direction(bits.TrailingZeros(sides))); !p.occupied.has(n) {
				v.siege.add(n)
			}
		}
	}
}

// pawns yields the cells of the opponents' pawns.
func (v *stepView) pawns(yield func(cell) bool) {
	for rest := v.rivals; rest != 0; rest &= rest - 1 {
		if !yield(v.p.pawn[bits.TrailingZeros8(rest)&3]) {
			return
		}
	}
}

func (v *stepView) class(c cell) uint16 { return uint16(v.p.rules.board.class[c]) }

// The kinds of action, by the piece that acts.
const (
	actTower = iota
	actPawn
	actEntry
	acts
)

// The contents of the cell that an action reaches.
const (
	ontoFree = iota
	ontoTower
	ontoPawn
	ontoHole
	ontos
)

// showAction appends the patterns of an action. If from equals to, a tower is entered.
func (v *stepView) showAction(from, to cell, lists *engine.StepPatternLists) {
	p, g := v.p, &stepPatterns
	act, onto := uint16(actTower), uint16(ontoFree)
	switch {
	case from == to:
		act = actEntry
	case p.pawnAt(p.seat, from):
		act = actPawn
	}
	switch {
	case p.rules.board.holes.has(to):
		onto = ontoHole
	case p.theirPawnAt(to):
		onto = ontoPawn
	case p.occupied.has(to):
		onto = ontoTower
	}
	lists.Show(g.action + act*ontos + onto)
	if act != actEntry {
		lists.Show(g.from + act*cellClasses + v.class(from))
	}
	if onto >= ontoPawn { // a pawn is replaced or a piece has fallen, so the other patterns do not matter
		return
	}
	lists.Show(g.to+act*cellClasses+v.class(to), g.open+act*openCounts+uint16(bits.OnesCount(p.walls.openSides(to))),
		g.contact+act*contacts+v.contact(from, to), g.rim+(act*2+uint16(p.rules.board.rim.bit(from)))*2+
			uint16(p.rules.board.rim.bit(to)))
	if act != actPawn {
		v.showTower(from, to, act, lists)
		return
	}
	lists.Show(g.walk + sideClassOf[v.sides(p.seat, to, from)&4095])
	for pawn := range v.pawns {
		lists.Show(g.walkNear + relation(to, pawn))
	}
}

// openCounts is the number of possible counts of a cell's open sides, which have no wall: 0 to 4.
const openCounts = uint16(directions) + 1

// contacts is the number of different contacts. The contact of a cell says how many pieces of opponents are joined to
// the cell, next to it without a wall between (0, 1, or 2 and more), whether one of them is a pawn, whether an own
// piece is joined to the cell, and whether an opponent can reach the cell.
const contacts = 3 * 2 * 2 * 2

// contact returns the number of the contact (see contacts) of the cell that a piece has moved to. The cell that it came
// from counts as empty.
func (v *stepView) contact(from, to cell) uint16 {
	p := v.p
	var theirs uint16    // number of opponents' pieces joined to the cell
	var pawn, own uint16 // 1 if a piece in theirs is a pawn; 1 if an own piece is joined to the cell
	for sides := p.walls.openSides(to); sides != 0; sides &= sides - 1 {
		switch n := to.next(direction(bits.TrailingZeros(sides))); {
		case !p.occupied.has(n) || n == from:
		case v.own.has(n):
			own = 1
		case p.theirPawnAt(n):
			theirs, pawn = theirs+1, 1
		default:
			theirs++
		}
	}
	reached := uint16(v.theirs.slides.bit(to) | v.theirs.puts.bit(to))
	return ((min(theirs, 2)*2+pawn)*2+own)*2 + reached
}

// showTower appends the patterns of a tower that moves or is entered: its further moves, and its relations to pawns.
func (v *stepView) showTower(from, to cell, act uint16, lists *engine.StepPatternLists) {
	p, g := v.p, &stepPatterns
	r := p.reachOf(to)
	var ends bitboard
	r.addTo(&ends, p.rules.board.words)
	threats := 0
	for i := range p.rules.board.words {
		threats += bits.OnesCount64(ends[i] & v.siege[i])
	}
	lists.Show(g.threats.Of(threats), g.reach.Of(r.count()))
	for pawn := range v.pawns {
		lists.Show(g.hunt + v.approach(act, from, to, pawn))
	}
	if !p.hasPawn(p.seat) {
		return
	}
	pawn := p.pawn[p.seat&3]
	lists.Show(g.guard + v.approach(act, from, to, pawn))
	for open := p.walls.openSides(pawn); open != 0; open &= open - 1 {
		switch n := pawn.next(direction(bits.TrailingZeros(open))); n {
		case to:
			lists.Show(g.shields + v.side(v.own, n))
		case from:
			lists.Show(g.bares)
		}
	}
}

// approach returns a number for the relation of a tower to a pawn (see relationNames) before and after the tower's
// action. A tower that is entered had no relation; an extra number, after all relations, stands for that.
func (v *stepView) approach(act uint16, from, to, pawn cell) uint16 {
	before := uint16(len(relationNames))
	if act != actEntry {
		before = relation(from, pawn)
	}
	return before*uint16(len(relationNames)) + relation(to, pawn)
}

// The contents of the cell on the other side of a barrier.
const (
	beyondFree = iota
	beyondRim
	beyondOwn
	beyondOwnPawn
	beyondTower
	beyondPawn
	beyonds
)

// beyond returns the content, such as beyondRim, of the cell n, which is on the other side of a barrier.
func (v *stepView) beyond(n cell) uint16 {
	p := v.p
	switch {
	case p.pawnAt(p.seat, n):
		return beyondOwnPawn
	case v.own.has(n):
		return beyondOwn
	case p.theirPawnAt(n):
		return beyondPawn
	case p.occupied.has(n):
		return beyondTower
	}
	return beyondFree + uint16(p.rules.board.rim.bit(n)) // beyondRim is beyondFree + 1
}

// showBarrier appends the patterns of the barrier that would stand on the given side of a cell. The action has just
// reached this cell, the argument at. The variable other is the cell beyond the barrier.
func (v *stepView) showBarrier(at cell, side direction, lists *engine.StepPatternLists) {
	p, g, other := v.p, &stepPatterns, at.next(side)
	isPawn, content := base.Flag(p.pawnAt(p.seat, at)), v.beyond(other)
	stillJoined := base.Flag(p.walls.joinedRound(edgeOf(at, side))) // whether a path leads around the barrier
	openAt := uint16(bits.OnesCount(p.walls.openSides(at)))
	openBeyond := uint16(bits.OnesCount(p.walls.openSides(other)))
	enemyBeyond := uint16(p.occupied.bit(other) &^ v.own.bit(other))
	enemiesLeft := min(2, uint16(p.enemiesAt(v.own, at))-enemyBeyond) // opponents' pieces still joined to at, up to 2
	behindAndBeyond := isPawn*beyonds + content
	// Both cells have 1 to 4 sides without a wall, since the barrier is not there yet.
	lists.Show(g.barrier+behindAndBeyond*2+stillJoined, g.walled+((isPawn*4+openAt-1)*4+openBeyond-1),
		g.left+behindAndBeyond*3+enemiesLeft)
	for pawn := range v.pawns {
		if other != pawn {
			lists.Show(g.fence + bothRelations(at, other, pawn))
		}
	}
	if !p.hasPawn(p.seat) {
		return
	}
	switch pawn := p.pawn[p.seat&3]; pawn {
	case at:
		states := v.sides(p.seat, at, at)
		lists.Show(g.closes+states>>(3*side)&7, g.shut+sideClassOf[closed(states, side)&4095])
	case other:
		states := v.sides(p.seat, other, other)
		lists.Show(g.shut + sideClassOf[closed(states, side^2)&4095]) // side^2 is the opposite side
	default:
		lists.Show(g.screen + bothRelations(at, other, pawn))
	}
}

// bothRelations returns a number for the relations of the cells a and b to a pawn's cell; see relationNames.
func bothRelations(a, b, pawn cell) uint16 {
	return relation(a, pawn)*uint16(len(relationNames)) + relation(b, pawn)
}

// closed returns states, a code for the four sides of a cell (see [view.sides]), with the given side closed by a
// barrier.
func closed(states uint16, side direction) uint16 { return states &^ (7 << (3 * side)) }

// cellClasses is the number of classes of board.classOf.
const cellClasses = holeSteps * edgeSteps

// stepGroups holds the patterns of steps; see [base.Terms].
type stepGroups struct {
	base.StepTerms
	place, placeNear                                   uint16
	action, from, to, open, contact, rim               uint16 // patterns for each kind of action
	walk, walkNear, hunt, guard, shields, bares        uint16
	barrier, walled, left, fence, closes, shut, screen uint16
	threats, reach                                     base.Group
}

var stepPatterns = newStepPatterns()

// newStepPatterns returns the groups of patterns in the order of their numbers.
func newStepPatterns() (g stepGroups) {
	// The properties that distinguish patterns of the same group.
	acting, behind := base.Named("tower", "pawn", "entry"), base.Named("tower", "pawn")
	holes, edges := base.Numbers("%d", 1, holeSteps), base.Numbers("%d", 0, edgeSteps-1) // see board.classOf
	opens, several, noYes := base.Numbers("%d", 0, 4), base.Named("0", "1", "2+"), base.Named("no", "yes")
	sides := base.Named(sideWords...)
	// Placing a pawn shows the class of its cell, and the relation of this cell to each opponent's pawn.
	g.place = g.Each("place-%s-%s", holes, edges)
	g.placeNear = g.Each("place-near-%s", relationNames)
	// The patterns of the next groups distinguish the kinds of action: by a tower, by the pawn, or an entry.
	g.action = g.Each("%s-onto-%s", acting, base.Named("free", "tower", "pawn", "hole"))
	g.from = g.Each("%s-from-%s-%s", acting[:actEntry], holes, edges)
	g.to = g.Each("%s-to-%s-%s", acting, holes, edges)
	g.open = g.Each("%s-open-%s", acting, opens)
	g.contact = g.Each("%s-contact-%s-%s-%s-%s", acting, several, noYes, noYes, noYes)
	g.rim = g.Each("%s-rim-%s-%s", acting, noYes, noYes) // whether the start and the end are next to a hole
	// A move of the pawn has one pattern for the sides of its new cell (walk), and one for the distance in files and
	// ranks from this cell to each opponent's pawn (walk-near; see relationNames).
	g.walk = g.Each("walk-%s", sides)
	g.walkNear = g.Each("walk-near-%s", relationNames)
	// A tower that moves or enters shows its relations to an opponent's pawn (hunt) and to the own pawn (guard), before
	// and after; the side of the own pawn that it moves to (shields) and whether it leaves such a side (bares); the
	// number of free cells next to opponents' pawns that it threatens; and its number of moves.
	before := slices.Concat(relationNames, base.Named("entered"))
	g.hunt = g.Each("hunt-%s-%s", before, relationNames)
	g.guard = g.Each("guards-%s-%s", before, relationNames)
	g.shields = g.Each("shields-%s", sideValues[:])
	g.bares = g.Each("bares")
	g.threats = g.CountsOrMore("threats", 0, 2)
	g.reach = g.CountsOrMore("reaches", 0, 12)
	// A barrier shows the content of the cell beyond, and whether a path around one end still joins the two cells
	// (barrier); the open sides of both cells (walled); and the opponents' pieces that stay joined to the near cell
	// (left).
	beyond := base.Named("free", "rim", "own", "own-pawn", "theirs", "their-pawn")
	g.barrier = g.Each("wall-%s-%s-%s", behind, beyond, noYes)
	g.walled = g.Each("walled-%s-%s-%s", behind, opens[1:], opens[1:])
	g.left = g.Each("leaves-%s-%s-%s", behind, beyond, several)
	// A barrier also shows how its two cells lie to an opponent's pawn (fence) and to the own pawn (screen). If it
	// closes a side of the own pawn's cell, it shows the state of this side before (closes) and the states of all four
	// sides after (shut).
	g.fence = g.Each("fence-%s-%s", relationNames, relationNames)
	g.screen = g.Each("screen-%s-%s", relationNames, relationNames)
	g.closes = g.Each("closes-%s", sideValues[:])
	g.shut = g.Each("shut-%s", sides)
	return g
}
