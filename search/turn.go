package search

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
)

// DecideTurn asks a player until the turn is complete, and returns its steps and the thoughts behind the first
// decision. The history stays as it is.
func DecideTurn(
	ctx context.Context, player Player, h *engine.History, limits Limits, report func(Info),
) ([]engine.Step, Info, error) {
	h = h.Clone()
	var turn []engine.Step
	var first Info
	for len(turn) == 0 || !h.Outcome().Over() && !h.Position().StartsTurn() {
		decision, err := player.Decide(ctx, h.Clone(), limits, report)
		if err == nil && len(decision.Steps) == 0 {
			err = errors.New("decided on no step")
		}
		if err != nil {
			return nil, first, fmt.Errorf("player %s: %w", player.Name(), err)
		}
		if len(turn) == 0 {
			first = decision.Info
		}
		for _, step := range decision.Steps {
			if err := h.Play(step); err != nil {
				return nil, first, fmt.Errorf("player %s: %w", player.Name(), err)
			}
		}
		turn = append(turn, decision.Steps...)
		report = nil
	}
	return turn, first, nil
}
