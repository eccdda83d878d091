package runner_test

import (
	"testing"
	"time"

	"pillars/tournament"
	"pillars/tournament/runner"
)

func TestPace(t *testing.T) {
	var pace runner.Pace
	played := func(milliseconds int, players ...string) {
		half := time.Duration(milliseconds) * time.Millisecond / 2
		pace.Add(tournament.Game{
			Result: tournament.Result{Players: players}, Thoughts: []tournament.Thought{{Time: half}, {Time: half}},
		})
	}
	plan := []tournament.Planned{{Players: []string{"a", "b"}}, {Players: []string{"b", "a"}},
		{Players: []string{"a", "c"}}}
	if _, known := pace.Expect(tournament.Plan{}.Only(plan), 1); known {
		t.Error("expects something without having seen a game")
	}
	played(100, "a", "b")
	played(300, "b", "a")
	if _, known := pace.Expect(tournament.Plan{}.Only(plan), 1); known {
		t.Error("expects something though a and c have not met")
	}
	played(1000, "c", "a")
	for workers, want := range map[int]time.Duration{1: 1400 * time.Millisecond, 2: 700 * time.Millisecond,
		7: 1400 * time.Millisecond / 3} {
		got, known := pace.Expect(tournament.Plan{}.Only(plan), workers)
		if off := got - want; !known || off < -time.Microsecond || off > time.Microsecond || pace.Games != 3 {
			t.Errorf("%d workers: %v, known %t, from %d games; want %v from 3", workers, got, known, pace.Games, want)
		}
	}
	if got, known := pace.Expect(tournament.Plan{}, 2); got != 0 || !known {
		t.Errorf("no games take %v, known %t", got, known)
	}
}
