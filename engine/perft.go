package engine

import (
	"math/bits"
	"math/rand/v2"
)

// Perft counts the sequences of exactly depth legal steps, and knows no draws by repetition and cap. Games that are
// counted often have a method of this name, which does the same.
func Perft(p Position, depth int) uint64 {
	switch native, ok := p.(interface{ Perft(depth int) uint64 }); {
	case ok:
		return native.Perft(depth)
	case depth == 0:
		return 1
	case depth == 1:
		return uint64(p.CountSteps())
	}
	var total uint64
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		total += Perft(child, depth-1)
	}
	return total
}

// PerftTurns counts the sequences of depth complete turns, the rest of an unfinished one counting as one.
func PerftTurns(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	walkers := make([]TurnWalker, depth) // so that counting allocates only at new depths
	var count func(p Position, depth int) uint64
	count = func(p Position, depth int) (total uint64) {
		for _, after := range walkers[depth-1].EachTurn(p) {
			if depth == 1 {
				total++
			} else {
				total += count(after, depth-1)
			}
		}
		return total
	}
	return count(p, depth)
}

// Divided is one step with the number of sequences that begin with it.
type Divided struct {
	Step  string
	Count uint64
}

// Divide splits a perft of depth 1 or more by its first step, in the order of the steps' texts. With turns, depth
// counts turns, and a first step that does not complete its turn leaves the rest of the turn to be counted.
func Divide(p Position, depth int, turns bool) []Divided {
	byText := map[string]uint64{}
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		left := depth
		if !turns || child.Over() || child.StartsTurn() {
			left--
		}
		if turns {
			byText[p.StepText(step)] = PerftTurns(child, left)
		} else {
			byText[p.StepText(step)] = Perft(child, left)
		}
	}
	var divided []Divided
	for _, text := range StepTexts(p) {
		divided = append(divided, Divided{text, byText[text]})
	}
	return divided
}

// RandomStep draws uniformly from the legal steps, of which there must be one.
func RandomStep(p Position, random *rand.PCG) Step {
	if native, ok := p.(interface{ RandomStep(*rand.PCG) Step }); ok {
		return native.RandomStep(random)
	}
	steps := p.AppendSteps(nil)
	n, _ := bits.Mul64(random.Uint64(), uint64(len(steps)))
	return steps[n]
}

// Playout plays uniformly random steps in place until the game ends or maxTurns more turns have begun, and returns the
// number of steps played and the outcome (zero if turns ran out). Repetition counts from p on; the turn cap applies. A
// game's own method of this name is faster.
func Playout(p Position, random *rand.PCG, maxTurns int) (steps int, outcome Outcome) {
	if native, ok := p.(interface {
		Playout(random *rand.PCG, maxTurns int) (int, Outcome)
	}); ok {
		return native.Playout(random, maxTurns)
	}
	h := History{position: p}
	for begun := 0; ; steps++ {
		h.settle()
		if h.outcome.Over() || p.StartsTurn() && begun >= maxTurns {
			return steps, h.outcome
		}
		if p.StartsTurn() {
			begun++
		}
		p.Play(RandomStep(p, random))
	}
}
