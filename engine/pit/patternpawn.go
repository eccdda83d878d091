package pit

import "math/bits"

// A side of a pawn's cell is one of these.
const (
	sideClosed    = iota // by a barrier, a hole or the edge
	sideOwn              // an own piece
	sideTheirs           // an opponent's piece
	sideFree             // an empty cell
	sideReached          // an empty cell that an opponent can put a tower on
	sideSupported        // such a cell that is joined to another piece of theirs
	sideRim              // an empty cell next to a hole
	sideLure             // such a cell that an opponent can put a tower on
	sideStates
)

// What a pawn can suffer.
const (
	plightTaken = iota
	plightFalls
	plightRim // the first of one for each order
	plights   = plightRim + orders
)

// freeSides is how many of the states are those of empty cells.
const freeSides = sideStates - sideFree

// appendPawn lists what a seat's pawn shows: its square, its four sides, how much room it has, and how it stands to other pawns.
func (v *view) appendPawn(list []uint16, of seat) []uint16 {
	p, order := v.p, v.order(of)
	c := p.pawn[of&3]
	sides := v.sides(of, c)
	list = append(list, firstSides+order*sideClasses+sideClassOf[sides&4095], firstPawn+uint16(p.rules.board.class[c]))
	list = v.appendSides(list, of, sides)
	list = v.appendPlight(list, of, c)
	list = v.appendRoom(list, order, c)
	if order == 0 {
		for rest := p.pawns &^ (1 << of); rest != 0; rest &= rest - 1 {
			list = append(list, firstPawns+relation(c, p.pawn[bits.TrailingZeros8(rest)&3]))
		}
	}
	return list
}

// sides is the state of each side of a pawn's cell, three bits each, north first.
func (v *view) sides(of seat, c cell) (states uint16) {
	p := v.p
	own := &p.own[of&3]
	for open := p.walls.openSides(c); open != 0; open &= open - 1 {
		d := direction(bits.TrailingZeros(open))
		states |= v.side(own, c.next(d)) << (3 * d)
	}
	return states
}

// side is the state of a side with the cell n behind it.
func (v *view) side(own *bitboard, n cell) uint16 {
	p := v.p
	reached := uint16(v.theirs.puts.bit(n))
	switch {
	case own.has(n):
		return sideOwn
	case p.occupied.has(n):
		return sideTheirs
	case p.rules.board.rim.has(n):
		return sideRim + reached
	case reached == 1 && v.touched.has(n):
		return sideSupported
	}
	return sideFree + reached
}

// appendPlight lists whether the pawn is as good as lost: joined to a piece that acts before it can leave, or next to a hole.
func (v *view) appendPlight(list []uint16, of seat, c cell) []uint16 {
	p, order := v.p, v.order(of)
	if v.touched.has(c) && v.attackers(of, c) > 0 {
		list = append(list, firstPlight+plightTaken)
	}
	if p.rules.board.rim.has(c) {
		list = append(list, firstPlight+plightRim+order)
		if order == 0 && p.kind != placeStep && p.mustFall(of) {
			list = append(list, firstPlight+plightFalls)
		}
	}
	return list
}

// attackers is how many pieces can take the pawn before its seat acts again, the best barrier put if that is what comes next.
func (v *view) attackers(of seat, c cell) (count int) {
	p := v.p
	seats := p.before(of, v.next)
	for open := p.walls.openSides(c); open != 0; open &= open - 1 {
		count += int(seen(&p.own, seats, c.next(direction(bits.TrailingZeros(open)))))
	}
	if p.kind == barrierStep && p.seat == of && p.at == c {
		count--
	}
	return count
}

// mustFall reports whether the pawn of a seat, which is next to a hole, has to go into it: there is nothing to replace and no tower to fall.
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

// appendSides lists the states of the sides one by one, and which of them an opponent's piece can move to.
func (v *view) appendSides(list []uint16, of seat, states uint16) []uint16 {
	order, c := v.order(of), v.p.pawn[of&3]
	for d := range directions {
		state := states >> (3 * d) & 7
		list = append(list, firstSide+order*sideStates+state)
		if state >= sideFree && v.theirs.slides.has(c.next(d)) {
			list = append(list, firstThreat+order*freeSides+state-sideFree)
		}
	}
	return list
}

// appendRoom lists to how many cells the pawn can walk, and how many of them the opponents can put a tower on.
func (v *view) appendRoom(list []uint16, order uint16, c cell) []uint16 {
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
	return append(list,
		firstNear+order*nears+upTo(near-1, nears-1),
		firstFar+upTo(room.count()-1, fars-1),
		firstDanger+order*nears+upTo(inDanger, nears-1),
	)
}

// walk adds the free cells that are one step from a set.
func (v *view) walk(set *bitboard) {
	walls, words := &v.p.walls, v.p.rules.board.words
	var below uint64 // what goes north from the word before
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
