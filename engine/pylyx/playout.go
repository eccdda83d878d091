package pylyx

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
	case setUpStep:
		next := p.findSetUp()
		return next.nth(below(random, next.count()))
	case choiceStep:
		return chooseFirst + engine.Step(below(random, 3))<<formShift
	case colorStep:
		return chooseWhite + engine.Step(below(random, 2))<<formShift
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
	n := below(random, total+1)
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

// nthFrom is the n-th move from a stack, in the order of appendFrom.
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

// Playout plays uniformly random steps in place.
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
	if limit := p.rules.repetition; limit > 0 && seen.add(p.hash) >= limit {
		return engine.Repetition
	}
	if turnCap := p.rules.turnCap; turnCap > 0 && int(p.turn) > turnCap {
		return engine.TurnCap
	}
	return engine.Ongoing
}
