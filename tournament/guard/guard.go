// Package guard makes players and calls them without trust: a panic is an error.
package guard

import (
	"context"
	"errors"
	"fmt"
	"io"

	"pillars/engine"
	"pillars/search"
)

// Factory makes a player from its text; search/players has one.
type Factory func(text string, rules engine.Rules) (search.Player, error)

// Call makes a panic an error.
func Call(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panicked: %v", cause)
		}
	}()
	return call()
}

// End ends a player that holds something, such as a process. What it says on leaving changes nothing: it has no game to lose.
func End(player search.Player) {
	if closer, ok := player.(io.Closer); ok {
		_ = Call(closer.Close)
	}
}

// Make calls a factory that may panic.
func Make(newPlayer Factory, name string, rules engine.Rules) (player search.Player, err error) {
	err = Call(func() error {
		var err error
		player, err = newPlayer(name, rules)
		return err
	})
	if err == nil && player == nil {
		err = fmt.Errorf("no player was made of %q", name)
	}
	return player, err
}

// Decide has the player decide on a history of its own, which it may spoil.
func Decide(ctx context.Context, player search.Player, h *engine.History, limits search.Limits) (decision search.Decision, err error) {
	err = Call(func() error {
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
