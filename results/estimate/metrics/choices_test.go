package metrics

import (
	"math"
	"testing"
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

// TestChoices measures games by hand. The opening was given, so its 99 choices do not count.
func TestChoices(t *testing.T) {
	t.Parallel()
	all := measured(Sample{Rules: twoSeats(), Games: []Trace{chosen("a", 6, 2, 9, 4), chosen("b", 6, 8, 1, 4)}})
	expect(t, all, "turns-legal", (3+1+4+2+3+4+2)/7.) // one has no legal turn counted
	expect(t, all, "turns-legal-geometric", math.Pow(3*1*4*2*3*4*2, 1./7))
	given := chosen("a", 99, 12, 4, 40)
	given.Turns[0].Given = true
	all = measured(Sample{Rules: twoSeats(), Games: []Trace{given, chosen("b", 8, 6, 2)}})
	expect(t, all, "steps-legal/all steps", (12+4+40+8+6+2)/6.)
	expect(t, all, "turns-legal", (6+2+20+4+3+1)/6.)
	expect(t, all, "turns-legal-geometric", math.Pow(6*2*20*4*3*1, 1./6))
}
