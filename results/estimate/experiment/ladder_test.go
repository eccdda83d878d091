package experiment

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// rung returns a finding in which some of all rounds are different, with a given score of the first seat.
func rung(nodes uint64, distinct, rounds int, score float64) Finding {
	seats := []stats.Estimate{{Value: score}, {Value: 1 - score}}
	return Finding{Measurement: Measurement{Nodes: nodes}, Distinct: distinct, Counted: distinct, Rounds: rounds,
		Seats: seats}
}

// ladder returns the single ladder that rungs form.
func ladder(t *testing.T, rungs ...Finding) Ladder {
	t.Helper()
	all, err := LaddersOf(rungs)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d ladders, %v", len(all), err)
	}
	return all[0]
}

// TestLadder climbs from odds of 1 to odds of 3. The order of the rungs does not matter.
func TestLadder(t *testing.T) {
	t.Parallel()
	l := ladder(t, rung(2000, 400, 400, .75), rung(500, 400, 400, .5))
	near.Check(t, l.Slope().Value, math.Log(3), 1e-4, "slope")
	if l.Games != 800 || l.Highest().Nodes != 2000 || !l.Climbs() || l.Rough() {
		t.Errorf("%d rounds up to %d nodes, climbs %v, rough %v", l.Games, l.Highest().Nodes, l.Climbs(), l.Rough())
	}
}

// TestSingleRungs checks that rungs of one node limit, or without one, form a ladder that does not climb. It is rough
// if less than nine tenths of the rounds differ.
func TestSingleRungs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rungs []Finding
		rough bool
	}{
		{[]Finding{rung(100, 0, 0, 0), rung(100, 89, 100, .5)}, true}, {[]Finding{rung(100, 90, 100, .5)}, false},
		{[]Finding{rung(0, 100, 100, .5), rung(0, 100, 100, .5)}, false},
	} {
		l := ladder(t, c.rungs...)
		if l.Climbs() || l.Rough() != c.rough || l.Slope().HasValue() {
			t.Errorf("climbs %v, rough %v, slope %v", l.Climbs(), l.Rough(), l.Slope())
		}
	}
	all, err := LaddersOf([]Finding{rung(500, 100, 100, .5), rung(0, 100, 100, .5)})
	if err != nil || len(all) != 2 {
		t.Errorf("%d ladders, %v; want one with and one without a limit", len(all), err)
	}
}
