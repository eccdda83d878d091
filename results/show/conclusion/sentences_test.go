package conclusion

import (
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestVerdictsOfTests checks what a decision shows, by the sign of the rejected bound, and with which chance of error.
func TestVerdictsOfTests(t *testing.T) {
	t.Parallel()
	const h1, h0 = ": the test accepted H1, as about 10 % of tests would if H0 were true.",
		": the test accepted H0, as about 20 % of tests would if H1 were true."
	for _, c := range []struct {
		elo0, elo1 float64
		decision   stats.Decision
		want       string
	}{
		{0, 10, stats.AcceptH1, "A is stronger than B" + h1},
		{.5, 10, stats.AcceptH1, "A is stronger than B by more than 0.5 logistic Elo" + h1},
		{-.5, 10, stats.AcceptH1, "A is less than 0.5 logistic Elo weaker than B, if weaker at all" + h1},
		{-10, 0, stats.AcceptH0, "B is stronger than A" + h0},
		{-10, -.5, stats.AcceptH0, "B is stronger than A by more than 0.5 logistic Elo" + h0},
		{-10, .5, stats.AcceptH0, "B is less than 0.5 logistic Elo weaker than A, if weaker at all" + h0},
	} {
		test := results.TestStanding{SPRT: stats.SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: .1, Beta: .2,
			Model: stats.Logistic},
			Players: []string{"A", "B"}, Decision: c.decision}
		if got := verdict(test); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestEstimateAfterTest checks what is said of the difference after a test: nothing if it is not adjusted for the stop,
// a bound, or a value with its interval; and that an undecided test tells if the interval leaves out 0.
func TestEstimateAfterTest(t *testing.T) {
	t.Parallel()
	test := results.TestStanding{SPRT: stats.SPRT{Elo0: -5, Elo1: 10, Alpha: .05, Beta: .05, Model: stats.Logistic},
		Players: []string{"A", "B"}, Decision: stats.AcceptH1, Counts: stats.Openings{0, 0, 9, 0, 0}}
	const open = "The test does not show that the difference reaches 10 logistic Elo."
	for _, c := range []struct {
		adjusted bool
		elo      stats.Estimate
		want     string
		leaves   string // limits of an interval without 0
	}{
		{false, stats.Limited(12, 3, 21), open, ""}, {true, stats.Estimate{}, open, ""},
		{true, stats.Estimate{Kind: stats.AtLeast, Low: 120}, open + " It is estimated at ≥ 120 Elo (95 %).", ""},
		{true, stats.Limited(12, .4, 21), open + " It is estimated at 12 Elo (95 % interval 0 to 21).", "0 to 21"},
		{true, stats.Limited(12, 0, 21), open + " It is estimated at 12 Elo (95 % interval 0 to 21).", ""},
		{true, stats.Limited(-12, -21, -.6), open + " It is estimated at -12 Elo (95 % interval -21 to -1).",
			"-21 to -1"},
		{true, stats.Limited(-12, -21, 0), open + " It is estimated at -12 Elo (95 % interval -21 to 0).", ""},
	} {
		estimate := stats.AfterStop{Elo: c.elo, Adjusted: c.adjusted}
		if got := notShown(test, estimate); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
		undecided := test
		undecided.Decision = stats.Undecided
		want := "The test is undecided: it accepts neither -5 nor 10 logistic Elo as the difference."
		if c.leaves != "" {
			want += " The 95 % interval of the estimate (" + c.leaves +
				" Elo) leaves out 0 all the same: it shows which " +
				"differences fit these games, and the test which of its two fits better. The 95 % hold only if the " +
				"test ends here."
		}
		if got := OfTest(undecided, estimate, Games{Distinct: 18})[0]; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	test.Decision = stats.AcceptH0
	if got := notShown(test, stats.AfterStop{}); got != "The test does not show that the difference is -5 logistic "+
		"Elo or less." {
		t.Error(got)
	}
	for faults, want := range map[int]string{0: "The test is undecided: ",
		1: "A player's fault stopped the test before it " +
			"was decided: "} {
		test.Decision = stats.Undecided
		games := Games{Distinct: 18, Faults: faults, Rule: tournament.FaultStops}
		if got := OfTest(test, stats.AfterStop{}, games)[0]; !strings.HasPrefix(got, want) {
			t.Errorf("%d faults: %s", faults, got)
		}
	}
}

// TestOneComparison checks the sentence about two players: the stronger one with the difference, or why none is shown.
func TestOneComparison(t *testing.T) {
	t.Parallel()
	const stronger, neither = "A is stronger than B at 95 %, however often one looks.",
		"Neither A nor B is shown to be stronger"
	played := results.Standings{}
	played.Games, played.Draws = 10, 9
	drawn := played
	drawn.Draws = 10
	atLeast := func(low float64) stats.Estimate { return stats.Estimate{Kind: stats.AtLeast, Low: low} }
	atMost := func(high float64) stats.Estimate { return stats.Estimate{Kind: stats.AtMost, High: high} }
	none := stats.Estimate{}
	for _, c := range []struct {
		shown                    bool
		difference, above, below stats.Estimate
		s                        results.Standings
		want                     string
	}{
		{true, stats.Limited(50, .1, 90), none, none, played, stronger +
			" The difference is estimated at 50 Elo (95 % " +
			"interval 0 to 90 if the number of openings was fixed beforehand)."},
		{true, stats.Limited(50, 0, 90), none, none, played, stronger},
		{true, atLeast(300), atLeast(200), atMost(-135), played, "A won all games and is stronger than B at 95 %, " +
			"however often one looks, by at least 335 Elo."},
		{true, none, atLeast(200), atMost(200), played, stronger},
		{false, stats.Limited(0, -5, 5), none, none, drawn, neither + ": all games were drawn."},
		{false, none, none, none, played, neither + "."}, {false, atLeast(3), none, none, played, neither + "."},
		{false, stats.Limited(-.4, -5, 5), none, none, played, neither +
			": they are level (95 % interval of the difference " +
			"-5 to 5 Elo)."},
		{false, stats.Symmetric(.5, 5), none, none, played, neither + ": the first is ahead by 0 Elo, but the 95 % " +
			"interval (-4 to 6) includes 0."},
		{false, stats.Symmetric(12, 10), none, none, played, neither +
			" yet: the 95 % interval of the difference (2 to 22 " +
			"Elo) leaves out 0. That counts only if the number of openings was fixed beforehand; at every look more " +
			"is needed."},
		{false, stats.Symmetric(12, 12), none, none, played, neither + ": the first is ahead by 12 Elo, but the 95 % " +
			"interval (0 to 24) includes 0."},
	} {
		one := comparison{shown: c.shown}
		one.Difference, one.above.Player, one.below.Player = c.difference, "A", "B"
		one.above.Rating.Estimate, one.below.Rating.Estimate = c.above, c.below
		if got := one.text(c.s); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestSeveralComparisons checks the sentence about three players by which pairs are told apart, and the chance of error
// of each open pair, which share 5 %.
func TestSeveralComparisons(t *testing.T) {
	t.Parallel()
	const together = "At 95 % for all 3 comparisons together, however often one looks, "
	s := results.Standings{Rows: []results.Row{{Player: "A"}, {Player: "B"}, {Player: "C"}}}
	for _, c := range []struct {
		shown [3]bool // of A over B, A over C and B over C
		alpha float64
		want  string
	}{
		{[3]bool{}, .05 / 3, "no player is shown to be stronger than another."},
		{[3]bool{false, true, false}, .025, "A is stronger than C; the other 2 pairs are not told apart."},
		{[3]bool{false, true, true}, .05, "A and B are each stronger than C; the other pair is not told apart."},
		{[3]bool{true, true, false}, .05, "A is stronger than all others; the other pair is not told apart."},
	} {
		var all comparisons
		for i, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			all = append(all, comparison{above: s.Rows[pair[0]], below: s.Rows[pair[1]], shown: c.shown[i]})
		}
		if got := all.several(s); got != together+c.want {
			t.Errorf("%s, want %s", got, together+c.want)
		}
		near.Check(t, all.alphaOfEach(3), c.alpha, 1e-12, "chance of error of each open pair")
	}
	every := comparisons{{above: s.Rows[0], below: s.Rows[1], shown: true}}
	s.Rows = s.Rows[:2]
	if got := every.several(s); !strings.HasSuffix(got, "every player is stronger than all those below it.") {
		t.Error(got)
	}
}
