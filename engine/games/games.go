// Package games lists the games of the family.
package games

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/pilastri"
	"pillars/engine/pit"
	"pillars/engine/pitofpillars"
	"pillars/engine/pylyx"
)

// All returns the games, beginning with Pit of Pillars.
func All() []engine.Game {
	return []engine.Game{pitofpillars.Game, pilastri.Game, pylyx.Game, pit.Game}
}

// Find returns the game with the given name. Its error suggests a similar name.
func Find(name string) (engine.Game, error) {
	return engine.Find("game", name, All(), engine.Game.Name)
}

// FindFileless returns a game by its name, as [Find] does, but this game rejects settings that name a board file. Code
// that gets settings from untrusted sources, such as web requests, uses FindFileless, so that no setting can make the
// program read a file.
func FindFileless(name string) (engine.Game, error) {
	game, err := Find(name)
	return fileless{game}, err
}

// fileless is a game that rejects settings that name a file.
type fileless struct{ engine.Game }

// New implements [engine.Game].
func (g fileless) New(settings engine.Settings) (engine.Rules, error) {
	if err := g.check(settings); err != nil {
		return nil, err
	}
	return g.Game.New(settings)
}

// Read implements [engine.Game].
func (g fileless) Read(text string, settings engine.Settings) (engine.Position, error) {
	if err := g.check(settings); err != nil {
		return nil, err
	}
	return g.Game.Read(text, settings)
}

// check returns an error if a setting could name a file. Such a setting has a free text as its value, which is neither
// the option's default nor the lines of a board.
func (g fileless) check(settings engine.Settings) error {
	for _, s := range settings {
		isFreeText := func(o engine.Option) bool {
			return o.Name == s.Name && o.Max == 0 && len(o.Values) == 0 && o.Default != s.Value
		}
		const boardLetters = ".o1234/"
		isBoard := strings.Trim(s.Value, boardLetters) == ""
		if slices.ContainsFunc(g.Options(), isFreeText) && !isBoard {
			return fmt.Errorf("%s=%s: give the lines of a board with / between, no file", s.Name, s.Value)
		}
	}
	return nil
}

// CompleteOption returns completions for a setting "name=value" of the named game, as typed so far in a shell. Without
// an "=" in typed, each offer is an option: its name, "=", a tab and its help text. After the "=", each offer is the
// whole setting with one of the values. beginnings reports whether the user types on after an offer.
func CompleteOption(game, typed string) (offers []string, beginnings bool) {
	found, err := Find(game)
	if err != nil {
		return nil, true
	}
	key, _, hasValue := strings.Cut(typed, "=")
	for _, option := range found.Options() {
		switch {
		case !hasValue:
			offers = append(offers, option.Name+"=\t"+option.Help)
		case option.Name == key:
			for _, value := range option.Values {
				offers = append(offers, key+"="+value)
			}
		}
	}
	return offers, !hasValue
}
