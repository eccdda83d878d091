package measurement

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// Variant is a game with values of its options.
type Variant struct {
	Setting string // options that distinguish the variant from others; empty for a single variant
	Options engine.Settings
	Rules   engine.Rules
}

// NewVariant returns the variant with the given options, each written name=value. It returns an error for options that
// the game does not have.
func NewVariant(game engine.Game, setting string, options []string) (v Variant, err error) {
	v.Setting = setting
	if v.Options, err = engine.ParseSettings(options); err == nil {
		v.Rules, err = game.New(v.Options)
	}
	return v, err
}

// mostVariants is the greatest number of values in a range such as 4..8, and the greatest number of variants of a
// sweep.
const mostVariants = 64

// Sweep returns the variants of a game with all combinations of the values in several texts such as name=4..8 or
// name=4,6,8. It leaves out combinations that the game does not have, and names them in the error refused. If a list
// such as 4,6,8 has an impossible value, Sweep returns only the error.
func Sweep(game engine.Game, options, sweeps []string) (variants []Variant, refused error) {
	combinations, ranged := [][]string{nil}, true
	for _, sweep := range sweeps {
		name, list, found := strings.Cut(sweep, "=")
		if !found || list == "" {
			return nil, fmt.Errorf("%s: write name=from..to or name=value,value", sweep)
		}
		settings, isRange, err := settingsOf(name, list)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", sweep, err)
		}
		ranged = ranged && isRange
		var longer [][]string
		for _, before := range combinations {
			for _, setting := range settings {
				longer = append(longer, append(slices.Clip(before), setting))
			}
		}
		combinations = longer
	}
	if len(combinations) > mostVariants {
		return nil, fmt.Errorf("these are %d variants; at most %d can be compared", len(combinations), mostVariants)
	}
	for _, settings := range combinations {
		v, err := NewVariant(game, strings.Join(settings, " "), slices.Concat(options, settings))
		switch {
		case err == nil:
			variants = append(variants, v)
		case refused == nil || !strings.Contains(refused.Error(), err.Error()): // an unknown option is named once
			refused = errors.Join(refused, err)
		}
	}
	if refused != nil && !ranged {
		return nil, refused
	}
	return variants, refused
}

// settingsOf returns the settings name=value for all values in a list such as 4,6,8 or a range such as 4..8. ranged
// reports whether values is a range.
func settingsOf(name, values string) (settings []string, ranged bool, err error) {
	from, to, ranged := strings.Cut(values, "..")
	if !ranged {
		for value := range strings.SplitSeq(values, ",") {
			settings = append(settings, name+"="+strings.TrimSpace(value))
		}
		return settings, false, nil
	}
	low, err1 := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || low > high || high-low >= mostVariants {
		return nil, true, fmt.Errorf("give two whole numbers, the smaller first, at most %d values apart", mostVariants)
	}
	for value := low; value <= high; value++ {
		settings = append(settings, fmt.Sprintf("%s=%d", name, value))
	}
	return settings, true, nil
}
