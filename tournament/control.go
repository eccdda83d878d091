package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"pillars/search"
)

// A Control limits a player's thinking. Fields that are zero set no limit.
type Control struct {
	Limits search.Limits // by decision or turn
	Clock  TimeControl   // for the whole game
}

// TimeControl is the time that a player has for a game.
type TimeControl struct {
	Base      time.Duration // time at the start; 0 for no clock
	Increment time.Duration // added after every turn
}

// Runs reports whether there is a clock.
func (c TimeControl) Runs() bool { return c != TimeControl{} }

// String returns the clock in a form such as "1m0s+600ms", or "" if there is no clock.
func (c TimeControl) String() string {
	switch {
	case !c.Runs():
		return ""
	case c.Increment == 0:
		return c.Base.String()
	}
	return c.Base.String() + "+" + c.Increment.String()
}

// Largest times. The increments of a million turns must fit into a [time.Duration].
const (
	maxTime      = 1000 * time.Hour // of a time limit, a clock at the start, and a margin
	maxIncrement = time.Hour
)

func (c Control) check() error {
	switch {
	case c.Limits.Time > maxTime:
		return fmt.Errorf("time limit: %v is above %v", c.Limits.Time, maxTime)
	case c.Clock.Base > maxTime || c.Clock.Increment > maxIncrement:
		return fmt.Errorf("clock: %v is above %v or its increment above %v", c.Clock, maxTime, maxIncrement)
	case c.Limits.Time < 0:
		return fmt.Errorf("time limit %v: must be 0 or more", c.Limits.Time)
	case c.Limits.Clock != (search.Clock{}):
		return fmt.Errorf("limits: a clock of the moment (%v left); a control has its own", c.Limits.Clock.Left)
	case c.Limits.Depth < 0:
		return fmt.Errorf("depth limit %d: must be 0 or more", c.Limits.Depth)
	case c.Clock.Base < 0 || c.Clock.Increment < 0:
		return fmt.Errorf("clock %v: must be 0 or more", c.Clock)
	case c.Clock.Base == 0 && c.Clock.Increment > 0:
		return fmt.Errorf("clock: an increment of %v, but no time to begin with; give one", c.Clock.Increment)
	}
	return nil
}

// ControlOf returns the control of a player, given by its number from 0: the common limits and the player's own.
func (s Spec) ControlOf(player int) Control {
	if len(s.Own) == 0 {
		return Control{s.Limits, s.Clock}
	}
	own := s.Own[player]
	return Control{s.Limits.Tightest(own.Limits), cmp.Or(own.Clock, s.Clock)}
}

// Timed reports whether any player can lose on time.
func (s Spec) Timed() bool {
	for player := range s.Players {
		if control := s.ControlOf(player); control.Limits.Time > 0 || control.Clock.Runs() {
			return true
		}
	}
	return false
}

// ParseClock reads a clock such as "10m" or "1m+600ms": the base time and, after a +, the increment. The empty text
// stands for no clock.
func ParseClock(text string) (TimeControl, error) {
	if text == "" {
		return TimeControl{}, nil
	}
	base, increment, given := strings.Cut(text, "+")
	var c TimeControl
	var baseErr, incrementErr error
	c.Base, baseErr = time.ParseDuration(base)
	if given {
		c.Increment, incrementErr = time.ParseDuration(increment)
	}
	if err := errors.Join(baseErr, incrementErr); err != nil || c.Base <= 0 || c.Increment < 0 {
		return TimeControl{}, errors.New("must be of the form 1m or 1m+500ms")
	}
	return c, nil
}

// ParseControl reads the control of one player, such as "nodes=1000", "time=1s,depth=8" or "clock=1m+500ms".
func ParseControl(text string) (Control, error) {
	var c Control
	flags := search.NewFlags("a player")
	search.BindLimits(flags, &c.Limits)
	flags.Func("clock", "time for a game, such as 1m+500ms", func(text string) (err error) {
		c.Clock, err = ParseClock(text)
		return err
	})
	settings, err := search.ParseSettings(text)
	if err == nil {
		err = search.SetKeys(flags, settings)
	}
	if err == nil {
		err = c.check()
	}
	return c, err
}
