package players_test

import (
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/search/players"
)

// TestStrangeGames refuses a practice player for a game without levels.
func TestStrangeGames(t *testing.T) {
	_, err := players.New("practice:level=3", &enginetest.Strikes{Tokens: []int{2, 2}})
	if err == nil || err.Error() != `player "practice:level=3": strikes has no level 3` {
		t.Errorf("a game without levels: %v", err)
	}
}

// TestThreadsOfSeats checks that alpha-beta's threads are refused if multiseat takes its place.
func TestThreadsOfSeats(t *testing.T) {
	_, err := players.New("alphabeta:threads=2", &enginetest.Strikes{Tokens: []int{2, 2, 2}})
	if err == nil || !strings.Contains(err.Error(), "threads=2: must be 1 in a game of 3 seats") {
		t.Errorf("the error %v does not name the key and the seats", err)
	}
}
