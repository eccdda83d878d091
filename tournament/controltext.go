package tournament

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pillars/search"
)

// ParseClock reads "10m" or "1m+600ms": the time at the start and, after a plus sign, what every turn adds. The empty text is no clock.
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
