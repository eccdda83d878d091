package pit

import (
	"fmt"
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// view is a survey, together with sets of cells that the opponents of one seat can use. The method faceFrom chooses the
// seat.
type view struct {
	survey
	p       *position
	free    bitboard // empty cells that are not next to a hole
	theirs  seatSets // the united slides and puts of all opponents of the chosen seat
	touched bitboard // cells next to a piece of an opponent of the chosen seat, with no wall between
}

// seatSets holds the unions of survey.slides and of survey.puts over several seats.
type seatSets struct{ slides, puts bitboard }

// AppendPatterns implements [engine.PatternPosition]. It analyses all seats before it lists patterns, because a cell
// that one seat can reach is dangerous to the others. A seat that is out shows no patterns.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	v := view{p: p}
	p.fillSurvey(&v.survey)
	b := p.rules.board
	for w := range b.words {
		v.free[w] = b.cells[w] &^ (p.occupied[w] | b.rim[w])
	}
	for s := range seat(p.rules.seats) {
		if !p.isIn(s) {
			continue
		}
		v.faceFrom(s)
		list := v.appendCounts(lists[s], s)
		list = v.appendTowers(list, s)
		if p.hasPawn(s) {
			list = v.appendPawn(list, s)
		}
		lists[s] = list
	}
}

// Phase implements [engine.PatternPosition]. It rises with the number of barriers, since nearly every turn adds one. It
// reaches PhaseEnd at one barrier for every three cells, when games between good players end.
func (p *position) Phase() int {
	if p.kind == placeStep {
		return 0
	}
	return min(engine.PhaseEnd, 3*engine.PhaseEnd*p.countBarriers()/p.rules.board.cellCount)
}

// order returns the index of a seat in the arrays of two in patternGroups: 0 for the seat that takes the next action,
// else 1.
func (v *view) order(of seat) int { return int(base.Flag(v.next != of)) }

