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
