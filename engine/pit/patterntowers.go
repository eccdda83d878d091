package pit

import "math/bits"

// appendTowers lists what each tower of a seat shows.
func (v *view) appendTowers(list []uint16, of seat) []uint16 {
	p, piece := v.p, 0
	for w, word := range p.own[of&3][:p.rules.board.words] {
		for ; word != 0; word &= word - 1 {
			c := cell(w<<6 | bits.TrailingZeros64(word))
			if !p.pawnAt(of, c) {
				list = v.appendTower(list, of, c, int(v.reach[of&3][piece&7]))
			}
			piece++
		}
	}
	return list
}

// appendTower lists what a tower with so many moves shows: its square, its moves, what it is joined to, and how it stands to the pawns.
func (v *view) appendTower(list []uint16, of seat, c cell, moves int) []uint16 {
	p, order := v.p, v.order(of)
	list = append(list, firstTower+uint16(p.rules.board.class[c]), firstReach+upTo(moves, reaches-1))
	if v.touched.has(c) {
		list = append(list, firstHanging+order*hangings+upTo(p.enemiesAt(&p.own[of&3], c)-1, hangings-1))
	}
	if p.hasPawn(of) {
		list = append(list, firstGuard+relation(c, p.pawn[of&3]))
	}
	for rest := p.pawns &^ (1 << of); rest != 0; rest &= rest - 1 {
		list = append(list, firstHunter+order*relations+relation(c, p.pawn[bits.TrailingZeros8(rest)&3]))
	}
	return list
}

// enemiesAt is how many pieces that are not own are joined to a cell.
func (p *position) enemiesAt(own *bitboard, c cell) (count int) {
	for sides := p.walls.openSides(c); sides != 0; sides &= sides - 1 {
		n := c.next(direction(bits.TrailingZeros(sides)))
		count += int(p.occupied.bit(n) &^ own.bit(n))
	}
	return count
}

// relation numbers how two cells lie to each other, up to symmetry.
func relation(a, b cell) uint16 {
	files, ranks := apart(a.file(), b.file()), apart(a.rank(), b.rank())
	return uint16(relationOf[files&15][ranks&15])
}
