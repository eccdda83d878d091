package metrics

import (
	"fmt"
	"math"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// The tests of this file are about mistakes that are easily made, and have been made, with hand-made records.

// expect checks the value of a metric.
func expect(t *testing.T, all map[string]Metric, id string, want float64) {
	t.Helper()
	m, known := all[id]
	if !known || !m.Estimate.HasValue() || !near.Equal(m.Estimate.Value, want, 1e-9*(1+math.Abs(want))) {
		t.Errorf("%s is %v, not %v (%s)", id, m.Estimate, want, m.Note)
	}
}

// TestMeansOfRightThings measures lengths far from 0, of which the shortest bounds the median; games of two choices of
// 10 and of 1000, whose trees have 2 and 6 digits; and one repeated position in 1100.
func TestMeansOfRightThings(t *testing.T) {
	t.Parallel()
	var long, wide, repeated []Trace
	for _, turns := range []int{20, 30, 40, 50, 60} {
		long = append(long, simple("", turns))
	}
	for _, legal := range []int{10, 1000} {
		wide = append(wide, chosen("", legal, legal))
	}
	for i := range 10 {
		repeated = append(repeated, simple(fmt.Sprint(i), 109)) // and a last position
	}
	repeated[3].Positions[50].Key = repeated[3].Positions[48].Key
	for _, c := range []struct {
		games []Trace
		want  map[string]float64
	}{
		{long, map[string]float64{"turns/mean": 40, "turns/lower quartile": 30, "turns/median": 40,
			"turns/upper quartile": 50, "turns/longest": 60}},
		{wide, map[string]float64{"game-tree": 4, "steps-legal/all steps": 505}},
		{repeated, map[string]float64{"repetition": 1. / 1100, "repeating": .1}}, // within a game
	} {
		all := measured(Sample{Rules: twoSeats(), Games: c.games})
		for id, want := range c.want {
			expect(t, all, id, want)
		}
		if e := all["turns/median"].Estimate; e.Kind == stats.Bracketed && e.Low < 2 {
			t.Errorf("the median's interval %v begins below the shortest game", e)
		}
	}
}

// TestGivenTurnsAreNobodysChoice checks that the 100 choices of a given opening do not count.
func TestGivenTurnsAreNobodysChoice(t *testing.T) {
	t.Parallel()
	g := simple("", 4)
	g.Turns[0].Given, g.Turns[0].SetUp = true, true
	g.Turns[0].Steps = []Step{{Kind: 1, Legal: 100}, {Kind: 1, Legal: 1}}
	g.Turns[3].Steps = []Step{{Kind: 0, Legal: 1}}
	all := measured(Sample{Rules: twoSeats(), Games: []Trace{g, g}})
	expect(t, all, "steps-legal/all steps", 7./3)
	expect(t, all, "steps-legal/main", 7./3)
	expect(t, all, "decisions", 2./3)
	expect(t, all, "turns/mean", 4)
	expect(t, all, "game-tree", 2+2*math.Log10(3))
	expect(t, all, "opener", 0)
	expect(t, all, "opener-score", 0) // the second seat opens, and loses
	if m := all["steps-legal/more"]; m.Estimate.Kind != stats.Absent || m.Note == "" {
		t.Errorf("a kind of step that nobody chose has branching %v", m.Estimate)
	}
}

// TestBalance checks the gap between the best and the worst seat by hand, in 100 games of which the first seat does not
// win some. The limits of two seats follow from one score. Those of three seats hold together, so each has the level
// 1 - 0.05/3.
func TestBalance(t *testing.T) {
	t.Parallel()
	two := func(won float64) stats.Interval { return stats.Anytime(won, 100, .95) }
	first, third := stats.Anytime(80, 100, 1-.05/3), stats.Anytime(20, 100, 1-.05/3)
	for _, c := range []struct {
		seats, lost      int
		value, low, high float64
	}{
		{2, 45, .9, 2 - 2*two(55).High, 1}, {2, 20, .4, 2 - 2*two(80).High, 2 - 2*two(80).Low},
		{2, 0, 0, 0, 2 - 2*two(100).Low}, {3, 20, .4, 1 - (first.High - third.Low), 1 - (first.Low - third.High)},
	} {
		rules, games := twoSeats(), []Trace(nil)
		rules.seats = []string{"White", "Black", "Red"}[:c.seats]
		for i := range 100 {
			g := simple("", 3)
			g.Outcome = engine.Outcome{Reason: engine.NoLegalStep, Seats: c.seats, Scores: [4]float64{1}}
			g.Outcome.Scores[1] = []float64{0, .5}[c.seats-2]
			if last := c.seats - 1; i < c.lost {
				g.Outcome.Scores[0], g.Outcome.Scores[last] = g.Outcome.Scores[last], g.Outcome.Scores[0]
			}
			games = append(games, g)
		}
		all := measured(Sample{Rules: rules, Games: games})
		expect(t, all, "balance", c.value)
		expect(t, all, "seat-score/seat 1", 1-float64(c.lost)/100)
		near.Check(t, all["balance"].Estimate.Low, c.low, 1e-9, c.lost, " games lost: low")
		near.Check(t, all["balance"].Estimate.High, c.high, 1e-9, c.lost, " games lost: high")
	}
}

// TestEndings counts games by their ending.
func TestEndings(t *testing.T) {
	t.Parallel()
	var games []Trace
	endings := []rounds.Ending{
		rounds.Won, rounds.Won, rounds.Won, rounds.Won, rounds.Drawn, rounds.Drawn, rounds.CutOff,
		rounds.Broken,
	}
	for i, ending := range endings {
		g := simple("", i)
		g.Ending = ending
		games = append(games, g)
	}
	games[4].Outcome = engine.Draw(2, engine.Repetition)
	all := measured(Sample{Rules: twoSeats(), Games: games})
	expect(t, all, "completion", 4./7)
	expect(t, all, "drawishness", 2./7)
	expect(t, all, "cut-off", 1./7)
	expect(t, all, "ending/repetition", 1./7)
	expect(t, all, "seat-wins/seat 1", 6./7)
	expect(t, all, "turns/mean", 3) // a fault is no game
}

func countOf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestTwoLevelsAreNoLadder checks that players at only two levels give a lower bound of one rung for the depth of a
// game, and no estimate.
func TestTwoLevelsAreNoLadder(t *testing.T) {
	t.Parallel()
	depth := func(rungs ...Rung) Metric {
		return measured(Sample{Rules: twoSeats(), Chain: append([]Rung{{Player: "random"}},
			rungs...)})["depth"]
	}
	two := depth(Rung{Player: "a", Points: 100, Games: 100})
	if e := two.Estimate; e.Kind != stats.AtLeast || e.Low != 1 {
		t.Errorf("two levels make a depth of %v", e)
	}
	good, narrow, bad := Rung{Points: 190, Games: 200}, Rung{Points: 155, Games: 200},
		Rung{Points: 110, Games: 200}
	for _, c := range []struct {
		rungs []Rung
		want  stats.Estimate
	}{
		{[]Rung{good, good, bad}, stats.Estimate{Kind: stats.Bracketed, Value: 2, Low: 2, High: 2}},
		{[]Rung{good, narrow, bad}, stats.Estimate{Kind: stats.Bracketed, Value: 2, Low: 1, High: 2}},
		// 0.70, which may be 0.75
		{[]Rung{good, {Points: 140, Games: 200}}, stats.Estimate{Kind: stats.AtLeast, Low: 1}},
		{[]Rung{bad, good}, stats.Estimate{Kind: stats.Bracketed}},
		{[]Rung{good, good, good}, stats.Estimate{Kind: stats.AtLeast, Low: 3}},
		{[]Rung{good, narrow}, stats.Estimate{Kind: stats.AtLeast, Low: 1}},
	} {
		if got := depth(c.rungs...).Estimate; got != c.want {
			t.Errorf("%v: depth %v, not %v", c.rungs, got, c.want)
		}
	}
	if m := depth(); m.Estimate.Kind != stats.Absent {
		t.Errorf("random alone has depth %v", m.Estimate)
	}
}
