package catalog

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// repeatableRun plays a run of six games and stores what change makes of each; false leaves the game out.
func repeatableRun(t *testing.T, change func(*tournament.Game) bool) (*store.Store, store.Run) {
	t.Helper()
	game := enginetest.Rules(t, "pit-of-pillars").Game()
	spec, err := plantest.Small("alphabeta:nodes=40,table=1", "greedy").Settle(game, players.Recorded)
	require.NoError(t, err)
	plan, err := tournament.NewPlan(spec, game)
	require.NoError(t, err)
	db := keeptest.Opened(t)
	run, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: spec.Hash(), Spec: spec.String(),
		Total: plan.Len(), Program: runner.Program()})
	require.NoError(t, err)
	play := runner.Runner{Plan: plan, NewPlayer: players.Recorded, Workers: 1, Sink: func(g tournament.Game) error {
		if !change(&g) {
			return nil
		}
		return db.Append(t.Context(), run.ID, g)
	}}
	if _, err := play.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if run, err = db.Run(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	return db, run
}

// TestVerifierFindsWrongGames verifies a run of which one game is missing, one has other moves, one is not planned, and
// one has a thought that its player would not have again.
func TestVerifierFindsWrongGames(t *testing.T) {
	t.Parallel()
	db, run := repeatableRun(t, func(g *tournament.Game) bool {
		switch g.Identity {
		case "1v2/1/1":
			return false
		case "1v2/1/2":
			g.Record.Turns[len(g.Record.Turns)-1] += "x"
		case "1v2/2/1":
			g.Thoughts[0].Depth++
		case "1v2/3/2":
			g.Identity = "1v2/9/1"
		}
		return true
	})
	v, err := NewVerifier(t.Context(), db, run)
	require.NoError(t, err)
	stored := []string{"1v2/1/2", "1v2/2/1", "1v2/2/2", "1v2/3/1", "1v2/9/1"}
	if !slices.Equal(v.Stored, stored) || v.Missing != 2 || !v.OwnRun() {
		t.Errorf("%q are stored, %d are missing", v.Stored, v.Missing)
	}
	found, progress := map[string]string{}, 0
	v.Workers, v.Again = 2, true
	v.Found = func(identity string, fault error) error {
		found[identity] += fault.Error() + ";"
		return nil
	}
	v.Progress = func() { progress++ }
	require.NoError(t, v.Verify(t.Context(), v.Stored))
	if v.Checked != 5 || v.Wrong != 2 || v.Decided != 4 || v.Different != 2 || progress != 9 {
		t.Errorf("%+v; progress %d", v, progress)
	}
	for identity, want := range map[string]string{"1v2/9/1": "the run has not planned such a game;",
		"1v2/2/1": ", depth: stored is "} {
		if !strings.Contains(found[identity], want) {
			t.Errorf("%s: %q, want %q", identity, found[identity], want)
		}
	}
	if keys := slices.Sorted(maps.Keys(found)); !slices.Equal(keys, []string{"1v2/1/2", "1v2/2/1", "1v2/9/1"}) ||
		strings.Count(found["1v2/1/2"], ";") < 2 {
		t.Errorf("found is %q", found)
	}
	enough := errors.New("enough")
	v.Found = func(string, error) error { return enough }
	if err := v.Verify(t.Context(), []string{"1v2/9/1"}); !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := v.Verify(ended, v.Stored); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end of the context", err)
	}
}

// TestSpecsHaveTheirHashes checks that a run with another hash than its spec has is refused.
func TestSpecsHaveTheirHashes(t *testing.T) {
	t.Parallel()
	db, run := repeatableRun(t, func(*tournament.Game) bool { return false })
	run, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: "other", Spec: run.Spec})
	require.NoError(t, err)
	_, err = NewVerifier(t.Context(), db, run)
	require.ErrorContains(t, err, "hash")
}

func TestSamples(t *testing.T) {
	identities := []string{"a", "b", "c", "d", "e", "f"}
	first := Sample(identities, 3, 1)
	if len(first) != 3 || !slices.IsSorted(first) || !slices.Equal(first, Sample(identities, 3, 1)) {
		t.Errorf("drawn %v", first)
	}
	seen := map[string]bool{}
	for seed := range uint64(20) {
		for _, identity := range Sample(identities, 3, seed) {
			seen[identity] = true
		}
	}
	if len(seen) != 6 || !slices.Equal(identities, []string{"a", "b", "c", "d", "e", "f"}) {
		t.Errorf("twenty samples hold %v of %v", seen, identities)
	}
	for _, n := range []int{0, 6, 7} {
		if got := Sample(identities, n, 1); len(got) != 6 {
			t.Errorf("%d of 6 are %v", n, got)
		}
	}
}
