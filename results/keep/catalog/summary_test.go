package catalog

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestGamesOfTests reads a sequential test that has used one pair, left out a void one, and not used the last, which is
// incomplete.
func TestGamesOfTests(t *testing.T) {
	t.Parallel()
	ab, ba := []string{"ann", "bob"}, []string{"bob", "ann"}
	db := keeptest.Opened(t)
	run := keeptest.Added(t, db, keeptest.SequentialRun(),
		plantest.Finished("1v2/1/1", "1v2/1", 10, ab, 1, 0), plantest.Finished("1v2/1/2", "1v2/1", 20, ba, 0, 1),
		keeptest.Faulted("1v2/2/1", "1v2/2", 3), plantest.Finished("1v2/2/2", "1v2/2", 20, ba, 1, 0),
		plantest.Finished("1v2/3/1", "1v2/3", 10, ab, 1, 0))
	spec, _, err := SpecOf(run)
	require.NoError(t, err)
	plan := tournament.Plan{Spec: spec}.Only([]tournament.Planned{{Identity: "1v2/1/2"}, {Identity: "1v2/1/1"},
		{Identity: "1v2/2/1"}, {Identity: "1v2/2/2"}, {Identity: "1v2/3/1"}})
	all, err := Games(t.Context(), db, run.ID, plan)
	if err != nil || len(all) != 2 || all[1].Identity != "1v2/1/1" {
		t.Errorf("%d games count, %v", len(all), err)
	}
}

// TestFoldHoldsEveryGame compares standings of stored games, whose openings come in any order, with standings of a list
// of the same games.
func TestFoldHoldsEveryGame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"ann", "bob", "cid"}
	var stored []tournament.Game
	var listed []results.Finished
	for i := range 300 {
		seats := random.Perm(3)
		players := []string{names[seats[0]], names[seats[1]]}
		score := float64(random.IntN(3)) / 2
		game := plantest.Finished(fmt.Sprint(i), fmt.Sprint("1v2/", 1+random.IntN(100)), random.IntN(50), players,
			score, 1-score)
		stored = append(stored, game)
		listed = append(listed, results.Finished{Players: players, Scores: []float64{score, 1 - score},
			Opening: game.Round()})
	}
	s := keeptest.Opened(t)
	keeptest.Added(t, s, store.Run{Kind: "test", Hash: "aaaa", Spec: "{}"}, stored...)
	fold, err := Fold(t.Context(), s, nil, Source{Run: "aaaa"})
	require.NoError(t, err)
	fold.Distinct = 0 // unknown in the list
	got, err1 := fold.Standings(results.StandingsOptions{})
	want, err2 := results.NewStandings(listed, results.StandingsOptions{})
	if err := errors.Join(err1, err2); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v, %v", got, want, err)
	}
}
