package tournaments

import (
	"testing"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
)

func TestFaultyPlayerIsNamed(t *testing.T) {
	result := tournament.Result{Players: []string{"a", "b", "c"}, Outcome: engine.Outcome{Seats: 3}}
	result.Fault = tournament.Fault{Kind: guard.Failed, Seat: 2}
	result.Outcome.Scores[0], result.Outcome.Scores[2] = 1, 0.5 // seat 2 had left before
	if got := faulty(result); got != "c" {
		t.Errorf("%s is named", got)
	}
	result.Fault = tournament.Fault{}
	if got := faulty(result); got != "nobody" {
		t.Errorf("%s is named for a game without a fault", got)
	}
}
