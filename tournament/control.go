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
	Limits search.Limits // nodes and depth apply to a decision, time to a turn
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

// UsualMargin is the usual time by which a player may exceed its limit or clock without losing.
const UsualMargin = 500 * time.Millisecond

// These are the largest times in a spec. Even a million of the largest increments fit into a [time.Duration].
const (
	maxTime      = 1000 * time.Hour // for a time limit, the base time of a clock, and a margin
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

// ParseClock reads a clock such as "10m" or "1m+600ms", base time and increment. The empty text means no clock.
func ParseClock(text string) (TimeControl, error) {
	if text == "" {
		return TimeControl{}, nil
	}
	base, increment, hasIncrement := strings.Cut(text, "+")
	var c TimeControl
	var baseErr, incrementErr error
	c.Base, baseErr = time.ParseDuration(base)
	if hasIncrement {
		c.Increment, incrementErr = time.ParseDuration(increment)
	}
	if err := errors.Join(baseErr, incrementErr); err != nil || c.Base <= 0 || c.Increment < 0 {
		return TimeControl{}, errors.New("must be of the form 1m or 1m+500ms")
	}
	return c, nil
}

// ControlText describes limits for people, or returns "" if there are none.
func ControlText(c Control, margin time.Duration) string {
	return joined(", ",
		clause{c.Limits.Nodes > 0, Counted(int(c.Limits.Nodes), "node") + " a decision"},
		clause{c.Limits.Depth > 0, Counted(c.Limits.Depth, "step") + " ahead"},
		clause{c.Limits.Time > 0, fmt.Sprintf("%v a turn (margin %v)", c.Limits.Time, margin)},
		clause{c.Clock.Runs(), fmt.Sprintf("a clock of %v (margin %v)", c.Clock, margin)})
}

// ControlKeys returns limits in a form such as "nodes=1000,time=1s", or "none" if there are none. Records contain this
// text in their tags.
func ControlKeys(l search.Limits) string {
	keys := joined(",", clause{l.Nodes > 0, fmt.Sprintf("nodes=%d", l.Nodes)},
		clause{l.Time > 0, fmt.Sprintf("time=%v", l.Time)}, clause{l.Depth > 0, fmt.Sprintf("depth=%d", l.Depth)})
	return cmp.Or(keys, "none")
}