// faceFrom chooses the seat whose opponents v.theirs and v.touched describe, and sets both.
func (v *view) faceFrom(of seat) {
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

// appendCounts appends the patterns of a seat that count its towers and their moves.
func (v *view) appendCounts(list []uint16, of seat) []uint16 {
	p, order := v.p, v.order(of)
	own, theirs := &v.puts[of&3], &v.theirs.puts
	towers := p.towers(of)
	rim := 0    // towers next to a hole
	spread := 0 // empty cells and holes where the seat can put a tower
	held := 0   // the cells and holes of spread where no opponent can put a tower
	for w := range p.rules.board.words {
		rim += bits.OnesCount64(towers[w] & p.rules.board.rim[w])
		empty := own[w] &^ p.occupied[w]
		spread += bits.OnesCount64(empty)
		held += bits.OnesCount64(empty &^ theirs[w])
	}
	return append(list,
		patterns.stock[towers.count()].Of(int(p.reserve[of&3])),
		patterns.mobility[order].Of(v.moves[of&3]/mobilityBin), patterns.spread[order].Of(spread/spreadBin),
		patterns.held[order].Of(held/spreadBin), patterns.rims[order].Of(rim),
	)
}

func (v *view) appendTowers(list []uint16, of seat) []uint16 {
	p, piece := v.p, 0 // piece is an index into v.pieceMoves[of]
	for w, word := range p.own[of&3][:p.rules.board.words] {
		for ; word != 0; word &= word - 1 {
			c := cell(w<<6 | bits.TrailingZeros64(word))
			if !p.pawnAt(of, c) {
				list = v.appendTower(list, of, c, int(v.pieceMoves[of&3][piece&7]))
			}
			piece++
		}
	}
	return list
}

// appendTower appends the patterns of a tower on the cell c that has the given number of moves.
func (v *view) appendTower(list []uint16, of seat, c cell, moves int) []uint16 {
	p, order := v.p, v.order(of)
	list = append(list, patterns.tower+uint16(p.rules.board.class[c]), patterns.reach.Of(moves))
	if v.touched.has(c) {
		list = append(list, patterns.hanging[order].Of(p.enemiesAt(&p.own[of&3], c)))
	}
	if p.hasPawn(of) {
		list = append(list, patterns.guard+relation(c, p.pawn[of&3]))
	}
	for rest := p.pawns &^ (1 << of); rest != 0; rest &= rest - 1 {
		list = append(list, patterns.hunter[order]+relation(c, p.pawn[bits.TrailingZeros8(rest)&3]))
	}
	return list
}

// enemiesAt counts the pieces next to c, without a wall between, that are not in own.
func (p *position) enemiesAt(own *bitboard, c cell) (count int) {
	for sides := p.walls.openSides(c); sides != 0; sides &= sides - 1 {
		n := c.next(direction(bits.TrailingZeros(sides)))
		count += int(p.occupied.bit(n) &^ own.bit(n))
	}
	return count
}

// relation returns a number for how many files and ranks two different cells are apart; see relationNames.
func relation(a, b cell) uint16 {
	files, ranks := apart(a.file(), b.file()), apart(a.rank(), b.rank())
	larger, smaller := min(max(files, ranks), maxApart), min(files, ranks)
	if larger == maxApart {
		smaller = 0
	}
	return uint16((larger-1)*(larger+2)/2 + smaller) // the first term is the sum of n+1 for 1 <= n < larger
}

// appendPawn appends the patterns of the pawn of a seat, which must be on the board.
func (v *view) appendPawn(list []uint16, of seat) []uint16 {
	p, order := v.p, v.order(of)
	c := p.pawn[of&3]
	sides := v.sides(of, c, c)
	list = append(list, patterns.sides[order]+sideClassOf[sides&4095], patterns.pawn+uint16(p.rules.board.class[c]))
	list = v.appendSides(list, of, sides)
	list = v.appendDangers(list, of, c)
	list = v.appendRoom(list, order, c)
	if order == 0 {
		for rest := p.pawns &^ (1 << of); rest != 0; rest &= rest - 1 {
			list = append(list, patterns.pawns+relation(c, p.pawn[bits.TrailingZeros8(rest)&3]))
		}
	}
	return list
}

// sides returns a code for the states of the four sides of a pawn's cell c. The code has three bits for each side, with
// north in the lowest bits; sideClosed and the constants after it are the states. If the pawn is yet to move to c, from
// is its present cell, which counts as free. Otherwise from must be c.
func (v *view) sides(of seat, c, from cell) (states uint16) {
	own := &v.p.own[of&3]
	for open := v.p.walls.openSides(c); open != 0; open &= open - 1 {
		d := direction(bits.TrailingZeros(open))
		state := uint16(sideFree)
		if n := c.next(d); n != from {
			state = v.side(own, n)
		}
		states |= state << (3 * d)
	}
	return states
}

// side returns the state of the side of a pawn's cell that leads to the cell n. The argument own holds the pieces of
// the pawn's seat.
func (v *view) side(own *bitboard, n cell) uint16 {
	p := v.p
	reached := uint16(v.theirs.puts.bit(n))
	switch {
	case own.has(n):
		return sideOwn
	case p.occupied.has(n):
		return sideTheirs
	case p.rules.board.rim.has(n):
		return sideRim + reached // sideLure is sideRim + 1
	case reached == 1 && v.touched.has(n):
		return sideSupported
	}
	return sideFree + reached // sideReached is sideFree + 1
}

// appendDangers appends the patterns for immediate dangers to the pawn on c.
func (v *view) appendDangers(list []uint16, of seat, c cell) []uint16 {
	p, order := v.p, v.order(of)
	if v.touched.has(c) && v.attackers(of, c) > 0 {
		list = append(list, patterns.pawnTaken)
	}
	if p.rules.board.rim.has(c) {
		list = append(list, patterns.pawnRim[order])
		if order == 0 && p.kind != placeStep && p.mustFall(of) {
			list = append(list, patterns.pawnFalls)
		}
	}
	return list
}

// attackers counts the pieces that can replace the pawn on c before the pawn's seat acts again. If this seat is about
// to put a barrier at the pawn, the count is one less, because the barrier can stop one piece.
func (v *view) attackers(of seat, c cell) (count int) {
	p := v.p
	seats := p.before(of, v.next)
	for open := p.walls.openSides(c); open != 0; open &= open - 1 {
		count += int(anyHas(&p.own, seats, c.next(direction(bits.TrailingZeros(open)))))
	}
	if p.kind == barrierStep && p.seat == of && p.at == c {
		count--
	}
	return count
}

// mustFall reports whether a pawn next to a hole must go into the hole at its player's next action. It must if the
// player can replace nothing and has no tower next to a hole.
func (p *position) mustFall(of seat) bool {
	own, rim := &p.own[of&3], p.towers(of)
	for w := range p.rules.board.words {
		theirs := p.occupied[w] &^ own[w]
		if own.cross(w, &p.walls).any()&theirs|rim[w]&p.rules.board.rim[w] != 0 {
			return false
		}
	}
	return true
}

// appendSides appends the patterns of each side of a pawn's cell. states is the code of [view.sides].
func (v *view) appendSides(list []uint16, of seat, states uint16) []uint16 {
	order, c := v.order(of), v.p.pawn[of&3]
	for d := range directions {
		state := states >> (3 * d) & 7
		list = append(list, patterns.side[order]+state)
		if state >= sideFree && v.theirs.slides.has(c.next(d)) {
			list = append(list, patterns.threat[order]+state-sideFree)
		}
	}
	return list
}

// appendRoom appends the patterns for the cells that the pawn on c can reach in two and in four moves over cells of
// v.free.
func (v *view) appendRoom(list []uint16, order int, c cell) []uint16 {
	var room bitboard
	room.add(c)
	v.walk(&room)
	v.walk(&room)
	near, inDanger := 0, 0
	for w := range v.p.rules.board.words {
		near += bits.OnesCount64(room[w])
		inDanger += bits.OnesCount64(room[w] & v.free[w] & v.theirs.puts[w])
	}
	v.walk(&room)
	v.walk(&room)
	return append(list, patterns.near[order].Of(near-1), patterns.far.Of(room.count()-1),
		patterns.danger[order].Of(inDanger))
}

// walk adds to a set of cells the cells of v.free that are one step away from a cell of the set. It steps as
// [bitboard.cross] does, but changes the set word by word. So it keeps the steps from the old content of a word to the
// next word in below.
func (v *view) walk(set *bitboard) {
	walls, words := &v.p.walls, v.p.rules.board.words
	var below uint64 // cells of the current word that steps to the north from the previous word reach
	for w := range words {
		word, open, east := set[w&3], ^walls.north[w&3], walls.east[w&3]
		var above uint64
		if w+1 < words {
			above = set[(w+1)&3] << 48
		}
		north := word & open
		set[w&3] |= v.free[w&3] & (north<<16 | below | (word>>16|above)&open | word&^east<<1 | word>>1&^east)
		below = north >> 48
	}
}

// The counts and distances that patterns distinguish.
const (
	mobilityBin = 2 // number of consecutive counts of moves that share a pattern
	spreadBin   = 4 // number of consecutive counts of cells that share a pattern
	holeSteps   = 5 // distances from a hole: 1 to 5 or more
	edgeSteps   = 5 // distances from the edge: 0 to 4 or more
	maxApart    = 5 // cells that are this number of files or ranks apart, or more, all have the same relation
)

// relationNames holds a name for each relation of two cells. The relation consists of the number of files and the
// number of ranks between the cells, regardless of which number is which. If either is maxApart or more, the relation
// is the last.
var relationNames = func() (names []base.Value) {
	for larger := 1; larger < maxApart; larger++ {
		for smaller := range larger + 1 {
			names = append(names, base.Value{fmt.Sprintf("%d-%d", smaller, larger),
				"so many files and ranks apart, the smaller number first"})
		}
	}
	return append(names, base.Value{fmt.Sprintf("%d+", maxApart),
		fmt.Sprintf("%d files or ranks apart, or more", maxApart)})
}()

// sideClassOf holds the class of the states of a pawn's four sides, by their code with three bits for each side; see
// view.sides. Codes that are rotations or reflections of each other are in the same class. sideWords names the classes
// by the letters of sideValues. A code masked with 4095 indexes the table without a bounds check.
var sideClassOf, sideWords = func() (table [1 << 12]uint16, words []string) {
	for code := range len(table) {
		if least := leastImage(code); least < code {
			table[code] = table[least]
			continue
		}
		table[code] = uint16(len(words))
		word := ""
		for shift := 9; shift >= 0; shift -= 3 {
			word += sideValues[code>>shift&7].Name()
		}
		words = append(words, word)
	}
	return table, words
}()

// leastImage returns the least code among the rotations and reflections of a code of four sides; see sideClassOf.
func leastImage(code int) int {
	least := code
	for range directions {
		code = code>>3 | code&7<<9                                        // rotated by one side
		mirrored := code>>9 | code>>3&(7<<3) | code<<3&(7<<6) | code&7<<9 // the sides in reverse order
		least = min(least, code, mirrored)
	}
	return least
}

// patternGroups holds the patterns of positions. [base.Terms] explains the fields; where it says "the seat that acts
// next", this game means the seat that takes the next action.
type patternGroups struct {
	base.Terms
	stock                                               [towersEach + 1]base.Group // by towers on the board
	mobility, spread, held, rims, hanging, near, danger [2]base.Group
	reach, far                                          base.Group
	tower, guard, pawn, pawns, pawnTaken, pawnFalls     uint16
	hunter, side, threat, sides, pawnRim                [2]uint16
}

var patterns = newPatterns()

// newPatterns returns the groups of patterns in the order of their numbers. The numbers in its calls are the first and
// the last count of a group or, for OrderedBins, the width of a bin and the last count.
func newPatterns() (g patternGroups) {
	g.Orders = [2]base.Value{{"next", "takes the next action"}, {"wait", "awaits another's action"}}
	for towers := range g.stock {
		g.stock[towers] = g.Counts(fmt.Sprintf("stock-%d", towers), 0, towersEach-towers,
			fmt.Sprintf("%d towers on the board and %%s in reserve", towers))
	}
	g.mobility = g.OrderedBins("moves", mobilityBin, 34, "%s moves of towers and pawn, priorities and entries left out")
	g.spread = g.OrderedBins("spread", spreadBin, 44,
		"%s empty cells and holes that a tower can come to or be entered on")
	g.held = g.OrderedBins("held", spreadBin, 44, "%s of them that no opponent's tower can come to or be entered on")
	g.rims = g.OrderedCounts("rims", 0, 3, "%s towers next to a hole")
	g.tower = g.cells("tower", "a tower")
	g.reach = g.CountsOrMore("tower-moves", 0, 12, "a tower with %s moves")
	g.hanging = g.OrderedCounts("hanging", 1, 2, "a tower joined to %s pieces of opponents")
	g.guard = g.Each("guard-%s", "a tower and the own pawn %s", relationNames)
	g.hunter = g.eachOrder("hunter-%s-%s", "the seat %[1]s; a tower and an opponent's pawn %[2]s", relationNames)
	g.pawn = g.cells("pawn", "the pawn")
	g.side = g.eachOrder("side-%s-%s", "a side of the pawn's cell: %[2]s; the seat %[1]s", sideValues[:])
	g.threat = g.eachOrder("threat-%s-%s", "a side of the pawn's cell that an opponent's piece can move to: %[2]s; "+
		"the seat %[1]s", sideValues[sideFree:])
	g.sides = g.eachOrder("sides-%s-%s", "the four sides of the pawn's cell in turn, in the letters of the patterns "+
		"side-; the seat %[1]s", base.Named(sideWords...))
	g.near = g.OrderedCounts("near", 0, 8, "%s cells within two steps of the pawn over empty cells that are not next "+
		"to a hole")
	g.far = g.CountsOrMore("far", 0, 24, "%s cells within four such steps of the pawn")
	g.danger = g.OrderedCounts("danger", 0, 8, "%s cells within two such steps where an opponent can put a tower")
	g.pawns = g.Each("pawns-%s", "the seat takes the next action; its pawn and an opponent's %s", relationNames)
	g.pawnTaken = g.Each("pawn-taken", "a pawn joined to a piece of an opponent who acts before its seat, more of "+
		"them than a barrier to be put can part")
	g.pawnFalls = g.Each("pawn-falls", "a pawn that must go into a hole, since the seat takes the next action and has "+
		"nothing to replace and no tower to fall")
	g.pawnRim = g.eachOrder("pawn-rim-%s", "a pawn next to a hole, and the seat %s")
	return g
}

// cells appends a pattern for each class of cells on which a piece can stand, and returns the number of the first
// pattern. The text what names the piece.
func (g *patternGroups) cells(name, what string) uint16 {
	return g.Each(name+"-%s-%s", what+" %s steps from a hole (5 for more) and %s from the edge (4 for more)",
		base.Numbers("%d", 1, holeSteps), base.Numbers("%d", 0, edgeSteps-1))
}

// eachOrder calls [base.Terms.Each] once for each element of g.Orders, with that element as the first value. It returns
// the number of the first pattern for each element.
func (g *patternGroups) eachOrder(name, help string, of ...[]base.Value) (first [2]uint16) {
	for order := range first {
		first[order] = g.Each(name, help, append([][]base.Value{g.Orders[order : order+1]}, of...)...)
	}
	return first
}

// The states of a side of a pawn's cell.
const (
	sideClosed    = iota // closed by a barrier, a hole or the edge
	sideOwn              // a cell with an own piece
	sideTheirs           // a cell with an opponent's piece
	sideFree             // an empty cell
	sideReached          // an empty cell where an opponent can put a tower
	sideSupported        // an empty cell where an opponent can put a tower, joined to an opponent's piece
	sideRim              // an empty cell next to a hole
	sideLure             // an empty cell next to a hole where an opponent can put a tower
	sideStates
)

var sideValues = [sideStates]base.Value{{"c", "closed by a barrier, a hole or the edge"}, {"o", "an own piece"},
	{"t", "an opponent's piece"}, {"f", "an empty cell"}, {"r", "an empty cell where an opponent can put a tower"},
	{"s", "such a cell joined to a piece of theirs"}, {"h", "an empty cell next to a hole"},
	{"l", "such a cell where an opponent can put a tower"}}
