package problems

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search/proof"
)

// Verify proves the problem's solution by exact search. It returns an error that names the fault if the solution is
// wrong. It can take seconds.
func (p *Problem) Verify(ctx context.Context) error {
	position, err := p.Load()
	if err != nil {
		return err
	}
	if err := p.verify(ctx, position); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	return nil
}

func (p *Problem) verify(ctx context.Context, position engine.Position) error {
	if position.Rules().Seats() > 2 && (p.Kind.theme != win || p.Kind.Turns > 2) {
		return fmt.Errorf("kind %s: with more than two seats only win-in-1 and win-in-2 can be proven", p.Kind)
	}
	texts := textsOf(position, allTurns(position))
	for _, pattern := range p.turns {
		if !slices.ContainsFunc(texts, func(turn string) bool { return matches(pattern, turn) }) {
			return fmt.Errorf("turns: %q is not legal", pattern)
		}
	}
	if p.Kind.theme == win && p.Kind.Turns > 1 {
		switch sooner, err := proof.Forces(ctx, position, position.Seat(), turnsTo(position, p.Kind.Turns-1)); {
		case err != nil:
			return err
		case sooner:
			return fmt.Errorf("there is a win in %d", p.Kind.Turns-1)
		}
	}
	right, err := solution(ctx, position, p.Kind)
	if err != nil {
		return err
	}
	return p.compare(texts, textsOf(position, right))
}

// compare compares the listed turns with all legal turns and those of the solution.
func (p *Problem) compare(legal, right []string) error {
	switch {
	case p.Kind.theme == only && len(right) == len(legal):
		return errors.New("there is no danger: no turn loses so soon")
	case p.Kind.theme == avoid && len(right) == len(legal):
		return errors.New("there is no defence: all turns lose so soon")
	}
	does := map[string]string{win: "win", only: "hold", avoid: "lose"}[p.Kind.theme]
	for _, turn := range legal {
		switch listed, isRight := p.lists(turn), slices.Contains(right, turn); {
		case listed && !isRight:
			return fmt.Errorf("%s does not %s", turn, does)
		case isRight && !listed && p.Kind.theme != avoid:
			return fmt.Errorf("%s %ss too", turn, does)
		}
	}
	return nil
}

// solution returns the turns that win, that do not lose, or that lose, as the kind asks.
func solution(ctx context.Context, p engine.Position, kind Kind) (proof.Turns, error) {
	if kind.theme == win {
		return proof.WinningTurns(ctx, p, turnsTo(p, kind.Turns))
	}
	losing, err := proof.LosingTurns(ctx, p, 2*kind.Turns)
	if err != nil || kind.theme == avoid {
		return losing, err
	}
	return slices.DeleteFunc(allTurns(p), losing.Contains), nil
}

// turnsTo returns the number of turns of all seats from the first turn of a seat to its turn with the given number,
// both included.
func turnsTo(p engine.Position, ownTurn int) int { return 1 + p.Rules().Seats()*(ownTurn-1) }

func allTurns(p engine.Position) (all proof.Turns) {
	for turn := range engine.EachTurn(p) {
		all = append(all, slices.Clone(turn))
	}
	return all
}

func textsOf(p engine.Position, turns proof.Turns) []string {
	texts := []string{}
	for _, turn := range turns {
		texts = append(texts, engine.LineText(p, turn))
	}
	return texts
}

// patterns returns the texts of turns from p, in the order of the turns. If they include several turns with the same
// first step, and no legal turn with this step is missing, one text replaces them: the step and a star.
func patterns(p engine.Position, turns proof.Turns) []string {
	legal, right := map[engine.Step]int{}, map[engine.Step]int{}
	for turn := range engine.EachTurn(p) {
		legal[turn[0]]++
	}
	for _, turn := range turns {
		right[turn[0]]++
	}
	texts := textsOf(p, turns)
	for i, turn := range turns {
		if first := turn[0]; legal[first] > 1 && legal[first] == right[first] {
			texts[i] = p.StepText(first) + "*"
		}
	}
	return slices.Compact(texts)
}
