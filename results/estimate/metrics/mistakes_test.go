package metrics

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
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

// TestRatiosAreNotWhole measures one repeated position in 1100. Division of whole numbers would give 0, and a mean by
// game 1.
func TestRatiosAreNotWhole(t *testing.T) {
	t.Parallel()
	var games []Game
	for i := range 10 {
		games = append(games, simple(fmt.Sprint(i), 109)) // and a last position
	}
	games[3].Turns[50].Key = games[3].Turns[48].Key
	all := measured(Sample{Rules: twoSeats(), Games: games})
	expect(t, all, "repetition", 1./1100)
	expect(t, all, "repeating", .1)
	if n := all["repetition"].N; n != 1100 {
		t.Errorf("%d positions", n)
	}
}

// TestRepetitionsOfOneGame checks that only repetitions within a game count: every game begins with the same position.
func TestRepetitionsOfOneGame(t *testing.T) {
	t.Parallel()
	all := measured(Sample{Rules: twoSeats(), Games: []Game{simple("", 5), simple("", 5)}})
	expect(t, all, "repetition", 0)
}

// TestMinimaDoNotBeginAtZero checks the mean, quartiles and maximum of lengths far from 0. The interval of the median
// does not begin below the shortest game.
func TestMinimaDoNotBeginAtZero(t *testing.T) {
	t.Parallel()
	var games []Game
	for _, turns := range []int{20, 30, 40, 50, 60} {
		games = append(games, simple("", turns))
	}
	all := measured(Sample{Rules: twoSeats(), Games: games})
	expect(t, all, "turns/mean", 40)
	expect(t, all, "turns/lower quartile", 30)
	expect(t, all, "turns/median", 40)
	expect(t, all, "turns/upper quartile", 50)
	expect(t, all, "turns/longest", 60)
	low := all["turns/median"].Estimate
	if low.Kind == stats.Bracketed && low.Low < 20 {
		t.Errorf("the median's interval %v begins below the shortest game", low)
	}
}

// TestMeanOfTheLogs measures a game of two choices of 10 and one of two choices of 1000. The trees have 2 and 6 digits,
// so the mean is 4; the logarithm of the mean branching would give 5.4.
func TestMeanOfTheLogs(t *testing.T) {
	t.Parallel()
	var games []Game
	for _, legal := range []int{10, 1000} {
		g := simple("", 2)
		for i := range g.Turns {
			g.Turns[i].Steps[0].Legal = legal
		}
		games = append(games, g)
	}
	all := measured(Sample{Rules: twoSeats(), Games: games})
	expect(t, all, "game-tree", 4)
	expect(t, all, "steps-legal/all steps", 505)
	expect(t, all, "steps-legal-geometric/all steps", 100)
}

// TestGivenTurnsAreNobodysChoice checks that the 100 choices of a given opening do not count.
func TestGivenTurnsAreNobodysChoice(t *testing.T) {
	t.Parallel()
	g := simple("", 4)
	g.Turns[0].Given, g.Turns[0].SetUp = true, true
	g.Turns[0].Steps = []Step{{Kind: 1, Legal: 100}, {Kind: 1, Legal: 1}}
	g.Turns[3].Steps = []Step{{Kind: 0, Legal: 1}}
	all := measured(Sample{Rules: twoSeats(), Games: []Game{g, g}})
	expect(t, all, "steps-legal/all steps", 7./3)
	expect(t, all, "steps-legal/main", 7./3)
	expect(t, all, "decisions", 2./3)
	expect(t, all, "turns/mean", 4)
	expect(t, all, "set-up-turns", 1)
	expect(t, all, "decided-turns/mean", 3)
	expect(t, all, "steps/mean", 5)
	expect(t, all, "decided-steps/mean", 3)
	expect(t, all, "game-tree", 2+2*math.Log10(3))
	expect(t, all, "opener", 0)
	expect(t, all, "opener-score", 0) // the second seat opens, and loses
	if m := all["steps-legal/more"]; m.Estimate.Kind != stats.Absent || m.Note == "" {
		t.Errorf("a kind of step that nobody chose has branching %v", m.Estimate)
	}
}

