package session

import (
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/keeptest"
	"pillars/tournament"
)

// TestFaults plays against a player that fails. Depending on the rule for faults, the run continues or stops at once.
func TestFaults(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	if p := newTrial(t, db, nil, "random", "failing").play(t, db, 6, Made); p.Stopped || p.Faults == 0 {
		t.Errorf("progress %+v of a run with faults", p)
	}
	stops := func(s *tournament.Spec) { s.OnFault = tournament.FaultStops }
	stopped := newTrial(t, db, stops, "random", "failing")
	require.NoError(t, stopped.Enter(t.Context(), db))
	if p, err := stopped.Play(t.Context()); err != nil || !p.Stopped || p.Complete() || p.Done > 5 {
		t.Errorf("progress %+v of a run that a fault stops, %v", p, err)
	}
}
