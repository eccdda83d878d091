package suite

import (
	"context"
	"fmt"

	"pillars/engine"
	"pillars/search"
)

// Attempt is what a player made of a problem.
type Attempt struct {
	Turn   string
	Solved bool
	Nodes  uint64      // of all decisions of the turn
	Info   search.Info // of the first decision
}

// Try lets a player decide a turn in the problem's position, as the first of a new game with a fixed seed. Limits are for each decision.
func (p *Problem) Try(ctx context.Context, player search.Player, position engine.Position, limits search.Limits) (Attempt, error) {
	player.NewGame(engine.DeriveSeed(0, "suite", p.ID))
	h := engine.NewHistory(position)
	var attempt Attempt
	for len(h.Steps()) == 0 || !h.Outcome().Over() && !h.Position().StartsTurn() {
		decision, err := player.Decide(ctx, h.Clone(), limits, nil)
		if err == nil && len(decision.Steps) == 0 {
			err = fmt.Errorf("%s decides nothing", player.Name())
		}
		if err != nil {
			return attempt, fmt.Errorf("%s: %w", p.ID, err)
		}
		if len(h.Steps()) == 0 {
			attempt.Info = decision.Info
		}
		attempt.Nodes += decision.Info.Nodes
		for _, step := range decision.Steps {
			if err := h.Play(step); err != nil {
				return attempt, fmt.Errorf("%s: %s: %w", p.ID, player.Name(), err)
			}
		}
	}
	attempt.Turn = engine.LineText(position, h.Steps())
	longer := p.Kind.Theme() == Win && p.Kind.OwnTurns() > 1 && attempt.Info.Score > search.Proven
	attempt.Solved = longer || p.Solves(attempt.Turn)
	return attempt, ctx.Err()
}
