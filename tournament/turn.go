package tournament

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pillars/engine"
	"pillars/search"
)

// decideTurn asks the player until its turn is complete and plays the steps in h. An error is what the player is at fault for, worded to follow
// "player 1".
func (m *match) decideTurn(ctx context.Context, h *engine.History, seat engine.Seat) (Thought, error) {
	var thought Thought
	from := len(h.Steps())
	for !turnDone(h, from) {
		first := len(h.Steps()) == from
		m.views[seat].CopyFrom(h)
		decision, err := m.decide(ctx, m.views[seat], seat, &thought.Time)
		if late := m.clocks.overstepped(seat, thought.Time); late != nil {
			return thought, late
		}
		if err != nil {
			return thought, err
		}
		if err := playSteps(h, decision.Steps, from); err != nil {
			return thought, err
		}
		thought.Nodes += decision.Info.Nodes
		if first {
			thought.Depth, thought.Score = decision.Info.Depth, decision.Info.Score
		}
	}
	thought.Left = m.clocks.finish(seat, thought.Time)
	return thought, nil
}

// decide has the player decide once, and adds what that took to the time spent on the turn.
func (m *match) decide(ctx context.Context, h *engine.History, seat engine.Seat, spent *time.Duration) (search.Decision, error) {
	ctx, cancel := m.clocks.deadline(ctx, seat, *spent)
	defer cancel()
	limits := m.clocks.limits(seat, *spent)
	began := time.Now()
	decision, err := ask(ctx, m.players[seat], h, limits)
	*spent += time.Since(began)
	return decision, err
}

// ask has the player decide on a history of its own, which it may spoil.
func ask(ctx context.Context, player search.Player, h *engine.History, limits search.Limits) (decision search.Decision, err error) {
	err = guard(func() error {
		var err error
		decision, err = player.Decide(ctx, h, limits, nil)
		if err != nil {
			return fmt.Errorf("failed: %w", err)
		}
		if len(decision.Steps) == 0 {
			return errors.New("returned no step")
		}
		return nil
	})
	return decision, err
}

// turnDone reports whether the turn that began when from steps had been played is complete.
func turnDone(h *engine.History, from int) bool {
	return h.Outcome().Over() || len(h.Steps()) > from && h.Position().StartsTurn()
}

// playSteps plays steps that all belong to the turn that began when from steps had been played.
func playSteps(h *engine.History, steps []engine.Step, from int) error {
	for i, step := range steps {
		if turnDone(h, from) {
			return fmt.Errorf("returned %d steps beyond the end of the turn", len(steps)-i)
		}
		if err := h.Play(step); err != nil {
			return fmt.Errorf("returned an illegal step: %w", err)
		}
	}
	return nil
}

// guard makes a panic an error.
func guard(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panicked: %v", cause)
		}
	}()
	return call()
}
