package pit

import (
	"math/bits"

	"pillars/engine"
)

// movers is where the pieces of a seat can move when nothing must be done.
type movers struct {
	pieces [towersEach + 1]reach
	count  int
}

// find fills m for a seat and returns the number of its moves.
func (m *movers) find(p *position, of seat) int {
	m.count = 0
	total := 0
	for w, word := range p.own[of&3][:p.rules.board.words] {
		for ; word != 0; word &= word - 1 {
			c := cell(w<<6 | bits.TrailingZeros64(word))
			r := &m.pieces[m.count%len(m.pieces)]
			m.count++
			*r = p.reachOf(c)
			if p.pawnAt(of, c) {
				r.rank, r.file = r.rank.single(c.file()), r.file.single(c.rank())
			}
			total += r.count()
		}
	}
	return total
}

// entries is where a tower of the reserve may be entered.
func (p *position) entries(of seat) bitboard {
	var seen bitboard
	if p.reserve[of&3] == 0 {
		return seen
	}
	towers := p.towers(of)
	for w, word := range towers[:p.rules.board.words] {
		for ; word != 0; word &= word - 1 {
			p.addSight(cell(w<<6|bits.TrailingZeros64(word)), &seen)
		}
	}
	for w := range seen {
		seen[w] &^= p.occupied[w]
	}
	return seen
}

func (p *position) countMoves() int {
	var m movers
	entries := p.entries(p.seat)
	return m.find(p, p.seat) + entries.count()
}

func (p *position) appendMoves(steps []engine.Step) []engine.Step {
	var m movers
	m.find(p, p.seat)
	for i := range m.count {
		r := &m.pieces[i]
		for n := range r.count() {
			steps = append(steps, moveStep(r.from, r.nth(n)))
		}
	}
	entries := p.entries(p.seat)
	return appendEntries(steps, &entries)
}
