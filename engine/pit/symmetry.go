package pit

import "pillars/engine"

// CanonicalHash is the least hash of all images of the position: under those symmetries of the board that keep the
// holes, and by passing everything on to the next seat any number of times. While pawns are still to be placed, which
// is done in the order of the seats, nothing is passed on.
func (p *position) CanonicalHash() uint64 {
	b := p.rules.board
	seats := seat(p.rules.seats)
	if p.kind == placeStep {
		seats = 1
	}
	least := ^uint64(0)
	for g := range engine.SymmetriesOf(b.files, b.ranks) {
		if !b.keeps(g) {
			continue
		}
		for by := range seats {
			least = min(least, p.imageHash(g, by))
		}
	}
	return least
}

// image is where a symmetry carries a place of the board.
func (b *board) image(c cell, g engine.GridSymmetry) cell {
	return cellAt(g.Map(int(c.file()), int(c.rank()), b.files, b.ranks))
}

// keeps reports whether a symmetry carries holes into holes.
func (b *board) keeps(g engine.GridSymmetry) bool {
	for hole := range b.holes.all {
		if !b.holes.has(b.image(hole, g)) {
			return false
		}
	}
	return true
}

// imageHash is the hash of the position under a symmetry of the board, with everything passed on by some seats.
func (p *position) imageHash(g engine.GridSymmetry, by seat) uint64 {
	b, seats := p.rules.board, seat(p.rules.seats)
	key := zobrist.stage[p.kind][(p.seat+by)%seats]
	for s := range seats {
		to := (s + by) % seats
		towers := p.towers(s)
		for c := range towers.all {
			key ^= zobrist.tower[to][b.image(c, g)]
		}
		if p.hasPawn(s) {
			key ^= zobrist.pawn[to][b.image(p.pawn[s&3], g)]
		}
		key ^= zobrist.reserve[to][p.reserve[s&3]&7] ^ zobrist.place[to][p.place[s&3]]
	}
	for e := range p.barriers {
		image := b.edgeImage(e, g)
		key ^= zobrist.barrier[image.side][image.low]
	}
	if p.kind == barrierStep {
		key ^= zobrist.at[b.image(p.at, g)]
	}
	return key
}

// edgeImage is where a symmetry carries an edge.
func (b *board) edgeImage(e edge, g engine.GridSymmetry) edge {
	low, high := b.image(e.low, g), b.image(e.low.next(e.side), g)
	side := north
	if low.rank() == high.rank() {
		side = east
	}
	return edge{min(low, high), side}
}
