package experiment

import (
	"testing"

	"pillars/results/estimate/stats"
)

// rung returns a finding in which some of all rounds are different, with a given score of the first seat.
func rung(nodes uint64, distinct, rounds int, score float64) Finding {
	seats := []stats.Estimate{{Value: score}, {Value: 1 - score}}
	return Finding{Measurement: Measurement{Nodes: nodes}, Distinct: distinct, Counted: distinct, Rounds: rounds,
		Seats: seats}
}

// TestLadders checks that rungs are sorted by node limit, and that rungs without one form a ladder of their own.
func TestLadders(t *testing.T) {
	t.Parallel()
	all := LaddersOf([]Finding{rung(2000, 400, 400, .75), rung(0, 100, 100, .5), rung(500, 400, 400, .5)})
	if len(all) != 2 || all[0].Rungs[0].Nodes != 500 || all[0].Highest().Nodes != 2000 || all[1].Highest().Nodes != 0 {
		t.Errorf("ladders %+v", all)
	}
}

// TestRough checks that a finding is rough if less than nine tenths of its rounds differ.
func TestRough(t *testing.T) {
	t.Parallel()
	if !rung(100, 89, 100, .5).Rough() || rung(100, 90, 100, .5).Rough() {
		t.Error("rough")
	}
}
