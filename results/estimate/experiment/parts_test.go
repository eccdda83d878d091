package experiment

import (
	"strings"
	"testing"

	"pillars/engine/games"
	"pillars/search"
	"pillars/tournament"
)

// TestParts checks that the cost of a measurement follows from its games and nodes, and that each kind is tried once.
func TestParts(t *testing.T) {
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	p := &Plan{Game: game, Players: []string{"alphabeta", "greedy"}, Measures: []string{"start"}, Rungs: 2, Games: 20,
		Spec: tournament.Spec{Limits: search.Limits{Nodes: 20}}, Spread: 2}
	v, err := NewVariant(game, "", []string{"size=4"})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Add(v); err != nil {
		t.Fatal(err)
	}
	parts := p.Parts(t.Context(), 2)
	var costs []float64
	for _, part := range parts.All {
		costs = append(costs, part.Cost)
	}
	if len(costs) != 3 || costs[0] != 400 || costs[1] != 20 || costs[2] != 1600 || len(parts.Guess) != 2 {
		t.Errorf("costs %v, %d kinds tried; want those of alphabeta, greedy, alphabeta", costs, len(parts.Guess))
	}
	text := p.ExpectedTime(parts, 2)
	if !strings.HasPrefix(text, "about ") || !strings.HasSuffix(text, " s on 2 workers") {
		t.Errorf("%q", text)
	}
	p.HalfWidth = .02
	if text := p.ExpectedTime(parts, 2); !strings.HasPrefix(text, "at most about ") {
		t.Errorf("%q of measurements that may end early", text)
	}
}

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

// TestOpeningsText checks that only findings from openings show a number of openings.
func TestOpeningsText(t *testing.T) {
	for measure, want := range map[Measure]string{FromStart: "-", AtOdds: "-", FromOpenings: "7"} {
		f := Finding{Measurement: Measurement{Measure: measure}}
		if text := f.openings(7); text != want {
			t.Errorf("%s: %q, want %q", measure, text, want)
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
