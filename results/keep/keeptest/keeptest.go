// Package keeptest makes stores with runs and games for tests.
package keeptest

import (
	"cmp"
	"path/filepath"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
)

// Opened returns an empty store, which is closed when the test ends.
func Opened(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Added stores a run with games and returns it as it is stored.
func Added(t *testing.T, db *store.Store, run store.Run, games ...tournament.Game) store.Run {
	t.Helper()
	made, err := db.CreateRun(t.Context(), run)
	for _, game := range games {
		err = cmp.Or(err, db.Append(t.Context(), made.ID, game))
	}
	if err == nil {
		made, err = db.Run(t.Context(), made.ID)
	}
	require.NoError(t, err)
	return made
}

// PitRun returns a run of three rounds of Pit for two players. The function change may change the spec; change may be
// nil.
func PitRun(change func(*tournament.Spec), players ...string) store.Run {
	spec := tournament.Spec{Game: "pit", Options: engine.Settings{{Name: "players", Value: "2"}}, Players: players,
		Rounds: 3, Seed: 7}
	if change != nil {
		change(&spec)
	}
	return store.Run{Kind: "tournament", Spec: spec.String(), Hash: spec.Hash(), Program: "p"}
}

// SequentialRun returns a run of a sequential test of ann and bob, in which pairs with a fault are void.
func SequentialRun() store.Run {
	run := PitRun(func(s *tournament.Spec) {
		s.OnFault = tournament.FaultVoid
		s.Format = tournament.UntilTest(tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"})
	}, "ann", "bob")
	run.Kind = "sprt"
	return run
}

// Faulted returns a game that ann lost by a fault against bob.
func Faulted(identity, pair string, turns int) tournament.Game {
	game := plantest.Finished(identity, pair, turns, []string{"ann", "bob"}, 0, 1)
	game.Fault, game.Outcome.Reason = tournament.Fault{Kind: guard.Failed}, "fault: ann failed"
	return game
}
