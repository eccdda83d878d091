package metrics

import (
	"testing"

	"pillars/engine"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// viewed returns a game of two seats that act in turn. The judge expects the given scores of the first seat; it did not
// evaluate turns with negative ones.
func viewed(winner engine.Seat, firsts ...float64) Trace {
	g := simple("", len(firsts))
	g.Outcome = won(winner)
	for i, x := range firsts {
		if x >= 0 {
			g.Turns[i].Expectation = []float64{x, 1 - x}
		}
	}
	return g
}

// refereed returns the metrics of games that a judge has seen.
func refereed(games ...Trace) map[string]Metric {
	return measured(Sample{Rules: twoSeats(), Judge: "judge", Games: games})
}

// TestJudgedGames checks metrics of games by hand, of which a judge expected the given scores of the first seat.
func TestJudgedGames(t *testing.T) {
	t.Parallel()
	drawn := viewed(0, .75, .75, .75)
	drawn.Outcome, drawn.Ending = engine.Draw(2, engine.Repetition), rounds.Drawn
	single := viewed(0, .9)
	for name, c := range map[string]struct {
		games []Trace
		want  map[string]float64
	}{
		// The first seat leads, falls behind by .2 and .4, passes for good at the sixth turn, and wins. Eight turns
		// have seven changes to see.
		"a course": {[]Trace{viewed(0, .6, .4, .3, .5, .65, .75, .9, .95)}, map[string]float64{"lead-changes": 2. / 7,
			"behind": 2. / 8, "drama": (.2 + .4) / 2, "decisiveness": .7, "decided-turn": 6, "killer-moves": 0}},
		"changes lie between turns": {[]Trace{viewed(0, .6, .4, .7), viewed(0, .6, .6, .6, .6, .6), single},
			map[string]float64{"lead-changes": 2. / 6}},
		// The highest expectation of a loser in all games is the threshold of a decision. A winner may fall back below
		// it, and reaching it is not enough. Each game has a given opening of no, one and two turns.
		"decisions": {[]Trace{viewed(1, .8, .3, .1, .1), viewed(0, -1, .7, .85, .75, .9), viewed(1, -1, -1, .5, .5)},
			map[string]float64{"decisiveness": .8, "decided-turn": (3. + 5 + 5) / 3}},
		"a threshold that is reached": {[]Trace{viewed(1, .75, .3), viewed(0, .75, .875)},
			map[string]float64{"decided-turn": (3. + 2) / 2}},
		// The second seat throws .6 away, the first .7, and the last turn loses .9.
		"killer moves": {[]Trace{viewed(0, .5, .2, .8, .1)}, map[string]float64{"killer-moves": 3. / 4}},
		"variances": {[]Trace{viewed(0, .2, .4, .6, .8)},
			map[string]float64{"stability/seat 1": .05, "stability/seat 2": .05}},
		"mean squares": {[]Trace{viewed(0, .6, .3)}, map[string]float64{"judge-error": (.4*.4 + .7*.7) / 2}},
		// The scores are 1, 1, 1/2, 1/2 of the first seat and 0, 1/2 of the second, with the squares 1/4 + 1/8.
		"no skill": {[]Trace{viewed(0, .75, .75, .75), drawn}, map[string]float64{"judge-skill": 0}},
		"skill": {[]Trace{viewed(0, .9, .3, .6), drawn}, map[string]float64{
			"judge-skill": 1 - (.1*.1+.7*.7+.4*.4+3*.25*.25)/(1./4+1./8)}},
		"draws have no winner": {[]Trace{drawn}, map[string]float64{"decisiveness": .75, "drawishness": 1,
			"seat-wins/seat 1": 0}},
	} {
		t.Run(name, func(t *testing.T) {
			all := refereed(c.games...)
			for id, want := range c.want {
				expect(t, all, id, want)
			}
		})
	}
	for id, g := range map[string]Trace{"lead-changes": single, "judge-skill": drawn, "drama": drawn, "behind": drawn,
		"decided-turn": drawn} {
		if m := refereed(g)[id]; m.Estimate.Kind != stats.Absent || m.Note == "" {
			t.Errorf("%s is %v", id, m.Estimate)
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
	all := measured(Sample{Rules: rules, Judge: "judge", Games: []Trace{g}})
	expect(t, all, "lead-changes", 2./2)
	expect(t, all, "behind", 2./3)
	expect(t, all, "drama", .2)
	expect(t, all, "balance", 0)
	expect(t, all, "decisiveness", .7)
	expect(t, all, "seat-wins/seat 1", 0) // it is second
	expect(t, all, "seat-wins/seat 3", 1)
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
		{Shallow: []float64{.7}, Deep: []float64{.7}}, // no choice
		{Shallow: []float64{.2, .2, .5, .6}, Deep: []float64{.1, .3, .15, .299}},
	}
	all := measured(Sample{Rules: twoSeats(), Games: []Trace{g}})
	expect(t, all, "clarity-top", 2./4)
	expect(t, all, "near-best", (1./4+2./4+1+2./4)/4)
	// The best turn may not be judged: of these, two are far below it.
	g.Judgements = []Choice{{Shallow: []float64{.1, .2, .3}, Deep: []float64{.5, .55, .62}, Best: .66}}
	part := measured(Sample{Rules: twoSeats(), Games: []Trace{g}})
	expect(t, part, "near-best", 1./3)
	expect(t, part, "clarity-top", 1) // of those judged
	if all["clarity-top"].N != 4 {
		t.Errorf("%d positions", all["clarity-top"].N)
	}
}
