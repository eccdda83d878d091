package catalog

import (
	"fmt"
	"reflect"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// playedRun stores a run with all games of a spec, whose results depend on the players, the opening and the seats.
func playedRun(t *testing.T, db *store.Store, spec tournament.Spec) store.Run {
	t.Helper()
	game := enginetest.Rules(t, "pit-of-pillars").Game()
	spec.Game, spec.Options = game.Name(), engine.Settings{{Name: "size", Value: "4"}}
	spec.Openings.Turns = 4
	plan, err := tournament.NewPlan(spec, game)
	require.NoError(t, err)
	run, err := db.CreateRun(t.Context(), store.Run{Hash: spec.Hash(), Spec: spec.String(), Total: plan.Len()})
	require.NoError(t, err)
	for _, planned := range plan.List() {
		drawn := engine.DeriveSeed(1, planned.Players[0], planned.Players[1], fmt.Sprint(planned.OpeningTurns))
		score := float64(drawn%3) / 2
		outcome := engine.Outcome{Seats: 2, Reason: "played", Scores: [engine.MaxSeats]float64{score, 1 - score}}
		played := tournament.Game{Result: tournament.Result{Identity: planned.Identity, Pair: planned.Pair,
			Pairing: planned.Pairing, Opening: planned.Opening, Players: planned.Players, Outcome: outcome, Turns: 7}}
		played.Record = engine.Record{Players: planned.Players, Turns: planned.OpeningTurns, Outcome: outcome}
		require.NoError(t, db.Append(t.Context(), run.ID, played))
	}
	return run
}

// TestRunsRatedTogether checks that games of one seed give the same ratings in one run and in two, and that the
// openings of two seeds are twice as many.
func TestRunsRatedTogether(t *testing.T) {
	db := keeptest.Opened(t)
	spec := func(seed uint64, format tournament.Format, names ...string) tournament.Spec {
		return tournament.Spec{Seed: seed, Rounds: 12, Format: format, Players: names}
	}
	whole := playedRun(t, db, spec(1, tournament.Format{}, "a", "b", "c"))
	two := playedRun(t, db, spec(1, tournament.Format{}, "a", "b"))
	joined := playedRun(t, db, spec(1, tournament.Format{Kind: tournament.Gauntlet, Challengers: 1}, "c", "a", "b"))
	other := playedRun(t, db, spec(2, tournament.Format{Kind: tournament.Gauntlet, Challengers: 1}, "c", "a", "b"))
	standing := func(all ...store.Run) results.Standings {
		combined, err := Combine(all...)
		require.NoError(t, err)
		s, err := combined.Standings(t.Context(), db)
		require.NoError(t, err)
		return s
	}
	want, got := standing(whole), standing(two, joined)
	if !reflect.DeepEqual(got.Rows, want.Rows) {
		t.Errorf("two runs of one seed come to %+v, one run to %+v", got.Rows, want.Rows)
	}
	if openings, _ := got.Observed(); openings != 12 {
		t.Errorf("two runs of one seed have %d openings, want 12", openings)
	}
	if openings, _ := standing(two, other).Observed(); openings != 24 {
		t.Errorf("runs of two seeds have %d openings, want 24", openings)
	}
	once, twice := standing(two), standing(two, two)
	if twice.Games != 48 {
		t.Errorf("%d games, want 48", twice.Games)
	}
	for i, row := range twice.Rows {
		got, want := row.Rating, once.Rows[i].Rating
		if !near.Equal(got.Error95, want.Error95, 1e-6) || !near.Equal(got.Value, want.Value, 1e-6) {
			t.Errorf("the same games twice come to %+v, once to %+v", got, want)
		}
	}
}
