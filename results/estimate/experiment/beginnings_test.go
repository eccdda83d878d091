package experiment

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// TestBeginningsAreCountedUpToSymmetry checks that a first turn and its mirror image are one beginning, that equal
// games count once, and that games with a fault do not count.
func TestBeginningsAreCountedUpToSymmetry(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	fault := finished(rules, "5", "@c1 @b1@a2", 1, 0)
	fault.Outcome.Reason = "fault: player 2 returned no step"
	fault.Fault = tournament.Fault{Kind: guard.NoStep, Seat: 1}
	fold := newRoundCounter(2, 1)
	for _, g := range []tournament.Game{
		finished(rules, "1", "@b1 @c1@a2", 1, 0), finished(rules, "2", "@a2 @b2@c1", 0, 1), // mirrored
		// the fourth repeats the first
		finished(rules, "3", "@b2 @b1@d2", .5, .5), finished(rules, "4", "@b1 @c1@a2", 1, 0), fault,
	} {
		if err := fold.add(rules.Game(), g); err != nil {
			t.Fatal(err)
		}
	}
	list, err := fold.beginnings(rules.Game())
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
	fold := newRoundCounter(2, 1)
	add(t, fold, rules, finished(rules, "1", "nonsense", 1, 0))
	if list, err := fold.beginnings(rules.Game()); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("%v, error %v", list, err)
	}
}
