package main

import (
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// maxSweepValues is how far apart the ends of a range may be.
const maxSweepValues = 64

// sweepSettings are the values of the option that is swept, as name=value, or one empty text. Values that the game does not have are left out.
func (f *advantageFlags) sweepSettings(game engine.Game) ([]string, error) {
	if f.sweep == "" {
		return []string{""}, nil
	}
	name, list, found := strings.Cut(f.sweep, "=")
	if !found || list == "" {
		return nil, usagef("--sweep %s: write name=from..to or name=value,value", f.sweep)
	}
	values, err := f.sweepValues(list)
	if err != nil {
		return nil, err
	}
	var settings []string
	var refused error
	for _, value := range values {
		setting := name + "=" + strings.TrimSpace(value)
		if _, err := f.rulesWith(game, setting); err != nil {
			refused = err
			continue
		}
		settings = append(settings, setting)
	}
	if len(settings) == 0 {
		return nil, usagef("--sweep %s: %w", f.sweep, refused)
	}
	return settings, nil
}

// sweepValues reads a range or a list.
func (f *advantageFlags) sweepValues(list string) ([]string, error) {
	from, to, isRange := strings.Cut(list, "..")
	if !isRange {
		return strings.Split(list, ","), nil
	}
	low, err1 := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || low > high || high-low >= maxSweepValues {
		return nil, usagef("--sweep %s: give two whole numbers, the smaller first, at most %d values apart", f.sweep, maxSweepValues)
	}
	var values []string
	for value := low; value <= high; value++ {
		values = append(values, strconv.Itoa(value))
	}
	return values, nil
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
