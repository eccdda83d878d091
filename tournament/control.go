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

// ParseControls reads controls of single players, such as "2:nodes=500" for the second, into own, which has an element
// for each player. The text of an error continues a sentence that begins with the name of an option.
func ParseControls(texts []string, own []Control) error {
	given := map[int]bool{}
	for _, text := range texts {
		number, limits, found := strings.Cut(text, ":")
		player, err := strconv.Atoi(number)
		if err != nil || !found || player < 1 || player > len(own) {
			return fmt.Errorf(" %s: must begin with a player's number, from 1 to %d, and a colon", text, len(own))
		}
		if given[player] {
			return fmt.Errorf(": player %d is given twice; write all its limits in one", player)
		}
		given[player] = true
		if own[player-1], err = ParseControl(limits); err != nil {
			return fmt.Errorf(" %s: %w", text, err)
		}
	}
	return nil
}

// ControlText describes limits for people, or returns "" if there are none.
func ControlText(c Control, margin time.Duration) string {
	return joined(", ",
		clause{c.Limits.Nodes > 0, Counted(int(c.Limits.Nodes), "node") + " a decision"},
		clause{c.Limits.Depth > 0, Counted(c.Limits.Depth, "step") + " ahead"},
		clause{c.Limits.Time > 0, fmt.Sprintf("%v a turn (margin %v)", c.Limits.Time, margin)},
		clause{c.Clock.Runs(), fmt.Sprintf("a clock of %v (margin %v)", c.Clock, margin)})
}

// ControlKeys returns limits in the form that [ParseControl] reads, or "none" if there are none. Records contain this
// text in their tags.
func ControlKeys(l search.Limits) string {
	keys := joined(",", clause{l.Nodes > 0, fmt.Sprintf("nodes=%d", l.Nodes)},
		clause{l.Time > 0, fmt.Sprintf("time=%v", l.Time)}, clause{l.Depth > 0, fmt.Sprintf("depth=%d", l.Depth)})
	return cmp.Or(keys, "none")
}
