package experiment

import (
	"strings"
	"testing"

	"pillars/engine/games"
	"pillars/search"
	"pillars/tournament"
)

// TestVariants reads texts with ranges and lists of options. Variants that a game does not have are left out of ranges
// and refused in lists. One text may stand for 64 variants, but not for more.
func TestVariants(t *testing.T) {
	t.Parallel()
	pilastri, err := games.Find("pilastri")
	if err != nil {
		t.Fatal(err)
	}
	for text, c := range map[string]struct {
		variants int
		refused  string // part of the error
	}{
		"pit-of-pillars":           {1, ""},
		"pit-of-pillars:size=4..5": {2, ""},
		"pilastri:size=4..6":       {2, "size=5"},
		"pilastri:size=4..67":      {3, "size=67"},
		"pilastri:size=4..68":      {0, "64"},
		"pilastri:size=6..4":       {0, "smaller first"},
		"pilastri:a=1..8,b=1..9":   {0, "64"},
		"pilastri:a=1..8,b=1..8":   {0, "a=8,b=8"},
		"chess":                    {0, "chess"},
		"size=4,6":                 {2, ""},
		"size=4..7":                {2, "size=7"},
		"size=4,5,7":               {0, "size=7"},
		"size=4..x":                {0, "whole numbers"},
		"colour=1,2":               {0, "colour"},
		"size":                     {0, "name=from..to"},
	} {
		read := func() ([]Variant, error) { return Variants(text) }
		if strings.HasPrefix(text, "size") || strings.HasPrefix(text, "colour") {
			read = func() ([]Variant, error) { return Sweep(pilastri, nil, text) }
		}
		got, err := read()
		if len(got) != c.variants || (err != nil) != (c.refused != "") ||
			err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: %d variants, error %v", text, len(got), err)
		}
	}
}

// TestRowsHaveTheirOwnSeeds checks that measurements of different players, rungs and swept values have different seeds.
// Without a sweep, the first measurement has the seed of the plan. A player without a node limit has one rung. Rounds
// have two games from openings and one from the start.
func TestRowsHaveTheirOwnSeeds(t *testing.T) {
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]string{}
	for _, setting := range []string{"", "size=4", "size=5"} {
		p := &Plan{Game: game, Players: []string{"alphabeta", "mcts", "greedy"},
			Measures: []string{"start", "openings"}, Rungs: 2, Games: 5, Spread: 2,
			Spec: tournament.Spec{Seed: 7, Limits: search.Limits{Nodes: 20}}}
		v, err := NewVariant(game, setting, []string{"size=4"})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Add(v); err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Measurements {
			if want := map[Measure]int{FromStart: 5, FromOpenings: 2}[m.Measure]; m.Spec.Rounds != want {
				t.Errorf("%s: %d rounds", m, m.Spec.Rounds)
			}
			m.Measure = FromStart // both measures of a player and rung have the same seed
			if of := seen[m.Spec.Seed]; of != "" && of != m.String() {
				t.Errorf("%s has the seed of %s", m, of)
			}
			seen[m.Spec.Seed] = m.String()
		}
		if own := p.Measurements[0].Spec.Seed == 7; own != (setting == "") {
			t.Errorf("%q: the first seed is %d", setting, p.Measurements[0].Spec.Seed)
		}
	}
	if len(seen) != 3*(2+2+1) {
		t.Errorf("%d seeds, want 15", len(seen))
	}
}
