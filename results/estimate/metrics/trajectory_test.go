package metrics

import (
	"testing"

	"pillars/engine"
	"pillars/results/estimate/stats"
)

// viewed returns a game of two seats that act in turn. The judge expects the given scores of the first seat.
func viewed(winner engine.Seat, firsts ...float64) Game {
	g := simple("", len(firsts))
	g.Outcome = won(winner)
	for i, x := range firsts {
		g.Turns[i].Expectation = []float64{x, 1 - x}
	}
	return g
}

// refereed returns the metrics of games that a judge has seen.
func refereed(games ...Game) map[string]Metric {
	return measured(Sample{Rules: twoSeats(), Judge: "judge", Games: games})
}

// TestCourse follows a game by hand: the first seat leads, falls behind by 0.2 and 0.4, passes for good at the sixth
// turn, and wins.
func TestCourse(t *testing.T) {
	t.Parallel()
	all := refereed(viewed(0, .6, .4, .3, .5, .65, .75, .9, .95))
	expect(t, all, "lead-changes", 2./7) // eight turns have seven changes to see
	expect(t, all, "behind", 2./8)
	expect(t, all, "drama", (.2+.4)/2)
	expect(t, all, "hope", .7) // the loser's, at the third turn
	expect(t, all, "decisiveness", .7)
	expect(t, all, "decided-at", 5./8)
	expect(t, all, "decided-turn", 6)
	expect(t, all, "killer-moves", 0)
	if n := all["drama"].N; n != 2 {
		t.Errorf("drama of %d turns", n)
	}
}

// TestLeadChangesLieBetweenTurns measures a game of three turns, whose leader changes twice, and one of five turns
// without a change: two changes out of six possible ones. A game of one turn has no possible change, and by itself
// determines nothing.
func TestLeadChangesLieBetweenTurns(t *testing.T) {
	t.Parallel()
	single := viewed(0, .9)
	all := refereed(viewed(0, .6, .4, .7), viewed(0, .6, .6, .6, .6, .6), single)
	expect(t, all, "lead-changes", 2./6)
	if n := all["lead-changes"].N; n != 6 {
		t.Errorf("%d turns after the first", n)
	}
	if m := refereed(single)["lead-changes"]; m.Estimate.Kind != stats.Absent || m.Note == "" {
		t.Errorf("one turn has %v lead changes", m.Estimate)
	}
}

// TestDecisionsAreOfAllGames checks that the threshold of a decision is the highest expectation of a loser in all
// games. A winner may fall back below it, and reaching it is not enough.
func TestDecisionsAreOfAllGames(t *testing.T) {
	t.Parallel()
	all := refereed(viewed(1, .8, .3, .1, .1), viewed(0, .7, .85, .75, .9), viewed(1, .5, .5, .5, .5))
	expect(t, all, "decisiveness", .8)
	expect(t, all, "decided-at", (.5+.75+1)/3)               // the last is decided by its end only
	all = refereed(viewed(1, .75, .3), viewed(0, .75, .875)) // to reach the threshold is not to pass it
	expect(t, all, "decided-at", (1+.5)/2)
}

// TestKillerMoves checks that turns that throw a win away are killer moves too, and that the last turn can be one.
func TestKillerMoves(t *testing.T) {
	t.Parallel()
	// the second seat throws 0.6 away, the first 0.7, the last turn loses 0.9
	all := refereed(viewed(0, .5, .2, .8, .1))
	expect(t, all, "killer-moves", 3./4)
}

// TestRefereeError checks that the error is a mean square. The second seat loses and acts at the second turn.
func TestRefereeError(t *testing.T) {
	t.Parallel()
	all := refereed(viewed(0, .6, .3))
	expect(t, all, "judge-error", (.4*.4+.7*.7)/2)
}

// TestJudgeSkill compares the judge's error with the variances of the seats' scores over their turns. Two games of
// three turns, one drawn, give the first seat the scores 1, 1, 1/2, 1/2 and the second 0, 1/2: the sum of squares is
// 1/4 + 1/8. A judge that expects each seat's mean has no skill.
func TestJudgeSkill(t *testing.T) {
	t.Parallel()
	drawn := viewed(0, .75, .75, .75)
	drawn.Outcome, drawn.Ending = engine.Draw(2, engine.Repetition), Drawn
	expect(t, refereed(viewed(0, .75, .75, .75), drawn), "judge-skill", 0)
	missed := .1*.1 + .7*.7 + .4*.4 + .25*.25 + .25*.25 + .25*.25
	expect(t, refereed(viewed(0, .9, .3, .6), drawn), "judge-skill", 1-missed/(1./4+1./8))
	if m := refereed(drawn)["judge-skill"]; m.Estimate.Kind != stats.Absent || m.Note == "" {
		t.Errorf("one drawn game gives the skill %v", m.Estimate)
	}
}

// TestStability checks that stability is a variance, here (0.3^2 + 0.1^2 + 0.1^2 + 0.3^2)/4.
func TestStability(t *testing.T) {
	t.Parallel()
	all := refereed(viewed(0, .2, .4, .6, .8))
	expect(t, all, "stability/seat 1", .05)
	expect(t, all, "stability/seat 2", .05)
}

