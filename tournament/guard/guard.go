// Package guard makes players and calls them without trust: a panic is an error, and what a player does wrong has a
// kind.
package guard

import (
	"context"
	"fmt"
	"io"

	"pillars/engine"
	"pillars/search"
)

// A FaultKind says what a player did wrong. The words are stored with games.
type FaultKind string

const (
	None        FaultKind = ""
	Failed      FaultKind = "error"        // it returned an error
	Panicked    FaultKind = "panic"        //
	NoStep      FaultKind = "no step"      // it returned nothing
	IllegalStep FaultKind = "illegal step" //
	Overrun     FaultKind = "overrun"      // it returned steps beyond the end of its turn
	OutOfTime   FaultKind = "time"         // it overstepped the limit by time or the clock
)

// FaultKinds lists all kinds but [None].
func FaultKinds() []FaultKind {
	return []FaultKind{Failed, Panicked, NoStep, IllegalStep, Overrun, OutOfTime}
}

// An Error is a fault of a player. Its text continues a sentence that begins with the player's name.
type Error struct {
	Kind FaultKind
	error
}

func (e *Error) Unwrap() error { return e.error }

// Errorf returns an [Error] with a text.
func Errorf(kind FaultKind, format string, args ...any) error {
	return &Error{kind, fmt.Errorf(format, args...)}
}

// Call calls a function and returns a panic of it as an error.
func Call(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = Errorf(Panicked, "panicked: %v", cause)
		}
	}()
	return call()
}

// A Factory makes a player from its text; search/players has one.
type Factory func(text string, rules engine.Rules) (search.Player, error)

// Make calls a factory that may panic.
func Make(factory Factory, name string, rules engine.Rules) (player search.Player, err error) {
	err = Call(func() (err error) {
		player, err = factory(name, rules)
		return err
	})
	if err == nil && player == nil {
		err = fmt.Errorf("no player was made of %q", name)
	}
	return player, err
}

// End closes a player that holds something, such as a process. It ignores failures: there is no game to lose.
func End(player search.Player) {
	if closer, ok := player.(io.Closer); ok {
		_ = Call(closer.Close)
	}
}

// Decide asks a player for a decision on a history that the player may change. Errors are of the type [Error].
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
