package puzzles

import (
	"context"
	"errors"
	"slices"

	"pillars/engine"
	"pillars/search/proof"
)

// ErrHard is returned if a proof needs more work than puzzles may take.
var ErrHard = errors.New("this position needs too much search to be judged")

// Limits of a proof, in checks of its context; package proof checks the context once in 256 positions. A puzzle is made
// only if the proofs along its solution need at most fewChecks, a fraction of a second in a browser. On other lines of
// play proofs may need more.
const (
	fewChecks  = 150
	mostChecks = 10 * fewChecks
)

// A budget is a context that ends after a number of checks, which are calls of Err. Unlike a time limit, it does not
// depend on the machine.
type budget struct {
	context.Context
	checks int // number of checks left
}

func (b *budget) Err() error {
	if b.checks--; b.checks < 0 {
		return ErrHard
	}
	return b.Context.Err()
}

// Wins reports whether the seat to act can force a win within a number of its turns, or returns [ErrHard].
func Wins(ctx context.Context, p engine.Position, own int) (bool, error) {
	return proof.Forces(&budget{ctx, fewChecks}, p, p.Seat(), 2*own-1)
}

// Solutions returns the turns from p after which the seat to act can force a win within a number of its turns, the
// returned turn included. It returns [ErrHard] if the proof takes too long.
func Solutions(ctx context.Context, p engine.Position, own int) (proof.Turns, error) {
	return solutions(ctx, p, own, fewChecks)
}

func solutions(ctx context.Context, p engine.Position, own, checks int) (proof.Turns, error) {
	return proof.WinningTurns(&budget{ctx, checks}, p, 2*own-1)
}

// Patterns returns the texts of turns from p, in the order of the turns. If they include several turns with the same
// first step, and no legal turn with this step is missing, one text replaces them: the step and a star.
func Patterns(p engine.Position, turns proof.Turns) []string {
	legal, right := map[engine.Step]int{}, map[engine.Step]int{}
	for turn := range engine.EachTurn(p) {
		legal[turn[0]]++
	}
	for _, turn := range turns {
		right[turn[0]]++
	}
	texts := []string{}
	for _, turn := range turns {
		text := engine.LineText(p, turn)
		if first := turn[0]; legal[first] > 1 && legal[first] == right[first] {
			text = p.StepText(first) + "*"
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// longestDefence returns a turn of the seat to act after which its opponent needs as many turns as possible to win. The
// opponent must be able to force a win within left of its turns, whatever this seat plays. If there are several such
// turns, longestDefence compares at most 16 of them, and returns the one that leaves the opponent the fewest winning
// turns.
func longestDefence(ctx context.Context, p engine.Position, left, checks int) ([]engine.Step, error) {
	longest, needed, err := longestDefences(ctx, p, left, checks)
	if err != nil {
		return nil, err
	}
	const compared = 16 // largest number of turns to compare
	stride := 1 + (len(longest)-1)/compared
	var best []engine.Step
	fewest := 0
	for i := 0; i < len(longest); i += stride {
		after := engine.After(p, longest[i])
		if after.Over() {
			continue
		}
		wins, err := solutions(ctx, after, needed, checks)
		if err != nil {
			return nil, err
		}
		if best == nil || len(wins) < fewest {
			best, fewest = longest[i], len(wins)
		}
	}
	if best == nil { // all turns compared end the game
		best = longest[0]
	}
	return best, nil
}

// longestDefences returns the turns after which the opponent needs the most turns to win. It also returns the number of
// turns that the opponent then needs, which is at most left.
func longestDefences(ctx context.Context, p engine.Position, left, checks int) (proof.Turns, int, error) {
	var all proof.Turns
	for turn := range engine.EachTurn(p) {
		all = append(all, slices.Clone(turn))
	}
	for ; left > 1; left-- {
		sooner, err := proof.LosingTurns(&budget{ctx, checks}, p, 2*left-2)
		if err != nil {
			return nil, 0, err
		}
		if len(sooner) < len(all) {
			return slices.DeleteFunc(all, sooner.Contains), left, nil
		}
	}
	return all, left, nil
}
