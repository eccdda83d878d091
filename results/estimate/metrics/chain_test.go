package metrics

import (
	"slices"
	"testing"
)

// meet returns games of two players, of which the first wins the given number.
func meet(first, second string, wins, games int) (all []Trace) {
	for i := range games {
		g := simple("", 2)
		g.Players = []string{first, second}
		if i >= wins {
			g.Outcome = won(1)
		}
		if i%2 == 1 { // the other way round
			g.Players = []string{second, first}
			g.Outcome.Scores[0], g.Outcome.Scores[1] = g.Outcome.Scores[1], g.Outcome.Scores[0]
		}
		all = append(all, g)
	}
	return all
}

// TestChain finds the rungs of a tournament: b beats random but a does not; c beats random and b; d is hardly better
// than c and ends the chain.
func TestChain(t *testing.T) {
	t.Parallel()
	games := slices.Concat(
		meet("a", "random", 12, 20), meet("b", "random", 16, 20), meet("c", "random", 19, 20),
		meet("d", "random", 20, 20),
		meet("b", "a", 13, 20), meet("c", "a", 17, 20), meet("d", "a", 18, 20), meet("c", "b", 15, 20),
		meet("d", "b", 16, 20), meet("d", "c", 11, 20))
	want := []Rung{
		{Player: "random"}, {Player: "b", Points: 16, Games: 20}, {Player: "c", Points: 15, Games: 20},
		{Player: "d", Points: 11, Games: 20},
	}
	if got := ChainOf(games); !slices.Equal(got, want) {
		t.Errorf("the chain is %v, not %v", got, want)
	}
	if got := ChainOf(meet("c", "b", 15, 20)); got != nil {
		t.Errorf("without random play there is a chain %v", got)
	}
	if got := ChainOf(meet("random", "b", 20, 20)); len(got) != 1 { // b, the weaker, bounds nothing
		t.Errorf("%v", got)
	}
	if got := ChainOf(nil); got != nil {
		t.Errorf("%v", got)
	}
}
