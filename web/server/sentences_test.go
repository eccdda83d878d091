package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/show/report"
	"pillars/tournament"
)

// paired returns standings of Greedy against Random after 10 or more openings. Each of the pairs gives Greedy's results
// in both games of an opening, as won, drawn or lost. distinct is the number of openings with distinct moves.
func paired(t *testing.T, distinct int, pairs ...string) *results.Standings {
	t.Helper()
	fold := &results.Fold{}
	for i, pair := range slices.Repeat(pairs, 10) {
		first := float64(strings.Index("LDW", pair[:1])) / 2
		second := 1 - float64(strings.Index("LDW", pair[1:]))/2
		for _, game := range []results.Game{
			{Players: []string{"greedy", "random"}, Scores: []float64{first, 1 - first}, Opening: fmt.Sprint(i)},
			{Players: []string{"random", "greedy"}, Scores: []float64{second, 1 - second}, Opening: fmt.Sprint(i)},
		} {
			if err := fold.Add(game); err != nil {
				t.Fatal(err)
			}
		}
	}
	fold.Distinct = distinct
	s, err := fold.Standings(results.StandingsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// TestHeadlinesOfTournaments checks the headline for every way in which a tournament may stand.
func TestHeadlinesOfTournaments(t *testing.T) {
	t.Parallel()
	two, three := enginetest.Rules(t, "pit"), enginetest.Rules(t, "pit", "players=3")
	unclear, clear := paired(t, 0, "WL", "DD"), paired(t, 0, "WW", "WD", "WW", "WL")
	shares := func(all ...float64) (scores []score) {
		for i, share := range all {
			scores = append(scores, score{Player: []string{"greedy", "random", "uct:nodes=9"}[i], Share: share})
		}
		return scores
	}
	for _, c := range []struct {
		want     string
		rules    engine.Rules
		standing *results.Standings
		scores   []score
		state    string
	}{
		{"", two, nil, shares(60, 40), stateFinished},
		{"", two, &results.Standings{}, shares(60, 40), stateFinished},
		{"", two, clear, shares(60), stateFinished},
		{"Greedy and Random are level: half of the points each", two, unclear, shares(50, 50), stateFinished},
		{"Greedy and Random are close: 49 % of the points", two, unclear, shares(49, 51), stateFinished},
		{"Greedy leads Random, too close to be sure: 52 % of the points", two, unclear, shares(52, 48), stateFinished},
		{"Greedy is ahead of Random: 62 % of the points", three, clear, shares(62, 38), stateFinished},
		// 13 of 16 points are 400 log10(13/3) = 254.7 Elo.
		{"Greedy beats Random: 81 % of the points, 255 more Elo", two, clear, scoresOf(clear, 2), stateFinished},
		{"Greedy beats Random: 100 % of the points", two, paired(t, 0, "WW"), shares(100, 0), stateFinished},
		{"Greedy beats all 2 others: 70 % of the points, then Random with 50 %", two, clear, shares(70, 50, 30),
			stateFinished},
		{"Greedy leads 2 others: 70 % of the points, then Random with 50 %", two, clear, shares(70, 50, 30),
			stateStopped},
		{"Greedy finishes first of 3: 70 % of the points, then Random with 50 %", two, unclear, shares(70, 50, 30),
			stateFinished},
	} {
		in := report.Input{Rules: c.rules, Standings: c.standing, Spec: tournament.Spec{
			Players: []string{"greedy", "random", "uct:nodes=9"}, Format: tournament.RoundRobin{}}}
		if got := headlineOf(in, c.scores, c.state, results.TestPath{}); got != c.want {
			t.Errorf("%q instead of %q", got, c.want)
		}
	}
}

// TestHeadlinesOfTests checks the headline and the texts about the course of a test for every decision between every
// kind of hypotheses.
func TestHeadlinesOfTests(t *testing.T) {
	t.Parallel()
	const undecided = "The test has not decided."
	unclear := paired(t, 20, "WL", "DD")
	for _, c := range []struct {
		elo0, elo1              float64
		decision                stats.Decision
		won, lost               int
		state                   string
		headline, stronger, not string
		said                    string
	}{
		{0, 10, stats.AcceptH1, 7, 3, stateFinished, "Greedy beats Random: 70 % of the points", "Greedy is stronger",
			"Greedy is not stronger by 10", "The test found that Greedy is stronger than Random."},
		{5, 10, stats.AcceptH1, 7, 3, stateFinished, "Greedy beats Random: 70 % of the points",
			"Greedy is stronger by more than 5", "Greedy is not stronger by 10",
			"The test found that Greedy is stronger by more than 5 than Random."},
		{-5, 5, stats.AcceptH1, 5, 5, stateFinished, "Greedy holds its own against Random: 50 % of the points",
			"Greedy is less than 5 weaker", "Greedy is not stronger by 5",
			"The test found that Greedy is less than 5 weaker than Random."},
		{-5, 0, stats.AcceptH0, 3, 7, stateFinished, "Random beats Greedy: 70 % of the points",
			"Greedy is less than 5 weaker", "Greedy is not stronger",
			"The test found that Greedy is not stronger than Random."},
		{-9, -5, stats.AcceptH0, 1, 9, stateFinished, "Random beats Greedy: 90 % of the points",
			"Greedy is less than 9 weaker", "Greedy is weaker by more than 5",
			"The test found that Greedy is weaker by more than 5 than Random."},
		{0, 10, stats.AcceptH0, 5, 5, stateFinished, "Random held off Greedy, 50 to 50", "Greedy is stronger",
			"Greedy is not stronger by 10",
			"The test asked whether Greedy is clearly stronger, and found that it is not."},
		{0, 10, stats.AcceptH0, 6, 4, stateFinished, "Greedy leads Random by less than asked, 60 to 40",
			"Greedy is stronger", "Greedy is not stronger by 10",
			"The test asked whether Greedy is clearly stronger, and found that it is not."},
		{0, 10, stats.Undecided, 6, 4, stateFinished, "Greedy against Random stays open: 60 % of the points",
			"Greedy is stronger", "Greedy is not stronger by 10", undecided},
		{0, 10, stats.Undecided, 6, 4, stateStopped, "Greedy against Random is open so far: 60 % of the points",
			"Greedy is stronger", "Greedy is not stronger by 10", undecided},
		{0, 10, stats.Undecided, 0, 0, stateStopped, "", "Greedy is stronger", "Greedy is not stronger by 10",
			undecided},
	} {
		in := report.Input{Rules: enginetest.Rules(t, "pit"), Standings: unclear, Spec: tournament.Spec{
			Players: []string{"greedy", "random"},
			Format:  tournament.Sequential{Test: tournament.Test{Elo0: c.elo0, Elo1: c.elo1}}}}
		path := results.TestPath{TestStanding: results.TestStanding{Decision: c.decision,
			Counts: stats.Openings{0, 3, 4, 3, 0}, Compared: stats.WDL{Wins: c.won, Losses: c.lost}}}
		scores := []score{{Player: "greedy"}, {Player: "random"}}
		if got := headlineOf(in, scores, c.state, path); got != c.headline {
			t.Errorf("%q instead of %q", got, c.headline)
		}
		got := courseOf(in, path, 20)
		if got.Stronger != c.stronger || got.Not != c.not || !slices.Equal(got.Said, []string{c.said}) {
			t.Errorf("%+v instead of %q, %q, %q", *got, c.stronger, c.not, c.said)
		}
		if said := courseOf(in, path, 21).Said; len(said) != 2 || !strings.HasPrefix(said[1], "20 of 21 games count:") {
			t.Errorf("with a game that does not count: %q", said)
		}
	}
}

// TestHeadlinesOfSeats checks what a measurement of the seats says, depending on its rounds and its interval.
func TestHeadlinesOfSeats(t *testing.T) {
	t.Parallel()
	two, three := enginetest.Rules(t, "pit-of-pillars"), enginetest.Rules(t, "pit", "players=3")
	between := func(low, value, high float64) stats.Estimate { return stats.Limited(value, low, high) }
	for _, c := range []struct {
		want            string
		rules           engine.Rules
		first           stats.Estimate
		won, lost, same int // rounds that the first seat won and lost, and repeated rounds
	}{
		{"White, who begins, has the better seat: 75 % of the points", two, between(.6, .75, .9), 30, 10, 0},
		{"Red, who answers, has the better seat: 75 % of the points", two, between(.1, .25, .4), 10, 30, 0},
		{"White scored 52 %: too few games to tell", two, between(.47, .52, .551), 20, 20, 0},
		{"White scored 51 %: even to within 5 points", two, between(.47, .51, .5499), 20, 20, 0},
		{"White scored 49 %: even to within 4 points", two, between(.465, .49, .51), 20, 20, 0},
		{"White scored 52 %: even to within 4 points", two, between(.49, .52, .54), 20, 20, 0},
		{"White scored 75 %: too many games repeat each other to tell", two, between(.6, .75, .9), 30, 10, 5},
		{"White scored 51 %: too few games to tell", three, between(.49, .51, .52), 20, 20, 0},
		{"", two, stats.Estimate{Kind: stats.AtLeast, Low: .6}, 40, 0, 0},
	} {
		n := c.won + c.lost
		f := &experiment.Finding{Summary: experiment.SeatSummary{Counted: n, Rounds: n + c.same,
			Means: map[float64]int{1: c.won, 0: c.lost}, Seats: []stats.Estimate{c.first, {}}}}
		in := report.Input{Rules: c.rules, Finding: f}
		if got := headlineOf(in, nil, stateFinished, results.TestPath{}); got != c.want {
			t.Errorf("%q instead of %q", got, c.want)
		}
		seats := seatScores(in)
		if len(seats) > 0 && (c.rules == three || !near.Equal(seats[0].Share, 100*c.first.Value, 1e-9)) {
			t.Errorf("the seats are %+v", seats)
		}
	}
}

// TestEstimatesAreTiles checks the tile and the interval in a chart for every kind of estimate.
func TestEstimatesAreTiles(t *testing.T) {
	t.Parallel()
	percent := func(x float64) string { return stats.Percent(x, 1) }
	for _, c := range []struct {
		e     stats.Estimate
		want  tile
		known [3]bool // whether the value and the limits are known
	}{
		{stats.Estimate{Kind: stats.Fixed, Value: .5}, tile{Value: "50.0 %"}, [3]bool{true, true, true}},
		{stats.Limited(-.25, -.5, .125), tile{Value: "−25.0 %", Note: "−50.0 to 12.5 %"},
			[3]bool{true, true, true}},
		{stats.Estimate{Kind: stats.AtLeast, Low: .75}, tile{Value: "over 75.0 %"}, [3]bool{false, true, false}},
		{stats.Estimate{Kind: stats.AtMost, High: .25}, tile{Value: "under 25.0 %"}, [3]bool{false, false, true}},
		{stats.Estimate{}, tile{Value: "unknown", Word: true}, [3]bool{}},
	} {
		c.want.Name = "share"
		i := intervalOf(c.e)
		if got := estimated("share", c.e, percent); got != c.want ||
			[3]bool{i.Value != nil, i.Low != nil, i.High != nil} != c.known {
			t.Errorf("%+v and %+v instead of %+v and %v", got, i, c.want, c.known)
		}
	}
}
