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

// picker is the memory of drawing random steps: the moves of stacks in groups by men and direction, and their counts by men.
type picker struct {
	movers movers
	groups [7]walks
	counts [7]int
}

// RandomStep draws uniformly from the legal steps, by counting them and picking one, without a list.
func (p *position) RandomStep(random *rand.PCG) engine.Step {
	return new(picker).pick(p, random)
}

func (c *picker) pick(p *position, random *rand.PCG) engine.Step {
	switch p.kind {
	case mainStep:
		return c.pickMain(p, random)
	case pillarStep:
		return p.randomPillarStep(random)
	}
	squares := p.entrySquares()
	return enterStep(squares.nth(below(random, squares.count())))
}

// pickMain counts the moves by length and direction, then picks among these groups.
func (c *picker) pickMain(p *position, random *rand.PCG) engine.Step {
	total := c.countMoves(p)
	entries := p.countEntries()
	n := below(random, total+entries)
	if n >= total {
		return enterStep(p.open.nth(n - total))
	}
	k := 0
	for n >= c.counts[k] {
		n -= c.counts[k]
		k++
	}
	for d, from := range &c.groups[k] {
		if count := from.count(); n >= count {
			n -= count
			continue
		}
		return moveStep(from.nth(n), direction(d), k+1)
	}
	return engine.NoStep
}

// countMoves fills the groups.
func (c *picker) countMoves(p *position) (total int) {
	m := &c.movers
	m.find(p, p.seat)
	one := oneSquare(p.open)
	walk := one
	for k, from := range m {
		if from == 0 {
			break
		}
		group := &c.groups[k]
		group[north], group[east] = from&walk[north], from&walk[east]
		group[south], group[west] = from&walk[south], from&walk[west]
		count := group[north].count() + group[east].count() + group[south].count() + group[west].count()
		c.counts[k] = count
		total += count
		walk.longer(&one)
	}
	return total
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
	for _, to := range &reached {
		total += to.count()
	}
	n := below(random, total)
	if n == 0 {
		return declineStep
	}
	n--
	for d, targets := range &reached {
		count := targets.count()
		if n < count {
			to := targets.nth(n)
			return slideStep(origin(own, to, direction(d)), to)
		}
		n -= count
	}
	return declineStep
}

// origin is the pillar of own that reaches a square by sliding in a direction.
func origin(own bitboard, to square, d direction) square {
	behind := rays[d&7][to&63] & own
	if offset[d&7] > 0 {
		return behind.last()
	}
	return behind.first()
}

// Playout plays uniformly random steps in place.
func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	var seen repetitions
	var c picker
	steps := 0
	begun := 0
	for p.end == ongoing {
		if p.StartsTurn() {
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
		p.Play(c.pick(p, random))
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
	filter [64]uint64
	early  [256]uint64 // the first keys: an array of its own, so that playouts allocate only in the rare longer runs
	count  int         // keys in early
	late   []uint64
}

// add notes the position at the start of a turn and returns how often it has stood there. Reversible is the position's count of turns that could equal
// it.
func (r *repetitions) add(key uint64, reversible int) int {
	if reversible == 0 {
		r.count, r.late = 0, r.late[:0]
		r.filter = [64]uint64{}
	}
	word, bit := &r.filter[key>>58], uint64(1)<<(key>>52&63)
	count := 1
	if *word&bit != 0 {
		count += occurrences(r.early[:r.count], key) + occurrences(r.late, key)
	}
	*word |= bit
	if r.count < len(r.early) {
		r.early[r.count] = key
		r.count++
	} else {
		r.late = append(r.late, key)
	}
	return count
}

func occurrences(keys []uint64, key uint64) int {
	count := 0
	for _, earlier := range keys {
		if earlier == key {
			count++
		}
	}
	return count
}
