package session

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
)

// TestFaults plays against a player that fails. Depending on the rule for faults, the run continues or stops at once.
func TestFaults(t *testing.T) {
	t.Parallel()
	db := open(t)
	if p := newTrial(t, db, nil, "a", "failing").play(t, db, 6, Made); p.Stopped || p.Faults == 0 {
		t.Errorf("progress %+v of a run with faults", p)
	}
	stops := func(s *tournament.Spec) { s.OnFault = tournament.FaultStops }
	stopped := newTrial(t, db, stops, "a", "failing")
	if err := stopped.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if p, err := stopped.Play(t.Context()); err != nil || !p.Stopped || stopped.Complete(p) || p.Done > 5 {
		t.Errorf("progress %+v of a run that a fault stops, %v", p, err)
	}
}

// TestFaultsAreReplayed checks that games with a fault are replayed in a new run, and that the other games are taken
// over unchanged.
func TestFaultsAreReplayed(t *testing.T) {
	t.Parallel()
	db := open(t)
	first := newTrial(t, db, nil, "a", "failing", "b")
	p := first.play(t, db, 18, Made)
	before := moves(t, first.Session)
	again := newTrial(t, db, nil, "a", "failing", "b")
	again.NewPlayer = func(name string, _ engine.Rules) (search.Player, error) {
		return &fake{name: strings.Replace(name, "failing", "mended", 1)}, nil
	}
	again.FaultsAgain = true
	mended := again.play(t, db, p.Faults, FaultsAgain, GoesOn)
	if p.Faults == 0 || p.Faults == 18 || mended.Faults != 0 || again.Run.ID != first.Run.ID+"-2" {
		t.Errorf("run %s has %d faults, run %s %d", first.Run.ID, p.Faults, again.Run.ID, mended.Faults)
	}
	kept := 0
	for identity, turns := range moves(t, again.Session) {
		if turns == before[identity] {
			kept++
		}
	}
	if kept < 18-p.Faults {
		t.Errorf("%d games are as they were, want %d", kept, 18-p.Faults)
	}
	third := newTrial(t, db, nil, "a", "failing", "b")
	third.FaultsAgain = true
	if third.play(t, db, 0, Done); third.Run.ID != again.Run.ID {
		t.Errorf("without a fault another run is made: %s", third.Run.ID)
	}
}

// TestFaultsOfASwissStay checks that a Swiss tournament replays no game with a fault, since later pairings depend on
// its result.
func TestFaultsOfASwissStay(t *testing.T) {
	t.Parallel()
	db := open(t)
	swiss := func(spec *tournament.Spec) { spec.Format = tournament.Swiss{MatchPairs: 1} }
	c := newTrial(t, db, swiss, "a", "failing", "b", "c")
	if err := c.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if p, err := c.Play(t.Context()); err != nil || p.Faults == 0 {
		t.Fatalf("%d faults, error %v", p.Faults, err)
	}
	again := newTrial(t, db, swiss, "a", "failing", "b", "c")
	again.FaultsAgain = true
	if err := again.Enter(t.Context(), db); err == nil || !strings.Contains(err.Error(), "start over") {
		t.Errorf("error %v", err)
	}
}
