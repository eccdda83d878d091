package tournament

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pillars/search"
)

// Control is what restricts a player's thinking; zero fields do not.
type Control struct {
	Limits search.Limits // by decision or turn
	Clock  Clock         // for the whole game
}

// Clock is the time that a player has for a game.
type Clock struct {
	Base      time.Duration // at the start; 0 for no clock
	Increment time.Duration // gained with every turn finished
}

// Runs reports whether there is a clock.
func (c Clock) Runs() bool { return c != Clock{} }

// String is the clock as "1m0s+600ms", or nothing without one.
func (c Clock) String() string {
	switch {
	case !c.Runs():
		return ""
	case c.Increment == 0:
		return c.Base.String()
	}
	return c.Base.String() + "+" + c.Increment.String()
}

// The most that clocks may show. Games have up to a million turns, and all their increments together must not go
// beyond what a [time.Duration] holds.
const (
	maxTime      = 1000 * time.Hour // of a limit by time, a clock at the start, and a margin
	maxIncrement = time.Hour
)

// check refuses what no clock can show.
func (c Control) check() error {
	switch {
	case c.Limits.Time > maxTime:
		return fmt.Errorf("time limit: %v is above %v", c.Limits.Time, maxTime)
	case c.Clock.Base > maxTime || c.Clock.Increment > maxIncrement:
		return fmt.Errorf("clock: %v is above %v or its increment above %v", c.Clock, maxTime, maxIncrement)
	case c.Limits.Time < 0:
		return fmt.Errorf("time limit: %v is below 0", c.Limits.Time)
	case c.Limits.Clock != (search.Clock{}):
		return fmt.Errorf("limits: a clock of the moment (%v left); a control has its own", c.Limits.Clock.Left)
	case c.Limits.Depth < 0:
		return fmt.Errorf("depth limit: %d is below 0", c.Limits.Depth)
	case c.Clock.Base < 0 || c.Clock.Increment < 0:
		return fmt.Errorf("clock: %v is below 0", c.Clock)
	case c.Clock.Base == 0 && c.Clock.Increment > 0:
		return fmt.Errorf("clock: an increment of %v, but no time to begin with", c.Clock.Increment)
	}
	return nil
}

func (s Spec) control() Control { return Control{s.Limits, s.Clock} }

func (s Spec) controlOf(player int) Control {
	control := s.control()
	if len(s.Own) == 0 {
		return control
	}
	own := s.Own[player]
	control.Limits = control.Limits.Tightest(own.Limits)
	if own.Clock.Runs() {
		control.Clock = own.Clock
	}
	return control
}

// Timed reports whether any player can lose on time.
func (s Spec) Timed() bool {
	for player := range s.Players {
		if control := s.controlOf(player); control.Limits.Time > 0 || control.Clock.Runs() {
			return true
		}
	}
	return false
}

// ParseClock reads "10m" or "1m+600ms": the time at the start and, after a plus sign, what every turn adds. The empty
// text is no clock.
func ParseClock(text string) (Clock, error) {
	if text == "" {
		return Clock{}, nil
	}
	base, increment, given := strings.Cut(text, "+")
	var c Clock
	var baseErr, incrementErr error
	c.Base, baseErr = time.ParseDuration(base)
	if given {
		c.Increment, incrementErr = time.ParseDuration(increment)
	}
	if err := errors.Join(baseErr, incrementErr); err != nil || c.Base <= 0 || c.Increment < 0 {
		return Clock{}, fmt.Errorf("clock %q is not of the form 1m or 1m+500ms", text)
	}
	return c, nil
}

// ParseControl reads what restricts one player, such as "nodes=1000" or "time=1s,depth=8" or "clock=1m+500ms".
func ParseControl(text string) (Control, error) {
	var c Control
	flags := search.NewFlags("a player")
	search.BindLimits(flags, &c.Limits)
	flags.Func("clock", "time for a game, such as 1m+500ms", func(text string) (err error) {
		c.Clock, err = ParseClock(text)
		return err
	})
	if err := search.SetKeys(flags, strings.Split(text, ",")); err != nil {
		return Control{}, err
	}
	return c, c.check()
}
