//go:build !race

package training

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
)

// TestMatchDecides plays matches of a player against a random one, with either as the first.
func TestMatchDecides(t *testing.T) {
	inFolder(t)
	for i, better := range []bool{true, false} {
		folder := fmt.Sprint("made-", i)
		c, strong := loop(t, folder, 2), "alphabeta:nodes=60,table=1"
		c.Generations, c.Plan.Pairs = 1, 200
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
			outcome.Better() != better {
			t.Errorf("better %v: %+v, at the end %+v", better, first, outcome.Final)
		}
		weights, candidate := fileOf(t, folder, "weights-01.txt"), fileOf(t, folder, "candidate-01.txt")
		if kept := bytes.Equal(weights, candidate); kept != better {
			t.Errorf("better %v, but the candidate's weights are kept: %v", better, kept)
		}
		checkSeeds(t, folder)
	}
}

// checkSeeds checks that the runs in the folder of a loop, of self-play and of matches, have different seeds.
func checkSeeds(t *testing.T, folder string) {
	t.Helper()
	db, err := store.OpenReadOnly(filepath.Join(folder, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
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
