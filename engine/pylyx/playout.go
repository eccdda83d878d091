package pylyx

import (
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

func (p *position) RandomStep(random *rand.PCG) engine.Step {
	switch p.kind {
	case setUpStep:
		next := p.findSetUp()
		return next.nth(kit.Below(random, next.count()))
	case choiceStep:
		return chooseFirst + engine.Step(kit.Below(random, 3))<<formShift
	case colorStep:
		return chooseWhite + engine.Step(kit.Below(random, 2))<<formShift
	}
	return p.randomMain(random)
}

// randomMain counts the moves by stack, then picks a stack and counts on within it.
func (p *position) randomMain(random *rand.PCG) engine.Step {
	own := p.mover()
	var from list
	var ends [16]int // how many moves the stacks up to each have
	from.fill(&p.stacks[own])
	total := 0
	for i, s := range from.all() {
		total += p.countFrom(own, s, p.heights[s])
		ends[i&15] = total
	}
	n := kit.Below(random, total+1)
	if n == total {
		return passStep
	}
	i, before := 0, 0
	for n >= ends[i&15] {
		before = ends[i&15]
		i++
	}
	return p.nthFrom(own, from.squares[i&15], n-before)
}

func (p *position) nthFrom(own color, s square, n int) engine.Step {
	var lengths [directions]int
	for a := range axes {
		l := p.slide(own, s, a)
		lengths[2*a], lengths[2*a+1] = l.forward, l.back
	}
	for k := 1; k <= 3; k++ {
		first, end := powers(k)
		for d := direction(2 * first); d < direction(2*end); d++ {
			if n < lengths[d&7] {
				return movesOf(s, d, k) + engine.Step(n+1)
			}
			n -= lengths[d&7]
		}
	}
	return engine.NoStep
}

func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	var seen repetitions
	steps, begun := 0, 0
	for p.end == ongoing {
		if p.StartsTurn() {
			if reason := p.drawn(&seen); reason != engine.Ongoing {
				return steps, engine.Draw(2, reason)
			}
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

// drawn reports why the game is drawn at the start of a turn, if it is.
func (p *position) drawn(seen *repetitions) engine.Reason {
	if limit := p.rules.Draws; limit > 0 && seen.add(p.hash) >= limit {
		return engine.Repetition
	}
	if turnCap := p.rules.Cap; turnCap > 0 && int(p.turn) > turnCap {
		return engine.TurnCap
	}
	return engine.Ongoing
}

// repetitions counts how often positions have stood at the start of a turn. A table of bits says at once that most
// positions are new; only for the others the list of keys is searched. Games too long for the list count in a map.
type repetitions struct {
	filter [256]uint64
	keys   [1024]uint64
	count  int // keys in the list
	long   map[uint64]int
}

func (r *repetitions) add(key uint64) int {
	if r.count == len(r.keys) {
		return r.addLong(key)
	}
	word, bit := &r.filter[key>>56], uint64(1)<<(key>>50&63)
	times := 1
	if *word&bit != 0 {
		for _, earlier := range r.keys[:r.count] {
			if earlier == key {
				times++
			}
		}
	}
	*word |= bit
	r.keys[r.count] = key
	r.count++
	return times
}

// addLong counts in the map, into which it first moves the list.
func (r *repetitions) addLong(key uint64) int {
	if r.long == nil {
		r.long = make(map[uint64]int, 2*len(r.keys))
		for _, earlier := range r.keys {
			r.long[earlier]++
		}
	}
	r.long[key]++
	return r.long[key]
}
