package pit

import (
	"math/bits"

	"pillars/engine"
)

// demand says which actions the priorities leave.
type demand uint8

const (
	anyMove     demand = iota
	mustReplace        // a piece is joined to an opponent's
	mustFall           // a piece is next to a hole
)

// demand looks for what must be done.
func (p *position) demand() demand {
	own := &p.own[p.seat&3]
	var hits, rim uint64
	for w := range p.rules.board.words {
		theirs := p.occupied[w] &^ own[w]
		hits |= own.cross(w, &p.walls).any() & theirs
		rim |= own[w] & p.rules.board.rim[w]
	}
	switch {
	case hits != 0:
		return mustReplace
	case rim != 0:
		return mustFall
	}
	return anyMove
}

// prey is, by direction of the move, where opponents' pieces can be replaced.
type prey [directions]bitboard

func (p *position) findPrey(of seat, found *prey) {
	own := &p.own[of&3]
	for w := range own {
		theirs := p.occupied[w] &^ own[w]
		hits := own.cross(w, &p.walls)
		found[north][w], found[east][w] = hits.north&theirs, hits.east&theirs
		found[south][w], found[west][w] = hits.south&theirs, hits.west&theirs
	}
}

func (p *position) countReplacements() int {
	var found prey
	p.findPrey(p.seat, &found)
	return found[north].count() + found[east].count() + found[south].count() + found[west].count()
}

func (p *position) appendReplacements(steps []engine.Step) []engine.Step {
	var found prey
	p.findPrey(p.seat, &found)
	for d := range directions {
		for to := range found[d].all {
			steps = append(steps, moveStep(to.next(d^2), to))
		}
	}
	return steps
}

// onRim are the pieces of the seat to act that stand next to a hole.
func (p *position) onRim() bitboard {
	pieces := p.own[p.seat&3]
	for w := range pieces {
		pieces[w] &= p.rules.board.rim[w]
	}
	return pieces
}

func (p *position) countFalls() int {
	pieces := p.onRim()
	count := 0
	for c := range pieces.all {
		count += bits.OnesCount8(p.rules.board.holeSides[c])
	}
	return count
}

func (p *position) appendFalls(steps []engine.Step) []engine.Step {
	pieces := p.onRim()
	for c := range pieces.all {
		for sides := p.rules.board.holeSides[c]; sides != 0; sides &= sides - 1 {
			steps = append(steps, moveStep(c, c.next(direction(bits.TrailingZeros8(sides)))))
		}
	}
	return steps
}
