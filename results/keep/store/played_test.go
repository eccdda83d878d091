package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/pitofpillars"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// planned returns the plan of a small tournament.
func planned(rounds int) (tournament.Plan, error) {
	spec := plantest.Small("random one", "random two", "random three")
	spec.Rounds = rounds
	spec, err := spec.Settle(pitofpillars.Game, plantest.NewFake)
	if err != nil {
		return tournament.Plan{}, err
	}
	return tournament.NewPlan(spec, pitofpillars.Game)
}

// runOf returns the run of a plan, to be stored.
func runOf(plan tournament.Plan) Run {
	return Run{
		Kind: "tournament", Hash: plan.Spec.Hash(), Spec: plan.Spec.String(), Total: plan.Len(), Program: "test",
	}
}

// played plays all games of a plan without interruption.
func played(t *testing.T, plan tournament.Plan) []tournament.Game {
	t.Helper()
	var games []tournament.Game
	runner := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake, Workers: 2, Sink: func(g tournament.Game) error {
		games = append(games, g)
		return nil
	}}
	if _, err := runner.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return games
}

// newStore opens a new database that is closed at the end of the test.
func newStore(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// newRun stores a new run.
func newRun(t *testing.T, s *Store, run Run) Run {
	t.Helper()
	run, err := s.CreateRun(t.Context(), run)
	require.NoError(t, err)
	return run
}

// appendAll stores games of a run.
func appendAll(t *testing.T, s *Store, run string, games ...tournament.Game) {
	t.Helper()
	for _, game := range games {
		require.NoError(t, s.Append(t.Context(), run, game))
	}
}

// plannedRun returns a store with the run of a small tournament, and the games of the run, which are not stored yet.
func plannedRun(t *testing.T, rounds int) (s *Store, run Run, games []tournament.Game) {
	t.Helper()
	plan, err := planned(rounds)
	require.NoError(t, err)
	s = newStore(t)
	return s, newRun(t, s, runOf(plan)), played(t, plan)
}

// storedGames reads a run's games by identity.
func storedGames(t *testing.T, s *Store, run string) map[string]tournament.Game {
	t.Helper()
	games := map[string]tournament.Game{}
	for game, err := range s.Find(t.Context(), run, Filter{}) {
		require.NoError(t, err)
		if _, twice := games[game.Identity]; twice {
			t.Errorf("game %s is stored twice", game.Identity)
		}
		games[game.Identity] = game.Game
	}
	return games
}

// sameGame reports whether two games are equal except for times.
func sameGame(a, b tournament.Game) bool {
	sameThoughts := slices.EqualFunc(a.Thoughts, b.Thoughts, func(x, y tournament.Thought) bool {
		x.Time, y.Time = 0, 0
		return x == y
	})
	a.Thoughts, b.Thoughts = nil, nil
	return sameThoughts && fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}
