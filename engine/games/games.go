// Package games lists the games of the family.
package games

import (
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
