package metrics

import (
	"math"
	"testing"

	"pillars/results/estimate/stats"
)

// chosen returns a game of turns with one step each and the given numbers of legal steps. It has half as many legal
// turns as legal steps.
func chosen(pair string, legal ...int) Trace {
	g := simple(pair, len(legal))
	for i, n := range legal {
		g.Turns[i].Steps[0].Legal, g.Turns[i].Wholes = n, n/2
	}
	return g
}

// TestChoices measures games by hand. The averages of two quarters differ, because the numbers of choices do. The
// opening was given, so its 99 choices do not count.
func TestChoices(t *testing.T) {
	t.Parallel()
	all := measured(Sample{Rules: twoSeats(), Games: []Trace{chosen("a", 6, 2, 9, 4), chosen("b", 6, 8, 1, 4)}})
	for i, want := range []struct{ arithmetic, geometric float64 }{{6, 6}, {5, 4}, {5, 3}, {4, 4}} {
		quarter := string(rune('1' + i))
		expect(t, all, "steps-legal-along/quarter "+quarter, want.arithmetic)
		expect(t, all, "steps-legal-along-geometric/quarter "+quarter, want.geometric)
	}
	expect(t, all, "steps-legal-geometric/all steps", math.Pow(6*2*9*4*6*8*1*4, 1./8))

	given := chosen("a", 99, 12, 4, 40)
	given.Turns[0].Given = true
	all = measured(Sample{Rules: twoSeats(), Games: []Trace{given, chosen("b", 8, 6, 2)}})
	for id, want := range map[string]float64{"steps-legal-range/fewest": 2, "steps-legal-range/median": 7,
		"steps-legal-range/most": 40, "turns-legal-range/fewest": 1, "turns-legal-range/median": 3.5,
		"turns-legal-range/most": 20} {
		expect(t, all, id, want)
	}
	if m := all["steps-legal-range/median"]; m.N != 6 {
		t.Errorf("the median of %d steps", m.N)
	}
	same := []Trace{chosen("a", 2, 9), chosen("b", 3, 9), chosen("c", 4, 8)} // the median divides all games alike
	all = measured(Sample{Rules: twoSeats(), Games: same})
	expect(t, all, "steps-legal-range/median", 6)
	for _, id := range []string{"steps-legal-range/median", "steps-legal-range/most"} {
		if m := all[id]; m.Estimate.Kind != stats.Fixed || m.Note == "" {
			t.Errorf("%s has an interval: %v", id, m.Estimate)
		}
	}
}
