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
	return Finding{Measurement: Measurement{Nodes: nodes},
		Summary: SeatSummary{Distinct: distinct, Counted: distinct, Rounds: rounds, Seats: seats}}
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

// TestLadder climbs from odds of 1 to odds of 3, so the next rung has odds of 9. The order of the rungs does not
// matter.
func TestLadder(t *testing.T) {
	t.Parallel()
	l := ladder(t, rung(2000, 400, 400, .75), rung(500, 400, 400, .5))
	nodes, next := l.Next()
	if slope := l.Slope().Value; nodes != 8000 || !near.Equal(next.Value, .9, 1e-4) ||
		!near.Equal(slope, math.Log(3), 1e-4) {
		t.Errorf("%d nodes score %v after a slope of %v; want 8000, 0.9 and ln 3", nodes, next.Value, slope)
	}
	if l.Games != 800 || l.Highest().Nodes != 2000 || !l.Climbs() || l.rough() {
		t.Errorf("%d rounds up to %d nodes, climbs %v, rough %v", l.Games, l.Highest().Nodes, l.Climbs(), l.rough())
	}
}

// TestOneRung checks that a single rung has no slope, and that it is rough if less than nine tenths of its rounds
// differ.
func TestOneRung(t *testing.T) {
	t.Parallel()
	l := ladder(t, rung(100, 0, 0, 0), rung(100, 89, 100, .5))
	if l.Climbs() || !l.rough() || l.Games != 89 || l.Slope().HasValue() {
		t.Errorf("climbs %v, rough %v, %d rounds, slope %v", l.Climbs(), l.rough(), l.Games, l.Slope())
	}
	if ladder(t, rung(100, 90, 100, .5)).rough() {
		t.Error("with nine tenths it is rough")
	}
}

// TestRungWithoutNodes checks that findings without a node limit form a ladder of one rung that does not climb.
func TestRungWithoutNodes(t *testing.T) {
	t.Parallel()
	l := ladder(t, rung(0, 100, 100, .5), rung(0, 100, 100, .6))
	if nodes, next := l.Next(); l.Climbs() || l.Games != 200 || nodes != 0 || !near.Equal(next.Value, .55, 1e-3) {
		t.Errorf("climbs %v, %d rounds, %d nodes next with a score of %v", l.Climbs(), l.Games, nodes, next)
	}
	all, err := LaddersOf([]Finding{rung(500, 100, 100, .5), rung(0, 100, 100, .5)})
	if err != nil || len(all) != 2 {
		t.Errorf("%d ladders, %v; want one with and one without a limit", len(all), err)
	}
}
