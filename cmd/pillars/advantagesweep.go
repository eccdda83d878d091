package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/engine"
)

// maxSweepValues is how far apart the ends of a range may be.
const maxSweepValues = 64

// sweepSettings are the values of the option that is swept, as name=value, or one empty text. Of a range, values that the game does not have are
// left out, and it is said which.
func (f *advantageFlags) sweepSettings(cmd *cobra.Command, game engine.Game) ([]string, error) {
	if f.sweep == "" {
		return []string{""}, nil
	}
	name, list, found := strings.Cut(f.sweep, "=")
	if !found || list == "" {
		return nil, usagef("--sweep %s: write name=from..to or name=value,value", f.sweep)
	}
	values, ranged, err := f.sweepValues(list)
	if err != nil {
		return nil, err
	}
	var settings []string
	var refused error
	for _, value := range values {
		setting := name + "=" + strings.TrimSpace(value)
		if _, err := f.rulesWith(game, setting); err != nil {
			refused = errors.Join(refused, err)
			continue
		}
		settings = append(settings, setting)
	}
	switch {
	case refused != nil && (!ranged || len(settings) == 0):
		return nil, usagef("--sweep %s: %w", f.sweep, refused)
	case refused != nil && !f.quiet:
		fmt.Fprintf(cmd.ErrOrStderr(), "--sweep %s: left out is what the game does not have\n%v\n", f.sweep, refused)
	}
	return settings, nil
}

// sweepValues reads a range or a list.
func (f *advantageFlags) sweepValues(list string) (values []string, ranged bool, err error) {
	from, to, ranged := strings.Cut(list, "..")
	if !ranged {
		return strings.Split(list, ","), false, nil
	}
	low, err1 := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || low > high || high-low >= maxSweepValues {
		return nil, true, usagef("--sweep %s: give two whole numbers, the smaller first, at most %d values apart", f.sweep, maxSweepValues)
	}
	for value := low; value <= high; value++ {
		values = append(values, strconv.Itoa(value))
	}
	return values, true, nil
}

// rulesWith are the rules with one more option, or none.
func (f *advantageFlags) rulesWith(game engine.Game, setting string) (engine.Rules, error) {
	options, err := engine.ParseSettings(f.optionsWith(setting))
	if err != nil {
		return nil, err
	}
	return game.New(options)
}

func (f *advantageFlags) optionsWith(setting string) []string {
	options := slices.Clone(f.options)
	if setting != "" {
		options = append(options, setting)
	}
	return options
}
