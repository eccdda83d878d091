package pitofpillars

import (
	"math/bits"
	"math/rand/v2"

	"pillars/engine"
)

// below draws a number from 0 to n-1 by the high word of a product. Its bias, at most n in 2^64, cannot be measured.
func below(random *rand.PCG, n int) int {
	high, _ := bits.Mul64(random.Uint64(), uint64(n))
	return int(high)
}

// RandomStep draws uniformly from the legal steps, by counting them and picking one, without a list.
func (p *position) RandomStep(random *rand.PCG) engine.Step {
	switch p.kind {
	case mainStep:
		return p.randomMainStep(random)
	case pillarStep:
		return p.randomPillarStep(random)
	}
	squares := p.entrySquares()
	return enterStep(squares.nth(below(random, squares.count())))
}

// randomMainStep counts the moves by length and direction, then picks among these groups.
func (p *position) randomMainStep(random *rand.PCG) engine.Step {
	var m movers
	m.find(p, p.seat)
	var groups [7]walks
	open := p.open()
	one := oneSquare(open)
	walk := one
	total := 0
	for k := range m.count {
		from, group := m.byMen[k&7], &groups[k&7]
		for d := range group {
			group[d] = from & walk[d]
			total += group[d].count()
		}
		walk.longer(&one)
	}
	entries := p.countEntries()
	n := below(random, total+entries)
	if n < entries {
		return enterStep(open.nth(n))
	}
	n -= entries
	for k := range m.count {
		for d, from := range groups[k&7] {
			count := from.count()
			if n < count {
				return moveStep(from.nth(n), direction(d), k+1)
			}
			n -= count
		}
	}
	return engine.NoStep
}

// randomPillarStep counts the slides by direction, then walks the one picked.
func (p *position) randomPillarStep(random *rand.PCG) engine.Step {
	own, vacant := p.pillars[p.seat&1], p.vacant()
	right, left := vacant&^fileA, vacant&^fileH
	reached := [directions]bitboard{
		north: floodUp(own, vacant, 8), south: floodDown(own, vacant, 8),
		east: floodUp(own, right, 1), west: floodDown(own, left, 1),
		northEast: floodUp(own, right, 9), southWest: floodDown(own, left, 9),
		northWest: floodUp(own, left, 7), southEast: floodDown(own, right, 7),
	}
	total := 1
	for _, to := range reached {
		total += to.count()
	}
	n := below(random, total)
	if n == 0 {
		return declineStep
	}
	n--
	for d, targets := range reached {
		count := targets.count()
		if n < count {
			to := targets.nth(n)
			return slideStep(p.origin(own, to, direction(d)), to)
		}
		n -= count
	}
	return declineStep
}

// origin is the pillar of own that reaches a square by sliding in a direction.
func (p *position) origin(own bitboard, to square, d direction) square {
	from := to
	for !own.has(from) {
		from -= square(offset[d&7])
	}
	return from
}

// Playout plays uniformly random steps in place.
func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	var seen repetitions
	steps := 0
	begun := 0
	for p.end == ongoing {
		if p.kind == mainStep {
			if reason := p.drawn(&seen); reason != engine.Ongoing {
				return steps, engine.Draw(2, reason)
			}
		}
		if begun >= maxTurns && p.StartsTurn() {
			return steps, engine.Outcome{}
		}
		if p.StartsTurn() {
			begun++
		}
		p.Play(p.RandomStep(random))
		steps++
	}
	return steps, p.Outcome()
}

// drawn reports why the game is drawn at the start of a turn, if it is.
func (p *position) drawn(seen *repetitions) engine.Reason {
	if limit := p.rules.repetition; limit > 0 && seen.add(p.hash, int(p.reversible)) >= limit {
		return engine.Repetition
	}
	if turnCap := p.rules.turnCap; turnCap > 0 && int(p.turn) > turnCap {
		return engine.TurnCap
	}
	return engine.Ongoing
}

// repetitions counts how often positions have stood at the start of a turn since the last step that cannot be undone. A small table of bits says at
// once that most positions are new; only for the others the list is searched.
type repetitions struct {
	keys   []uint64
	filter [8]uint64
}

// add notes the position at the start of a turn and returns how often it has stood there. Reversible is the position's count of turns that could equal
// it.
func (r *repetitions) add(key uint64, reversible int) int {
	if reversible == 0 {
		r.keys = r.keys[:0]
		r.filter = [8]uint64{}
	}
	word, bit := &r.filter[key>>61], uint64(1)<<(key>>55&63)
	count := 1
	if *word&bit != 0 {
		for _, earlier := range r.keys {
			if earlier == key {
				count++
			}
		}
	}
	*word |= bit
	r.keys = append(r.keys, key)
	return count
}
