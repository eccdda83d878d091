package metrics

import (
	"slices"
	"strings"
	"testing"
)

// meet returns games of two players, of which the first wins the given number.
func meet(first, second string, wins, games int) (all []Game) {
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

// TestRungsOfSeveralChains checks that rungs are sorted by node limit, whichever column they come from.
func TestRungsOfSeveralChains(t *testing.T) {
	t.Parallel()
	column := func(title string, players ...string) Profile {
		s := full()
		s.Chain = []Rung{{Player: "random"}}
		for _, player := range players {
			s.Chain = append(s.Chain, Rung{Player: player, Points: 16, Games: 20})
		}
		return Profile{Title: title, Metrics: Of(s)}
	}
	var b strings.Builder
	columns := []Profile{column("one", "a:nodes=8", "a:nodes=256"),
		column("other", "a:nodes=8", "a:nodes=16", "a:nodes=1024"), column("third", "plain")}
	if err := WriteTable(&b, columns); err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, player := range []string{"plain ", "a:nodes=8 ", "a:nodes=16 ", "a:nodes=256 ", "a:nodes=1024 "} {
		next := strings.Index(b.String(), "Score against the rung below, "+player)
		if next < at || next < 0 {
			t.Fatalf("%s stands at %d, after %d:\n%s", player, next, at, b.String())
		}
		at = next
	}
}
