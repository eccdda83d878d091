package pit

import (
	"math/bits"
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

func (p *position) RandomStep(random *rand.PCG) engine.Step {
	switch p.kind {
	case placeStep:
		cells := p.placeable()
		return enterStep(cells.nth(kit.Below(random, cells.count())))
	case barrierStep:
		sides := p.walls.openSides(p.at)
		for n := kit.Below(random, bits.OnesCount(sides)); n > 0; n-- {
			sides &= sides - 1
		}
		return wallStep(p.at, direction(bits.TrailingZeros(sides)))
	}
	switch p.demand() {
	case mustReplace:
		return p.randomReplacement(random)
	case mustFall:
		return p.randomFall(random)
	default:
		return p.randomMove(random)
	}
}

func (p *position) randomReplacement(random *rand.PCG) engine.Step {
	var found prey
	p.findPrey(p.seat, &found)
	n := kit.Below(random, found[north].count()+found[east].count()+found[south].count()+found[west].count())
	d := north
	for n >= found[d].count() {
		n -= found[d].count()
		d++
	}
	to := found[d].nth(n)
	return moveStep(to.next(d^2), to)
}

func (p *position) randomFall(random *rand.PCG) engine.Step {
	n := kit.Below(random, p.countFalls())
	pieces := p.onRim()
	for c := range pieces.all {
		sides := p.rules.board.holeSides[c]
		for ; sides != 0; sides &= sides - 1 {
			if n == 0 {
				return moveStep(c, c.next(direction(bits.TrailingZeros8(sides))))
			}
			n--
		}
	}
	return engine.NoStep
}

func (p *position) randomMove(random *rand.PCG) engine.Step {
	var m movers
	entries := p.entries(p.seat)
	moves := m.find(p, p.seat)
	n := kit.Below(random, moves+entries.count())
	if n >= moves {
		return enterStep(entries.nth(n - moves))
	}
	i := 0
	for n >= m.pieces[i].count() {
		n -= m.pieces[i].count()
		i++
	}
	r := &m.pieces[i]
	return moveStep(r.from, r.nth(n))
}

// Playout plays uniformly random steps in place. There are no draws to look for.
func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	steps, begun := 0, 0
	for p.end == ongoing {
		if p.StartsTurn() {
			if begun >= maxTurns {
				return steps, engine.Outcome{}
			}
			begun++
		}
		p.Play(p.RandomStep(random))
		steps++
	}
	return steps, p.Outcome()
}
