package session

import (
	"errors"
	"slices"
	"testing"

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
// under the conditions of the first run. Nobody joins a run in mixed seatings, or a tag of several runs.
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
		j.Spec.Own[0] != (tournament.Control{}) || j.Run.ID != first.ID || j.Game == nil {
		t.Errorf("%+v", j)
	}
	second, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: j.Spec.Hash(), Spec: j.Spec.String(),
		Tags: []string{"june", j.Run.Hash}})
	require.NoError(t, err)
	again, err := Join(t.Context(), db, first.ID, []string{"mcts:nodes=5"})
	if err != nil || again.Spec.Hash() != j.Spec.Hash() {
		t.Errorf("the same player joins again as %v, error %v", again.Spec.Players, err)
	}
	for _, word := range []string{first.ID, second.ID} { // a run that joined another stands for that one
		j, err := Join(t.Context(), db, word, []string{"alphabeta:nodes=9", "mcts:nodes=6"})
		want := []string{"alphabeta:nodes=9", "mcts:nodes=6", "greedy", "random", "mcts:nodes=5"}
		if err != nil || j.Run.ID != first.ID ||
			j.Spec.Format != gauntlet(2) ||
			!slices.Equal(j.Spec.Players, want) || len(j.Spec.Own) != 5 || j.Spec.Own[2].Limits.Depth != 2 {
			t.Errorf("%s: %+v, error %v", word, j, err)
		}
	}
	j, err = Join(t.Context(), db, "may", []string{"mcts:nodes=6"})
	if err != nil || j.Run.ID != first.ID ||
		!slices.Equal(j.Spec.Players[1:], []string{"greedy", "random", "mcts:nodes=5"}) {
		t.Errorf("by a tag: %+v, error %v", j, err)
	}
	stand(t, db, []string{"mixed", "several"}, func(s *tournament.Spec) { s.Format.Kind = tournament.Mixed }, "greedy",
		"mcts:nodes=5")
	require.NoError(t, db.Tag(t.Context(), first, "several"))
	for _, c := range [][2]string{{first.ID, "greedy"}, {"june", "greedy"}, {"nowhere", "mcts:nodes=7"},
		{first.ID, "nobody"}, {first.ID, "mcts"}, {"mixed", "mcts:nodes=7"}, {"several", "mcts:nodes=7"}} {
		if _, err := Join(t.Context(), db, c[0], []string{c[1]}); err == nil {
			t.Errorf("player %s joins %s", c[1], c[0])
		}
	}
	require.NoError(t, db.Delete(t.Context(), second))
	if _, err := Join(t.Context(), db, second.ID, []string{"mcts:nodes=6"}); !errors.Is(err, store.ErrDeleted) {
		t.Errorf("a player joins a deleted run, error %v", err)
	}
}
