package solver

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
)

// Limits bound a computation, and watch it.
type Limits struct {
	// Positions is how many may be met at most, 1 or more.
	Positions int
	// Report is called now and then with a text that says how far the computation has come. It may be nil.
	Report func(text func() string)
}

// checkEvery is how many positions pass between two reports and two looks at the context.
const checkEvery = 1 << 10

// check reports, and looks at the context.
func (l Limits) check(ctx context.Context, format string, args ...any) error {
	if l.Report != nil {
		l.Report(func() string { return fmt.Sprintf(format, args...) })
	}
	return ctx.Err()
}

// ErrTooMany says that there are more positions than the limits allow.
var ErrTooMany = errors.New("too many positions")

// Check refuses positions that neither way can solve: of games for more than two, at the end of a game, or in the middle of a turn.
func Check(p engine.Position) error {
	if seats := p.Rules().Seats(); seats != 2 {
		return fmt.Errorf("only games for two can be solved; %s has %d seats here", p.Rules().Game().Title(), seats)
	}
	if p.Over() {
		return fmt.Errorf("the game is over there (%s)", p.Outcome().Reason)
	}
	if !p.StartsTurn() {
		return errors.New("the position stands in the middle of a turn; give one at the start of a turn")
	}
	return nil
}
