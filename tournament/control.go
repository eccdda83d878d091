package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pillars/search"
)

// A Control limits a player's thinking. Fields that are zero set no limit.
type Control struct {
	Limits search.Limits // nodes and depth apply to a decision, time to a turn
	Clock  TimeControl   // the clock for the whole game
}

// TimeControl is the time that a player has for a game.
type TimeControl struct {
	Base      time.Duration // time at the start; 0 for no clock
	Increment time.Duration // time added after every turn
	Turns     int           // number of the player's turns after which Base is added again; 0 for never
}

// Runs reports whether there is a clock.
func (c TimeControl) Runs() bool { return c != TimeControl{} }

// String returns the clock in a form such as "1m0s+600ms" or "40/1m0s", or "" if there is no clock.
func (c TimeControl) String() string {
	return joined("", clause{c.Turns > 0, fmt.Sprint(c.Turns) + "/"}, clause{c.Runs(), c.Base.String()},
		clause{c.Increment > 0, "+" + c.Increment.String()})
}

// UsualMargin is the usual time by which a player may exceed its limit or clock without losing.
const UsualMargin = 500 * time.Millisecond

// The largest times in a spec. A million increments of the largest size still fit into a [time.Duration].
const (
	maxTime      = 1000 * time.Hour // largest time limit, base time of a clock, and margin
	maxIncrement = time.Hour
)

func (c Control) check() error {
	outside := func(d, most time.Duration) bool { return d < 0 || d > most }
	switch {
	case outside(c.Limits.Time, maxTime):
		return fmt.Errorf("time limit %v: must be from 0 to %v", c.Limits.Time, maxTime)
	case outside(c.Clock.Base, maxTime) || outside(c.Clock.Increment, maxIncrement):
		return fmt.Errorf("clock %v: must be from 0 to %v, its increment from 0 to %v", c.Clock, maxTime, maxIncrement)
	case c.Limits.Clock != (search.Clock{}):
		return fmt.Errorf("limits: a clock of the moment (%v left); a control has its own", c.Limits.Clock.Left)
	case c.Limits.Depth < 0:
		return fmt.Errorf("depth limit %d: must be 0 or more", c.Limits.Depth)
	case c.Clock.Base == 0 && c.Clock.Runs():
		return fmt.Errorf("clock: an increment of %v, but no time to begin with; give one", c.Clock.Increment)
	case c.Clock.Turns < 0 || c.Clock.Turns > 0 && c.Clock.Base/time.Duration(c.Clock.Turns) > maxIncrement:
		return fmt.Errorf("clock %v: must be for 1 turn or more, with at most %v for each", c.Clock, maxIncrement)
	}
	return nil
}

// ParseClock reads a clock such as "1m+600ms", base time and increment, or "40/1m", the base time for every 40 turns. A
// time without a unit is in seconds, as in cutechess and fastchess: "10+0.1". The empty text means no clock.
func ParseClock(text string) (c TimeControl, err error) {
	if text == "" {
		return c, nil
	}
	times := text
	turns, rest, inSessions := strings.Cut(text, "/")
	if inSessions {
		times = rest
		c.Turns, err = strconv.Atoi(turns)
	}
	base, increment, hasIncrement := strings.Cut(times, "+")
	var baseErr, incrementErr error
	c.Base, baseErr = parseTime(base)
	if hasIncrement {
		c.Increment, incrementErr = parseTime(increment)
	}
	if err := cmp.Or(err, baseErr, incrementErr); err != nil || min(c.Base, c.Increment) < 0 || c.Base == 0 ||
		inSessions && c.Turns < 1 {
		return TimeControl{}, errors.New("must be of the form 1m, 1m+500ms, 40/1m or, in seconds, 60+0.5")
	}
	return c, nil
}

// parseTime reads a time with units, as in "1m30s", or in seconds, as in "90.5".
func parseTime(text string) (time.Duration, error) {
	if strings.Trim(text, "0123456789.") == "" {
		text += "s"
	}
	return time.ParseDuration(text)
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
