package games_test

import (
	"strings"
	"testing"

	"pillars/engine/games"
)

// TestFind finds every game by its name, and lists the names for one that is not there.
func TestFind(t *testing.T) {
	t.Parallel()
	_, unknown := games.Find("draughts")
	for _, game := range games.All() {
		if found, err := games.Find(game.Name()); err != nil || found.Name() != game.Name() {
			t.Errorf("%s: %v", game.Name(), err)
		}
		if unknown == nil || !strings.Contains(unknown.Error(), game.Name()) {
			t.Errorf("the error for an unknown game does not list %s: %v", game.Name(), unknown)
		}
	}
}

// TestCompleteOption completes names of options and, after the "=", their values.
func TestCompleteOption(t *testing.T) {
	t.Parallel()
	for beginning, want := range map[string]string{
		"pit players=": "players=2 players=3 players=4", "pilastri jumpers=o": "jumpers=off jumpers=high",
		"draughts players": "",
	} {
		game, word, _ := strings.Cut(beginning, " ")
		offers, _ := games.CompleteOption(game, word)
		if got := strings.Join(offers, " "); got != want {
			t.Errorf("%s: %s, want %s", beginning, got, want)
		}
	}
	offers, isBeginning := games.CompleteOption("pit-of-pillars", "re")
	if !isBeginning || !strings.Contains(strings.Join(offers, " "), " repetition=\t") {
		t.Errorf("names of options: %q, beginnings: %v", offers, isBeginning)
	}
}
