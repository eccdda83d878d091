package games_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// TestWords checks that every game says what its turns do, and why clicks are not legal.
func TestWords(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		settings := []engine.Settings{nil}
		switch game.Name() {
		case "pit-of-pillars":
			settings = append(settings, engine.Settings{{Name: "size", Value: "4"}},
				engine.Settings{{Name: "size", Value: "5"}, {Name: "reserve", Value: "3"}})
		case "pylyx":
			settings = append(settings, engine.Settings{{Name: "size", Value: "6"}, {Name: "reach", Value: "1"}})
		case "pit":
			settings = append(settings, engine.Settings{{Name: "players", Value: "3"}},
				engine.Settings{{Name: "players", Value: "4"}})
		}
		for _, s := range settings {
			t.Run(game.Name()+" "+s.String(), func(t *testing.T) {
				t.Parallel()
				rules, err := game.New(s)
				if err != nil {
					t.Fatal(err)
				}
				enginetest.TestWords(t, rules)
			})
		}
	}
}
