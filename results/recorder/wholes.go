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
	for _, end := range engine.EachTurn(p) {
		if found[end.Hash()] = true; len(found) >= most {
			break
		}
	}
	return len(found)
}

// drawTurns draws at most so many of the legal whole turns at p, those that lead to the same position being one, and says how many there are. All are
// equally likely (Vitter, Random sampling with a reservoir, 1985, algorithm R). Of more than mostWhole the first so many are drawn from.
func drawTurns(p engine.Position, most int, random *rand.PCG) (turns [][]engine.Step, all int) {
	found, draw := map[uint64]bool{}, rand.New(random)
	for turn, end := range engine.EachTurn(p) {
		if found[end.Hash()] {
			continue
		}
		found[end.Hash()] = true
		if len(turns) < most {
			turns = append(turns, slices.Clone(turn))
		} else if at := draw.IntN(len(found)); at < most {
			turns[at] = slices.Clone(turn)
		}
		if len(found) >= mostWhole {
			break
		}
	}
	return turns, len(found)
}
