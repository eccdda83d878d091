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
