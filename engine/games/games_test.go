package games_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// TestConformance runs the conformance suite on every game, in a usual run with the default options only; the games'
// own tests run it with others.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			rules, err := game.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.TestRules(t, rules)
			if enginetest.Long() {
				enginetest.TestGame(t, game)
			}
		})
	}
}

// TestFind finds every game by its name, and lists the names for one that is not there.
func TestFind(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		found, err := games.Find(game.Name())
		if err != nil || found.Name() != game.Name() {
			t.Errorf("%s: %v", game.Name(), err)
		}
	}
	_, err := games.Find("draughts")
	if err == nil {
		t.Fatal("an unknown game is found")
	}
	for _, game := range games.All() {
		if !strings.Contains(err.Error(), game.Name()) || !strings.Contains(err.Error(), "draughts") {
			t.Errorf("the error does not list %s: %v", game.Name(), err)
		}
	}
}

// TestCompleteOption completes names of options and, after the "=", their values.
func TestCompleteOption(t *testing.T) {
	t.Parallel()
	offers, beginnings := games.CompleteOption("pit-of-pillars", "re")
	isRepetition := func(offer string) bool { return strings.HasPrefix(offer, "repetition=\t") }
	if !beginnings || !slices.ContainsFunc(offers, isRepetition) {
		t.Errorf("names of options: %q, beginnings %v", offers, beginnings)
	}
	offers, beginnings = games.CompleteOption("pit", "players=")
	if beginnings || !slices.Equal(offers, []string{"players=2", "players=3", "players=4"}) {
		t.Errorf("numbers of players: %q, beginnings %v", offers, beginnings)
	}
}
