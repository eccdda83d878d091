package metrics

import (
	"math"
	"strings"
	"testing"

	"pillars/results/estimate/stats"
)

// chosen returns a game of turns with one step each and the given numbers of legal steps. It has half as many legal
// turns as legal steps.
func chosen(pair string, legal ...int) Game {
	g := simple(pair, len(legal))
	for i, n := range legal {
		g.Turns[i].Steps[0].Legal, g.Turns[i].Wholes = n, n/2
	}
	return g
}

// TestLegalStepsAlong compares games with equal numbers of choices in two quarters, and with different numbers in the
// other two, for which the averages differ.
func TestLegalStepsAlong(t *testing.T) {
	t.Parallel()
	games := []Game{chosen("a", 6, 2, 9, 4), chosen("b", 6, 8, 1, 4)}
	all := measured(Sample{Rules: twoSeats(), Games: games})
	for i, want := range []struct{ arithmetic, geometric float64 }{{6, 6}, {5, 4}, {5, 3}, {4, 4}} {
		quarter := string(rune('1' + i))
		expect(t, all, "steps-legal-along/quarter "+quarter, want.arithmetic)
		expect(t, all, "steps-legal-along-geometric/quarter "+quarter, want.geometric)
	}
	expect(t, all, "steps-legal-geometric/all steps", math.Pow(6*2*9*4*6*8*1*4, 1./8))
}

// TestRangeOfChoices checks extremes and medians of choices. The opening was given, so its 99 choices do not count.
func TestRangeOfChoices(t *testing.T) {
	t.Parallel()
	given := chosen("a", 99, 12, 4, 40)
	given.Turns[0].Given = true
	all := measured(Sample{Rules: twoSeats(), Games: []Game{given, chosen("b", 8, 6, 2)}})
	expect(t, all, "steps-legal-range/fewest", 2)
	expect(t, all, "steps-legal-range/median", 7)
	expect(t, all, "steps-legal-range/most", 40)
	expect(t, all, "turns-legal-range/fewest", 1)
	expect(t, all, "turns-legal-range/median", 3.5)
	expect(t, all, "turns-legal-range/most", 20)
	if m := all["steps-legal-range/median"]; m.N != 6 {
		t.Errorf("the median of %d steps", m.N)
	}
	same := []Game{chosen("a", 2, 9), chosen("b", 3, 9), chosen("c", 4, 8)}
	if m := measured(Sample{Rules: twoSeats(),
		Games: same})["steps-legal-range/median"]; m.Estimate.Kind != stats.Fixed || m.Estimate.Value != 6 ||
		!strings.Contains(m.Note, "divides all games alike") {
		t.Errorf("the median is %v (%s)", m.Estimate, m.Note)
	}
	if m := all["steps-legal-range/most"]; m.Estimate.Kind != stats.Fixed || m.Note == "" {
		t.Errorf("an extreme has an interval: %v", m.Estimate)
	}
}
