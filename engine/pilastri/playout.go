package pilastri

import (
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

func (p *position) RandomStep(random *rand.PCG) engine.Step { return stepOf(p.pick(random)) }

// pick draws a step: first among the directions by their counts, then a pair. It compares without branches, which could
// not be foretold.
func (p *position) pick(random *rand.PCG) (from, to square) {
	m := &p.moves
	first := m[east].count()
	second := first + m[north].count()
	third := second + m[west].count()
	n := kit.Below(random, third+m[south].count())
	direction := atLeast(n, first) + atLeast(n, second) + atLeast(n, third)
	before := [4]int{0, first, second, third}
	return p.board.step(direction, m[direction&3].nth(n-before[direction&3]))
}

// atLeast is 1 if a >= b, else 0.
func atLeast(a, b int) int { return int(uint64(b-a-1) >> 63) }

func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	steps := 0
	for ; steps < maxTurns && !p.Over(); steps++ {
		p.play(p.pick(random))
		checkInvariants(p)
	}
	return steps, p.Outcome()
}
