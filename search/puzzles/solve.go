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

// Limits of a proof, in looks at its context; package proof looks once in 256 positions. A puzzle is made only if the
// proofs along its solution need at most fewLooks, a fraction of a second in a browser. On other lines of play proofs
// may need more.
const (
	fewLooks  = 150
	mostLooks = 10 * fewLooks
)

// A budget is a context that ends after a number of calls of Err, the looks at it. Unlike a time limit, it does not
// depend on the machine.
type budget struct {
	context.Context
	looks int
}

func (b *budget) Err() error {
	if b.looks--; b.looks < 0 {
		return ErrHard
	}
	return b.Context.Err()
}

// Wins reports whether the seat to act can force a win within a number of its turns, or returns [ErrHard].
func Wins(ctx context.Context, p engine.Position, own int) (bool, error) {
	return proof.Forces(&budget{ctx, fewLooks}, p, p.Seat(), 2*own-1)
}

// Solutions returns the turns that begin to force a win within a number of own turns, or [ErrHard].
func Solutions(ctx context.Context, p engine.Position, own int) (proof.Turns, error) {
	return solutions(ctx, p, own, fewLooks)
}

func solutions(ctx context.Context, p engine.Position, own, looks int) (proof.Turns, error) {
	return proof.WinningTurns(&budget{ctx, looks}, p, 2*own-1)
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

// longestDefence returns a turn of the seat to act after which its opponent needs as many turns as possible to win.
// The opponent must be able to force a win within left of its turns, whatever this seat plays. Of several such turns it
// compares at most 16, and returns the one that leaves the opponent the fewest winning turns.
func longestDefence(ctx context.Context, p engine.Position, left, looks int) ([]engine.Step, error) {
	longest, left, err := longestDefences(ctx, p, left, looks)
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
		wins, err := solutions(ctx, after, left, looks)
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

// longestDefences returns the turns after which the opponent needs most turns to win, at most left, and this number.
func longestDefences(ctx context.Context, p engine.Position, left, looks int) (proof.Turns, int, error) {
	var all proof.Turns
	for turn := range engine.EachTurn(p) {
		all = append(all, slices.Clone(turn))
	}
	for ; left > 1; left-- {
		sooner, err := proof.LosingTurns(&budget{ctx, looks}, p, 2*left-2)
		if err != nil {
			return nil, 0, err
		}
		if len(sooner) < len(all) {
			return slices.DeleteFunc(all, sooner.Contains), left, nil
		}
	}
	return all, left, nil
}
