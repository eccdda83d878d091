package session

import (
	"errors"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
)

// stand stores a run without games, as a command does when it begins a run.
func stand(t *testing.T, db *store.Store, tags []string, change func(*tournament.Spec), players ...string) store.Run {
	t.Helper()
	c := newTrial(t, db, change, players...)
	c.Tags = tags
	require.NoError(t, c.Enter(t.Context(), db))
	return c.Run
}

// TestJoin lets players join a run, and other players join the runs of both. All newcomers meet all earlier players
// under the conditions of the first run.
func TestJoin(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	own := func(s *tournament.Spec) {
		s.Rounds, s.Own = 5, []tournament.Control{{Limits: search.Limits{Depth: 2}}, {}}
	}
	first := stand(t, db, []string{"may"}, own, "greedy", "random")
	j, err := Join(t.Context(), db, first.ID, []string{"mcts:nodes=5"})
	require.NoError(t, err)
	want := []string{"mcts:nodes=5", "greedy", "random"}
	gauntlet := func(challengers int) tournament.Format {
		return tournament.Format{Kind: tournament.Gauntlet, Challengers: challengers}
	}
	if j.Spec.Format != gauntlet(1) || !slices.Equal(j.Spec.Players, want) ||
		j.Spec.Rounds != 5 || j.Spec.Seed != 7 || len(j.Spec.Own) != 3 || j.Spec.Own[1].Limits.Depth != 2 ||
		j.Spec.Own[0] != (tournament.Control{}) || j.Word != first.ID || j.Tag != first.Hash || j.Game == nil {
		t.Errorf("%+v", j)
	}
	second, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: j.Spec.Hash(), Spec: j.Spec.String(),
		Tags: []string{"june", j.Tag}})
	require.NoError(t, err)
	again, err := Join(t.Context(), db, first.ID, []string{"mcts:nodes=5"})
	if err != nil || again.Spec.Hash() != j.Spec.Hash() {
		t.Errorf("the same player joins again as %v, error %v", again.Spec.Players, err)
	}
	for _, word := range []string{first.ID, second.ID} { // a run that joined another stands for that one
		j, err := Join(t.Context(), db, word, []string{"alphabeta:nodes=9", "mcts:nodes=6"})
		want := []string{"alphabeta:nodes=9", "mcts:nodes=6", "greedy", "random", "mcts:nodes=5"}
		if err != nil || j.Word != first.ID || j.Tag != first.Hash ||
			j.Spec.Format != gauntlet(2) ||
			!slices.Equal(j.Spec.Players, want) || len(j.Spec.Own) != 5 || j.Spec.Own[2].Limits.Depth != 2 {
			t.Errorf("%s: %+v, error %v", word, j, err)
		}
	}
	j, err = Join(t.Context(), db, "may", []string{"mcts:nodes=6"})
	if err != nil || j.Word != first.ID || j.Tag != first.Hash ||
		!slices.Equal(j.Spec.Players[1:], []string{"greedy", "random", "mcts:nodes=5"}) {
		t.Errorf("by a tag: %+v, error %v", j, err)
	}
	for _, c := range [][2]string{{first.ID, "greedy"}, {"june", "greedy"}, {"nowhere", "mcts:nodes=7"},
		{first.ID, "nobody"}, {first.ID, "mcts"}} {
		if _, err := Join(t.Context(), db, c[0], []string{c[1]}); err == nil {
			t.Errorf("player %s joins %s", c[1], c[0])
		}
	}
	require.NoError(t, db.Delete(t.Context(), second))
	if _, err := Join(t.Context(), db, second.ID, []string{"mcts:nodes=6"}); !errors.Is(err, store.ErrDeleted) {
		t.Errorf("a player joins a deleted run, error %v", err)
	}
}

// TestJoinRefusesOtherConditions tries to join runs with the same tag but different conditions.
func TestJoinRefusesOtherConditions(t *testing.T) {
	t.Parallel()
	depth := func(depth int) tournament.Control { return tournament.Control{Limits: search.Limits{Depth: depth}} }
	for name, c := range map[string]struct {
		change func(*tournament.Spec)
		joins  bool
	}{
		"the same":       {nil, true},
		"a gauntlet":     {func(s *tournament.Spec) { s.Format.Kind = tournament.Gauntlet }, true},
		"of another":     {func(s *tournament.Spec) { s.Own = []tournament.Control{{}, depth(2)} }, true},
		"mixed seatings": {func(s *tournament.Spec) { s.Format.Kind = tournament.Mixed }, false},
		"another seed":   {func(s *tournament.Spec) { s.Seed++ }, false},
		"other limits":   {func(s *tournament.Spec) { s.Limits.Depth = 1 }, false},
		"other openings": {func(s *tournament.Spec) { s.Openings.Turns++ }, false},
		"own limits":     {func(s *tournament.Spec) { s.Own = []tournament.Control{depth(2), {}} }, false},
		"another board": {func(s *tournament.Spec) { s.Options = engine.Settings{{Name: "size", Value: "5"}} },
			false},
	} {
		db := keeptest.Opened(t)
		stand(t, db, []string{"ladder"}, nil, "greedy", "random")
		stand(t, db, []string{"ladder"}, c.change, "greedy", "mcts:nodes=5")
		j, err := Join(t.Context(), db, "ladder", []string{"alphabeta:nodes=9"})
		if (err == nil) != c.joins || c.joins && len(j.Spec.Players) != 4 {
			t.Errorf("%s: %v, error %v", name, j.Spec.Players, err)
		}
	}
}
