package experiment

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// gameOf returns a game of Pit of Pillars on the smallest board with the given turns. The first turns, as many as given
// says, are the opening.
func gameOf(t *testing.T, rules engine.Rules, pair string, given int, score float64, turns ...string) tournament.Game {
	t.Helper()
	g := finished(rules, pair, "", score, 1-score)
	g.Record.Turns, g.Record.Opening = turns, given
	return g
}

// TestBeginningsAreCountedUpToSymmetry checks that a first turn and its mirror image are one beginning, that equal
// games count once, and that games with a fault do not count.
func TestBeginningsAreCountedUpToSymmetry(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	fault := gameOf(t, rules, "5", 0, 1, "@c1", "@b1@a2")
	fault.Outcome.Reason = "fault: player 2 returned no step"
	fault.Fault = tournament.Fault{Kind: guard.NoStep, Seat: 1}
	fold := NewFold(2, 1)
	for _, g := range []tournament.Game{
		gameOf(t, rules, "1", 0, 1, "@b1", "@c1@a2"), gameOf(t, rules, "2", 0, 0, "@a2", "@b2@c1"), // mirrored
		// the fourth repeats the first
		gameOf(t, rules, "3", 0, .5, "@b2", "@b1@d2"), gameOf(t, rules, "4", 0, 1, "@b1", "@c1@a2"), fault,
	} {
		if err := fold.Add(rules.Game(), g); err != nil {
			t.Fatal(err)
		}
	}
	list, err := fold.Beginnings(rules.Game())
	if err != nil || len(list) != 2 || list[0].Rounds() != 2 || list[0].Turns != "@a2" ||
		!maps.Equal(list[0].scores, map[float64]int{0: 1, 1: 1}) {
		t.Fatalf("%+v", list)
	}
	if e := list[0].Score(); e.Value != .5 || e.Low > .1 || e.High < .9 {
		t.Errorf("one win and one loss are %+v", e)
	}
	merged := MergeBeginnings(slices.Concat(list, list))
	if len(merged) != 2 || merged[0].Rounds() != 4 || merged[1].Rounds() != 2 || list[0].Rounds() != 2 {
		t.Errorf("twice the same: %+v, and the list is now %+v", merged, list)
	}
}

// TestBeginningsThatCannotBePlayed checks that the error for an illegal beginning names its turns.
func TestBeginningsThatCannotBePlayed(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	fold := NewFold(2, 1)
	add(t, fold, rules, finished(rules, "1", "nonsense", 1, 0))
	if list, err := fold.Beginnings(rules.Game()); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("%v, error %v", list, err)
	}
}
