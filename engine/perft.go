package engine

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Perft counts the sequences of exactly depth legal steps. It ignores draws by repetition and by the turn cap. It does
// not play the steps of the last level, but only counts them.
func Perft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	return perft(p, make([]perftLevel, depth-1))
}

// perftLevel holds the buffers of [Perft] for one level of the tree of steps.
type perftLevel struct {
	child Position
	steps []Step
}

// perft counts the sequences of len(levels)+1 steps.
func perft(p Position, levels []perftLevel) (total uint64) {
	if len(levels) == 0 {
		return uint64(p.CountSteps())
	}
	level := &levels[0]
	if level.child == nil {
		level.child = p.Clone()
	}
	level.steps = p.AppendSteps(level.steps[:0])
	for _, step := range level.steps {
		p.PlayInto(step, level.child)
		total += perft(level.child, levels[1:])
	}
	return total
}

// PerftTurns counts the sequences of depth turns. If p is inside a turn, the first of them completes that turn.
func PerftTurns(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	walkers := make([]TurnWalker, depth) // one per depth, so that counting does not allocate at every position
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

// Divided is the number of sequences of a perft that begin with a step.
type Divided struct {
	Step  string
	Count uint64
}

// Divide counts the sequences of a perft separately for each first step and sorts them by the text of the step. The
// depth, at least 1, is in complete turns if turns is set, else in steps.
func Divide(p Position, depth int, turns bool) []Divided {
	var divided []Divided
	count, child := Perft, p.Clone()
	if turns {
		count = PerftTurns
	}
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		left := depth
		if turnDone := child.Over() || child.StartsTurn(); turnDone || !turns {
			left--
		}
		divided = append(divided, Divided{p.StepText(step), count(child, left)})
	}
	slices.SortFunc(divided, func(a, b Divided) int { return cmp.Compare(a.Step, b.Step) })
	return divided
}

// RandomStep draws uniformly from the legal steps of p, which must not be over.
func RandomStep(p Position, random *rand.PCG) Step {
	if native, ok := p.(interface{ RandomStep(*rand.PCG) Step }); ok {
		return native.RandomStep(random)
	}
	steps := p.AppendSteps(nil)
	n, _ := bits.Mul64(random.Uint64(), uint64(len(steps)))
	return steps[n]
}

// RandomTurn plays a turn of uniformly random steps.
func RandomTurn(h *History, random *rand.PCG) error {
	for from := len(h.Steps()); !h.TurnDone(from); {
		if err := h.Play(RandomStep(h.Position(), random)); err != nil {
			return err
		}
	}
	return nil
}

// Playout plays uniformly random steps on p until the game ends or maxTurns turns have been played. It returns the
// number of steps and the outcome, which is zero if the game did not end. Draws by repetition, counted from p on, and
// by the turn cap end the game. Playout calls the position's own Playout method if there is one.
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
