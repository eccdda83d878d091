package tournament_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// TestPairsShareTheWholeSetUp checks openings of a game in which one seat makes the set-up alone and the sides are then
// chosen: both games of a pair begin the movement from the same position, so that each player gets each side, and the
// first move, once.
func TestPairsShareTheWholeSetUp(t *testing.T) {
	game, err := games.Find("pylyx")
	if err != nil {
		t.Fatal(err)
	}
	const rounds, turns = 30, 2
	spec := tournament.Spec{
		Game: "pylyx", Players: []string{"random a", "random b"}, Rounds: rounds,
		Openings: openings.Source{Turns: turns}, Seed: 5,
	}
	settled, err := spec.Settle(game, plantest.NewFake)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(settled, game)
	if err != nil {
		t.Fatal(err)
	}
	began, side, chosen := map[string]int{}, map[string]int{}, map[string]int{}
	setUps := map[string]bool{}
	for _, planned := range plan.List() {
		if got := strings.Count(planned.OpeningTurns[0], "W") + strings.Count(planned.OpeningTurns[0], "B"); got != 20 {
			t.Errorf("%s: %d checkers placed in %s; want all 20", planned.Identity, got, planned.OpeningTurns[0])
		}
		setUps[planned.OpeningTurns[0]] = true
		chosen[planned.OpeningTurns[1]]++
		p := movement(t, plan.Rules, planned.OpeningTurns, turns)
		began[planned.Players[p.Seat()]]++
		owner := strings.Fields(p.String())[3]
		side[planned.Players[owner[0]-'1']]++
	}
	if began["random a"] != rounds || began["random b"] != rounds {
		t.Errorf("first moves: %v; want %d for each", began, rounds)
	}
	if side["random a"] != rounds || side["random b"] != rounds {
		t.Errorf("games with the white checkers: %v; want %d for each", side, rounds)
	}
	if len(setUps) != rounds || chosen["first"] == 0 || chosen["white"] == 0 || chosen["black"] == 0 {
		t.Errorf("%d different set-ups, choices %v; want %d and some of each", len(setUps), chosen, rounds)
	}
}

// movement returns the position after an opening without its last turns, which must be the first position after the
// set-up.
func movement(t *testing.T, rules engine.Rules, opening []string, turns int) engine.Position {
	t.Helper()
	p := rules.Start()
	for i, turn := range opening {
		if i == len(opening)-turns {
			break
		}
		if !p.InOpening() {
			t.Fatalf("turn %d of %q does not belong to the set-up", i+1, opening)
		}
		steps, err := engine.ParseTurn(p, turn)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range steps {
			p.Play(step)
		}
	}
	if p.InOpening() {
		t.Fatalf("%q does not lead through the set-up", opening)
	}
	return p
}
