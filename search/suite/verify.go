package suite

import (
	"context"
	"fmt"

	"pillars/engine"
	"pillars/search/proof"
)

// Verify proves by exact search that the problem is as it says, or returns what is wrong. It can take seconds.
func (p *Problem) Verify(ctx context.Context) error {
	position, err := p.Load()
	if err != nil {
		return err
	}
	v := verifier{p, newLegalTurns(position), ctx}
	if err := v.check(); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	return nil
}

type verifier struct {
	*Problem
	*legalTurns
	ctx context.Context
}

func (v *verifier) check() error {
	if v.position.Rules().Seats() > 2 && (v.Kind.theme() != win || v.Kind.ownTurns() > 2) {
		return fmt.Errorf("kind %s: with more than two seats only win-in-1 and win-in-2 can be proven", v.Kind)
	}
	for _, pattern := range v.Turns {
		if !v.any(pattern) {
			return fmt.Errorf("turns: %q is not legal", pattern)
		}
	}
	switch v.Kind.theme() {
	case win:
		return v.checkWins()
	case only:
		return v.checkOnly()
	}
	return v.checkBad()
}

// checkWins wants the listed turns to be those that win within the kind's number of turns, and none to win sooner.
func (v *verifier) checkWins() error {
	seats, own := v.position.Rules().Seats(), v.Kind.ownTurns()
	turns := 1 + seats*(own-1)
	if own > 1 {
		switch sooner, err := proof.Forces(v.ctx, v.position, v.position.Seat(), turns-seats); {
		case err != nil:
			return err
		case sooner:
			return fmt.Errorf("there is a win in %d", own-1)
		}
	}
	winning, err := proof.WinningTurns(v.ctx, v.position, turns)
	if err != nil {
		return err
	}
	return v.compare(v.texts(winning), "wins", "does not win")
}

// checkOnly wants the listed turns to be those after which the opponent has no win within the kind's number of turns.
func (v *verifier) checkOnly() error {
	losing, err := proof.LosingTurns(v.ctx, v.position, 2*v.Kind.ownTurns())
	if err != nil {
		return err
	}
	if len(losing) == 0 {
		return fmt.Errorf("there is no danger: no turn loses so soon")
	}
	return v.compare(v.others(losing), "holds", "does not hold")
}

func (v *verifier) compare(expected map[string]bool, does, doesNot string) error {
	for _, turn := range v.sorted() {
		switch {
		case expected[turn] && !v.lists(turn):
			return fmt.Errorf("%s %s too", turn, does)
		case !expected[turn] && v.lists(turn):
			return fmt.Errorf("%s %s", turn, doesNot)
		}
	}
	return nil
}

// checkBad wants the listed turns to lose, and the safe one not to.
func (v *verifier) checkBad() error {
	if v.steps[v.safe] == nil {
		return fmt.Errorf("safe: %q is not legal", v.safe)
	}
	for _, turn := range v.sorted() {
		if !v.lists(turn) && turn != v.safe {
			continue
		}
		loses, err := v.loses(v.steps[turn])
		switch {
		case err != nil:
			return err
		case loses && turn == v.safe:
			return fmt.Errorf("safe: %s loses too", turn)
		case !loses && turn != v.safe:
			return fmt.Errorf("%s does not lose", turn)
		}
	}
	if v.lists(v.safe) {
		return fmt.Errorf("safe: %s is listed as bad", v.safe)
	}
	return nil
}

// loses reports whether the opponent wins by force after a turn, within the kind's number of turns.
func (v *verifier) loses(turn []engine.Step) (bool, error) {
	after := v.position.Clone()
	for _, step := range turn {
		after.Play(step)
	}
	return proof.Forces(v.ctx, after, 1-v.position.Seat(), 2*v.Kind.ownTurns()-1)
}
