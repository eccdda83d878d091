package recorder

import (
	"math/rand/v2"
	"slices"

	"pillars/engine"
)

// mostWhole bounds the count of whole turns in a position. No game of the family comes near it with its usual options.
const mostWhole = 1_000_000

// WholeTurns counts the different positions that the legal whole turns at p lead to, but no more than most. P stands at the start of a turn.
func WholeTurns(p engine.Position, most int) int {
	found := map[uint64]bool{}
	completeTurns(p, nil, func(end engine.Position, _ []engine.Step) bool {
		found[end.Hash()] = true
		return len(found) < most
	})
	return len(found)
}

// drawTurns draws at most so many of the legal whole turns at p, those that lead to the same position being one, and says how many there are. All are
// equally likely (Vitter, Random sampling with a reservoir, 1985, algorithm R). Of more than mostWhole the first so many are drawn from.
func drawTurns(p engine.Position, most int, random *rand.PCG) (turns [][]engine.Step, all int) {
	found, draw := map[uint64]bool{}, rand.New(random)
	completeTurns(p, nil, func(end engine.Position, steps []engine.Step) bool {
		if found[end.Hash()] {
			return true
		}
		found[end.Hash()] = true
		if len(turns) < most {
			turns = append(turns, slices.Clone(steps))
		} else if at := draw.IntN(len(found)); at < most {
			turns[at] = slices.Clone(steps)
		}
		return len(found) < mostWhole
	})
	return turns, len(found)
}

// completeTurns yields the position after every completion of the turn that p stands in, and the steps there, which are lent for the call, until yield has
// enough. It reports whether it goes on.
func completeTurns(p engine.Position, before []engine.Step, yield func(engine.Position, []engine.Step) bool) bool {
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		steps := append(before, step)
		if child.Over() || child.StartsTurn() {
			if !yield(child, steps) {
				return false
			}
		} else if !completeTurns(child, steps, yield) {
			return false
		}
	}
	return true
}