// TestDrawsHaveNoWinner checks that a drawn game counts for no metric of winners, except the hopes of both seats.
func TestDrawsHaveNoWinner(t *testing.T) {
	t.Parallel()
	g := viewed(0, .9, .3)
	g.Outcome, g.Ending = engine.Draw(2, engine.Repetition), Drawn
	all := refereed(g)
	expect(t, all, "hope", .9)
	expect(t, all, "drawishness", 1)
	expect(t, all, "seat-wins/seat 1", 0)
	for _, name := range []string{"drama", "behind", "decided-at", "decided-turn"} {
		if m := all[name]; m.Estimate.Kind != stats.Absent || m.Note == "" {
			t.Errorf("%s of a drawn game is %v", name, m.Estimate)
		}
	}
}

// TestSeveralSeats follows three seats: the leader changes, and the winner is behind whichever seat leads.
func TestSeveralSeats(t *testing.T) {
	t.Parallel()
	g := simple("", 3)
	g.Outcome = engine.Outcome{Reason: engine.NoLegalStep, Seats: 3, Scores: [4]float64{.5, 0, 1}}
	for i, values := range [][]float64{{.6, .5, .4}, {.3, .7, .5}, {.2, .3, 1}} {
		g.Turns[i].Seat, g.Turns[i].Expectation = engine.Seat(i), values
	}
	rules := twoSeats()
	rules.seats = append(rules.seats, "Red")
	all := measured(Sample{Rules: rules, Judge: "judge", Games: []Game{g}})
	expect(t, all, "lead-changes", 2./2)
	expect(t, all, "behind", 2./3)
	expect(t, all, "drama", .2)
	expect(t, all, "balance", 0)
	expect(t, all, "seat-wins/seat 1", 0) // it is second
	expect(t, all, "seat-wins/seat 3", 1)
	expect(t, all, "hope", .7)
}

// TestClarity compares two searches by hand.
func TestClarity(t *testing.T) {
	t.Parallel()
	g := simple("", 3)
	g.Judgements = []Choice{
		{Shallow: []float64{.1, .2, .3, .4}, Deep: []float64{.5, .6, .7, .8}},    // the same order
		{Shallow: []float64{.4, .3, .2, .1}, Deep: []float64{.5, .645, .68, .7}}, // the opposite one
		// no order at all, and every turn is the best
		{Shallow: []float64{.1, .9, .5}, Deep: []float64{.5, .5, .5}},
		{Shallow: []float64{.7}, Deep: []float64{.7}},                            // no choice
		{Shallow: []float64{.2, .2, .5, .6}, Deep: []float64{.1, .3, .15, .299}}, // ranks 0.5 0.5 2 3 and 0 3 1 2
	}
	all := measured(Sample{Rules: twoSeats(), Games: []Game{g}})
	// The first two are 1 and -1. Deviations from the mean rank 1.5 of the last: -1 -1 .5 1.5 and -1.5 1.5 -.5 .5,
	// product .5, squares 4.5 and 5.
	expect(t, all, "clarity-rank", (.5/4.743416490252569)/3)
	expect(t, all, "clarity-top", 2./4)
	expect(t, all, "near-best", (1./4+2./4+1+2./4)/4)
	if all["clarity-rank"].N != 3 || all["clarity-top"].N != 4 {
		t.Errorf("%d and %d positions", all["clarity-rank"].N, all["clarity-top"].N)
	}
}

// TestTheBestTurnMayNotBeJudged judges turns drawn from many. Two are far below the turn that the deep search plays,
// and a third is near it.
func TestTheBestTurnMayNotBeJudged(t *testing.T) {
	t.Parallel()
	g := simple("", 3)
	g.Judgements = []Choice{{Shallow: []float64{.1, .2, .3}, Deep: []float64{.5, .55, .62}, Best: .66}}
	all := measured(Sample{Rules: twoSeats(), Games: []Game{g}})
	expect(t, all, "near-best", 1./3)
	expect(t, all, "clarity-top", 1) // of those judged
}

// TestPermanence checks that only turns count that an opponent could have undone.
func TestPermanence(t *testing.T) {
	t.Parallel()
	g := simple("", 6)
	g.Turns[0].SetUp = true
	g.Turns[1].Given = true
	g.Turns[3].Undone = true
	g.Turns[5].Seat = g.Turns[4].Seat // nobody else acts after the fifth
	all := measured(Sample{Rules: twoSeats(), Games: []Game{g}})
	expect(t, all, "permanence", .5) // of the third and the fourth
}

// TestQuantities checks the means of quantities on the board and of events.
func TestQuantities(t *testing.T) {
	t.Parallel()
	rules := twoSeats()
	rules.Quantities = []engine.Metric{{Name: "men"}, {Name: "captures", Event: true}}
	g := simple("", 4)
	g.Start = []int{3, 0}
	for i, values := range [][]int{{4, 0}, {5, 1}, {2, 2}, {1, 1}} {
		g.Turns[i].Quantities = values
	}
	s := Sample{Rules: rules, Games: []Game{g}}
	all := measured(s)
	expect(t, all, "quantity/men half-way", 5)
	expect(t, all, "quantity/men at the end", 1)
	expect(t, all, "quantity/captures in a game", 4)
	for i, want := range []float64{0, 0, 1, 3, 4} {
		if got := HappenedBy(s.Games, 1, 4)[i]; got.Turn != i || got.Estimate.Value != want {
			t.Errorf("captures until turn %d: %v, not %v", i, got, want)
		}
	}
	if got := QuantityAlong(s.Games, 0); got[0].Estimate.Value != 3 || got[4].Estimate.Value != 1 {
		t.Errorf("men: %v", got)
	}
}
