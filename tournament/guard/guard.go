// Package guard makes and calls players that it does not trust. It classifies their faults, such as a panic.
package guard

import (
	"context"
	"fmt"
	"io"

	"pillars/engine"
	"pillars/search"
)

// A FaultKind says what a player did wrong. The values are stored with games, so they must not change.
type FaultKind string

const (
	None        FaultKind = ""             // no fault
	Failed      FaultKind = "error"        // the player returned an error
	Panicked    FaultKind = "panic"        // the player panicked
	NoStep      FaultKind = "no step"      // the player returned no step
	IllegalStep FaultKind = "illegal step" // the player returned an illegal step
	Overrun     FaultKind = "overrun"      // the player returned steps beyond the end of its turn
	OutOfTime   FaultKind = "time"         // the player exceeded its time limit or its clock
)

// FaultKinds returns all kinds except [None].
func FaultKinds() []FaultKind {
	return []FaultKind{Failed, Panicked, NoStep, IllegalStep, Overrun, OutOfTime}
}

// An Error is a fault of a player. Its text says what the player did, without a subject, as in "returned no step".
type Error struct {
	Kind FaultKind
	error
}

// Unwrap returns the error of the player.
func (e *Error) Unwrap() error { return e.error }

// Errorf returns an [Error] with a formatted text.
func Errorf(kind FaultKind, format string, args ...any) error {
	return &Error{kind, fmt.Errorf(format, args...)}
}

// Call calls a function and returns its error, or an [Error] if the function panics.
func Call(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = Errorf(Panicked, "panicked: %v", cause)
		}
	}()
	return call()
}

// A Factory is a function that makes a player from its text, such as players.New.
type Factory func(text string, rules engine.Rules) (search.Player, error)

// Make calls a factory. It returns an error if the factory panics or returns no player.
func Make(factory Factory, text string, rules engine.Rules) (player search.Player, err error) {
	err = Call(func() (err error) {
		player, err = factory(text, rules)
		return err
	})
	if err == nil && player == nil {
		err = fmt.Errorf("no player was made of %q", text)
	}
	return player, err
}

// End closes a player that implements [io.Closer], such as a player in another process. It ignores errors.
func End(player search.Player) {
	if closer, ok := player.(io.Closer); ok {
		_ = Call(closer.Close)
	}
}

// Decide asks a player for a decision. The player may change the history. An error is a fault, of the type *[Error].
func Decide(
	ctx context.Context, player search.Player, h *engine.History, limits search.Limits,
) (decision search.Decision, err error) {
	err = Call(func() (err error) {
		if decision, err = player.Decide(ctx, h, limits, nil); err != nil {
			return Errorf(Failed, "failed: %w", err)
		}
		if len(decision.Steps) == 0 {
			return Errorf(NoStep, "returned no step")
		}
		return nil
	})
	return decision, err
}
