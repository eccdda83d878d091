// Package enginetest is what tests share: the conformance suite that every game must pass ([TestGame], [TestPerft]),
// rules by name ([Rules]), small games that only tests play ([Stones], [Strikes]), and how thorough to be ([Count]).
package enginetest

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/effort"
	"pillars/engine/games"
)

// Count is how many cases a long test tries: usual in every test run, thorough where PILLARS_THOROUGH is set.
func Count(usual, thorough int) int { return effort.Count(usual, thorough) }

// Long reports whether tests are asked for their long simulations.
func Long() bool { return effort.Long() }

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
