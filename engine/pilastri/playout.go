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

type perftLevel struct {
	child position
	steps []engine.Step
}

// Perft counts sequences of steps. At the last level the steps are counted, not played.
func (p *position) Perft(depth int) uint64 {
	if depth < 2 {
		return [2]uint64{1, uint64(p.CountSteps())}[depth]
	}
	return perft(p, make([]perftLevel, depth-1))
}

func perft(p *position, levels []perftLevel) (total uint64) {
	level := &levels[0]
	level.child.rules = p.rules
	level.steps = p.AppendSteps(level.steps[:0])
	for _, step := range level.steps {
		level.child.copyFrom(&p.state)
		level.child.Play(step)
		if len(levels) == 1 {
			total += uint64(level.child.CountSteps())
		} else {
			total += perft(&level.child, levels[1:])
		}
	}
	return total
}
