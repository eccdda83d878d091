//go:build !race

package training

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
)

// seatsLoop returns a tiny loop of one generation of a game of three or four seats.
func seatsLoop(t *testing.T, seats, folder string) *Loop {
	t.Helper()
	c := loop(t, folder, 2)
	c.Rules = enginetest.Rules(t, "pit", "players="+seats)
	layout := eval.NewLayout(c.Rules)
	c.Start, c.Generations = make([]eval.Weight, layout.Len()), 1
	c.Plan.Games, c.Plan.Pairs, c.Plan.Play.Longest, c.Plan.Selection.Quiet = 8, 2, 40, QuietAny
	return c
}

// TestMatchDecides plays matches of a player against a random one, with either as the first, for two and three seats.
func TestMatchDecides(t *testing.T) {
	inFolder(t)
	for i, better := range []bool{true, false, true, false} {
		folder := fmt.Sprint("made-", i)
		c, strong := loop(t, folder, 2), "alphabeta:nodes=60,table=1"
		c.Generations, c.Plan.Pairs = 1, 200
		if i >= 2 {
			c, strong = seatsLoop(t, "3", folder), "greedy"
			c.Plan.Pairs = 40
		}
		c.NewPlayer = func(text string, rules engine.Rules) (search.Player, error) {
			if better == strings.Contains(text, "weights-00") && strings.Contains(text, "nodes") {
				return named(text, "random", rules)
			}
			return named(text, strong, rules)
		}
		outcome := run(t, c)
		first := outcome.Generations[0]
		want := map[bool]string{true: "H1", false: "H0"}[better]
		if first.Match.Decision != want || first.Kept != better || (outcome.Final != nil) != better ||
			better && !outcome.Final.better() {
			t.Errorf("better %v: %+v, at the end %+v", better, first, outcome.Final)
		}
		fitted, err := LoadWeights(c.path(weightsFile, 1), c.Rules)
		require.NoError(t, err)
		if kept := slices.Equal(outcome.Weights, fitted); kept != better {
			t.Errorf("better %v, but the fitted weights are kept: %v", better, kept)
		}
		checkSeeds(t, folder)
	}
}

// checkSeeds checks that the runs in the folder of a loop, of self-play and of matches, have different seeds.
func checkSeeds(t *testing.T, folder string) {
	t.Helper()
	db, err := store.OpenReadOnly(filepath.Join(folder, "games.db"))
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) < 2 {
		t.Fatalf("%d runs, error %v", len(runs), err)
	}
	seen := map[uint64]string{}
	for _, run := range runs {
		spec, err := tournament.ParseSpec(run.Spec)
		if err != nil || seen[spec.Seed] != "" {
			t.Errorf("runs %s and %s have one seed, error %v", seen[spec.Seed], run.ID, err)
		}
		seen[spec.Seed] = run.ID
	}
}
