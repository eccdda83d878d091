package enginetest

import (
	"testing"

	"pillars/engine"
	"pillars/engine/games"
)

// Rules are those of a game by its name, with options as "name=value". What cannot be fails the test.
func Rules(t testing.TB, name string, options ...string) engine.Rules {
	t.Helper()
	game, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := engine.ParseSettings(options)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}
