package pit

// putOut puts a player out. With two players the game is over as it stands; with more, all the player's pieces leave the board and the reserve is
// lost.
func (p *position) putOut(of seat, by ending) {
	if p.rules.seats == 2 {
		p.end, p.winner = by, of^1
		return
	}
	towers := p.towers(of)
	for c := range towers.all {
		p.toggle(of, c, &zobrist.tower)
	}
	if p.hasPawn(of) {
		p.removePawn(of)
	}
	p.setReserve(of, 0)
	p.place[of&3] = uint8(p.stillIn())
	p.hash ^= zobrist.place[of&3][0] ^ zobrist.place[of&3][p.place[of&3]]
	p.in &^= 1 << of
	if p.stillIn() == 1 {
		p.end, p.winner = by, p.after(of)
	}
}

// endTurn hands the turn to the next player still in. One who has no legal step then is out, and the next acts in that turn.
func (p *position) endTurn() {
	p.turn++
	p.hash ^= zobrist.stage[p.kind][p.seat&3]
	p.passOn()
	for p.end == ongoing && !p.canStep() {
		p.putOut(p.seat, noAction)
		if p.rules.seats > 2 {
			p.passOn()
		}
	}
	p.hash ^= zobrist.stage[p.kind][p.seat&3]
}

// passOn finds who acts next: with two players always the other one, who may have lost. Pawns are placed until the turn comes round.
func (p *position) passOn() {
	before := p.seat
	if p.rules.seats == 2 {
		p.seat ^= 1
	} else {
		p.seat = p.after(p.seat)
	}
	if p.kind != placeStep || p.seat <= before || p.end != ongoing {
		p.kind = actionStep
	}
}
