// Package games lists the games of the family.
package games

import (
	"pillars/engine"
	"pillars/engine/pilastri"
	"pillars/engine/pit"
	"pillars/engine/pitofpillars"
	"pillars/engine/pylyx"
)

// All are the games, the flagship first.
func All() []engine.Game {
	return []engine.Game{pitofpillars.Game, pilastri.Game, pylyx.Game, pit.Game}
}

// Find is the game with the given name. The error for an unknown one lists those there are.
func Find(name string) (engine.Game, error) {
	return engine.Find("game", name, All(), engine.Game.Name)
}