// TestBalanceHasAnInterval checks that a gap of ten points in 100 games lies within the interval of a fair game.
func TestBalanceHasAnInterval(t *testing.T) {
	t.Parallel()
	var games []Game
	for i := range 100 {
		g := simple("", 3)
		g.Outcome = won(engine.Seat(countOf(i < 45)))
		games = append(games, g)
	}
	all := measured(Sample{Rules: twoSeats(), Games: games})
	expect(t, all, "seat-score/seat 1", .55)
	expect(t, all, "balance", .9)
	e := all["balance"].Estimate
	if e.High != 1 || !(.5 <= e.Low && e.Low <= .8) {
		t.Errorf("balance %v in 100 games", e)
	}
	for i := range games {
		games[i].Outcome = won(0)
	}
	e = measured(Sample{Rules: twoSeats(), Games: games})["balance"].Estimate
	if e.Value != 0 || e.High > .2 {
		t.Errorf("the first seat wins 100 games of 100, balance %v", e)
	}
}

// TestBalanceOfThree checks that the intervals of the three seats hold together: each has the level 1 - 0.05/3.
func TestBalanceOfThree(t *testing.T) {
	t.Parallel()
	rules := twoSeats()
	rules.seats = append(rules.seats, "Red")
	var games []Game
	for i := range 100 {
		g := simple("", 3)
		g.Outcome = engine.Outcome{Reason: engine.NoLegalStep, Seats: 3, Scores: [4]float64{1, .5, 0}}
		if i < 20 {
			g.Outcome.Scores = [4]float64{0, .5, 1}
		}
		games = append(games, g)
	}
	e := measured(Sample{Rules: rules, Games: games})["balance"].Estimate
	first := stats.Anytime(80, 100, 1-.05/3)
	third := stats.Anytime(20, 100, 1-.05/3)
	if !near.Equal(e.Value, .4, 1e-9) || !near.Equal(e.Low, 1-(first.High-third.Low), 1e-9) ||
		!near.Equal(e.High, 1-(first.Low-third.High), 1e-9) {
		t.Errorf("balance %v; the first seat's score lies within %v, the third's within %v", e, first, third)
	}
}

// TestBalanceOfTwo checks that balance is 1 less twice the distance of the first seat's score from one half.
func TestBalanceOfTwo(t *testing.T) {
	t.Parallel()
	var games []Game
	for i := range 100 {
		g := simple("", 3)
		g.Outcome = won(engine.Seat(countOf(i < 20)))
		games = append(games, g)
	}
	e := measured(Sample{Rules: twoSeats(), Games: games})["balance"].Estimate
	first := stats.Anytime(80, 100, .95)
	if !near.Equal(e.Value, .4, 1e-9) || !near.Equal(e.Low, 2-2*first.High, 1e-9) ||
		!near.Equal(e.High, 2-2*first.Low, 1e-9) {
		t.Errorf("balance %v; the first seat's score lies within %v", e, first)
	}
}

// TestEndings counts games by their ending.
func TestEndings(t *testing.T) {
	t.Parallel()
	var games []Game
	endings := []Ending{
		Won, Won, Won, Won, Drawn, Drawn, CutOff,
		Broken,
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

// TestFaultsAreNotGames checks that games that a fault ended do not count, whatever they contain.
func TestFaultsAreNotGames(t *testing.T) {
	t.Parallel()
	broken := simple("", 50)
	broken.Ending = Broken
	all := measured(Sample{Rules: twoSeats(), Games: []Game{simple("", 4), broken}})
	expect(t, all, "turns/mean", 4)
	if m := all["completion"]; m.N != 1 {
		t.Errorf("%d games", m.N)
	}
}

// TestEveryFamilySpeaks checks that no metric is absent in a sample that determines all of them.
func TestEveryFamilySpeaks(t *testing.T) {
	t.Parallel()
	for _, m := range Of(full()) {
		if m.Estimate.Kind == stats.Absent {
			t.Errorf("%s is absent: %s", m.ID(), m.Note)
		}
		checkFinite(t, m)
		if text := m.Text(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || text == "-" {
			t.Errorf("%s prints as %q", m.ID(), text)
		}
	}
}
