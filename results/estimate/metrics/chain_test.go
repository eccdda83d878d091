package metrics

import (
	"slices"
	"testing"

	"pillars/results/estimate/rounds"
)

// meet returns games of two players, of which the first wins the given number.
func meet(first, second string, wins, games int) []rounds.Kind {
	return []rounds.Kind{
		{Players: []string{first, second}, Scores: []float64{1, 0}, Games: wins},
		{Players: []string{second, first}, Scores: []float64{1, 0}, Games: games - wins},
	}
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
