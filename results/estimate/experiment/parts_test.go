package experiment

import (
	"strings"
	"testing"

	"pillars/engine/games"
	"pillars/search"
	"pillars/tournament"
)

// TestRoundsOfMeasurements checks that games are divided into rounds of two from openings and of one from the start,
// and that a measurement has at least one round.
func TestRoundsOfMeasurements(t *testing.T) {
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewVariant(game, "", []string{"size=4"})
	if err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int][2]int{1: {1, 1}, 2: {2, 1}, 3: {3, 1}, 8: {8, 4}} {
		p := &Plan{Game: game, Players: []string{"greedy"}, Measures: []string{"start", "openings"}, Rungs: 1,
			Games: most, Spec: tournament.Spec{Limits: search.Limits{Nodes: 20}}, Spread: 2}
		if err := p.Add(v); err != nil {
			t.Fatal(err)
		}
		if got := [2]int{p.Measurements[0].Spec.Rounds, p.Measurements[1].Spec.Rounds}; got != want {
			t.Errorf("at most %d games: %v rounds from the start and from openings, want %v", most, got, want)
		}
	}
}

// TestSweepRefuses checks that a sweep names all values that a game does not have, but an unknown option only once.
func TestSweepRefuses(t *testing.T) {
	game, err := games.Find("pilastri")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sweep    string
		variants int
		says     []string
	}{
		{"size=4,6", 2, nil},
		{"size=4..6", 2, []string{"size=5"}},
		{"size=4..7", 2, []string{"size=5", "size=7"}},
		{"size=4,5,7", 0, []string{"size=5", "size=7"}},
		{"colour=1,2", 0, []string{`has no option "colour"`}},
	} {
		variants, err := Sweep(game, nil, c.sweep)
		if len(variants) != c.variants || (err != nil) != (c.says != nil) {
			t.Errorf("%s: %d variants, %v", c.sweep, len(variants), err)
		}
		for _, says := range c.says {
			if err == nil || strings.Count(err.Error(), says) != 1 {
				t.Errorf("%s: %v; want %s once", c.sweep, err, says)
			}
		}
	}
}
