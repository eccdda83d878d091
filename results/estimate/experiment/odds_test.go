package experiment

import (
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

// TestOdds gathers 160 games at odds, in which the second seat scores 1/4 with equal nodes and 3/4 with four times as
// many. So it is even with twice the nodes. A game with the same moves as another counts once.
func TestOdds(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	g := NewGatherer(Measurement{Measure: AtOdds, Rules: rules, Nodes: 20})
	for i := range 160 {
		four, name, points := i%2 == 1, strconv.Itoa(i), 0.
		if oneOfFour := i/2%4 == 0; oneOfFour != four {
			points = 1
		}
		game := finished(rules, name, name, 1-points, points)
		if four {
			game.Record.Tags = []engine.Tag{{Name: "Limits2", Value: "nodes=80"}}
		}
		if err := g.Add(game); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Add(finished(rules, "again", "0", 1, 0)); err != nil { // the moves of the first game
		t.Fatal(err)
	}
	f, err := g.Finding("run")
	if err != nil {
		t.Fatal(err)
	}
	even := Ratio(f.OddsLine.Even())
	near.Check(t, even.Value, 2, 1e-6, "ratio of nodes")
	if games, faults, distinct := f.Counts(); games != 161 || faults != 0 || distinct != 160 || len(f.Turns) != 161 ||
		f.First().HasValue() || !(1 < even.Low && even.Low < 2 && 2 < even.High && even.High < 4) {
		t.Errorf("%d games, %d faults, %d differ, even at %v", games, faults, distinct, even)
	}
	bad := finished(rules, "9", "z", 1, 0)
	bad.Record.Tags = []engine.Tag{{Name: "Limits", Value: "depth=3"}}
	if err := g.Add(bad); err == nil {
		t.Error("a game without a limit of nodes is counted")
	}
}
