// Package games lists the four games of this program.
package games

import (
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
