package tournaments

import (
	"bytes"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/pit"
	"pillars/results/session"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// planForSeats plans random and greedy players at Pit.
func planForSeats(t *testing.T, seats string) tournament.Plan {
	t.Helper()
	spec, err := tournament.Spec{
		Game: pit.Game.Name(), Options: engine.Settings{{Name: "players", Value: seats}},
		Players: []string{"random", "greedy", "mcts:nodes=5", "uct:nodes=5"}, Rounds: 2, Seed: 1,
		Openings: openings.Source{Turns: 2},
	}.Settle(pit.Game, players.Recorded)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(spec, pit.Game)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestPlansForMoreSeatsAreDescribed(t *testing.T) {
	for seats, want := range map[string]string{
		"2": "4 players, 6 pairings, 2 pairs of games for each, 24 games in all, 3 at a time",
		"3": "4 players, 4 groups of 3, 2 openings in 6 orders for each, 48 games in all, 3 at a time",
		"4": "4 players, 1 group of 4, 2 openings in 12 orders for each, 24 games in all, 3 at a time",
	} {
		var out bytes.Buffer
		plan := planForSeats(t, seats)
		j := Job{flags: &RunFlags{Workers: 3}, Session: &session.Session{Spec: plan.Spec, Plan: plan}}
		if j.describePlan(&out); !strings.Contains(out.String(), want) {
			t.Errorf("%s seats: described as\n%swant %s", seats, &out, want)
		}
	}
}

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
