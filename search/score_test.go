package search_test

import (
	"math"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/search"
)

// TestWinIn checks the order of results: a sooner win is better, a later loss is better, and both are beyond every
// evaluation.
func TestWinIn(t *testing.T) {
	for steps := range 1999 {
		win := search.WinIn(steps)
		if !win.Decided() || !(-win).Decided() || win.Steps() != steps || (-win).Steps() != steps ||
			win <= search.WinIn(steps+1) {
			t.Fatalf("a win in %d steps is %d", steps, int(win))
		}
	}
	for _, score := range []search.Score{search.DrawScore, search.Proven, -search.Proven, 20000, -20000} {
		if score.Decided() {
			t.Errorf("%d is decided", int(score))
		}
	}
}

// TestLater checks that a result moves away by the steps before it, and that nothing else changes.
func TestLater(t *testing.T) {
	for _, test := range []struct {
		score search.Score
		steps int
		want  search.Score
	}{
		{search.WinIn(3), 4, search.WinIn(7)}, {-search.WinIn(3), 4, -search.WinIn(7)}, {search.WinIn(7), -4,
			search.WinIn(3)},
		{-search.WinIn(7), -7, -search.WinScore}, {0, 4, 0}, {250, 9, 250}, {-20000, 9, -20000}, {search.Proven, 5,
			search.Proven},
	} {
		if got := test.score.Later(test.steps); got != test.want {
			t.Errorf("%v seen from %d steps before is %v, want %v", test.score, test.steps, got, test.want)
		}
	}
}

// TestExpectation checks known values: the score is a hundred times the logit, so 100 means odds of e to 1.
func TestExpectation(t *testing.T) {
	for score, want := range map[search.Score]float64{
		0: 0.5, 100: math.E / (math.E + 1), -100: 1 / (math.E + 1), search.WinIn(3): 1, -search.WinIn(3): 0,
	} {
		near.Check(t, score.Expectation(), want, 1e-12, score)
	}
	for expectation, want := range map[float64]search.Score{0.5: 0, 0: -2000, 1: 2000, 0.75: 110, 0.25: -110,
		1e-300: -2000} {
		if got := search.FromExpectation(expectation); got != want {
			t.Errorf("an expectation of %v is %v, want %v", expectation, got, want)
		}
	}
}

// TestResult checks the scores of wins, losses and points between them, by the number of steps.
func TestResult(t *testing.T) {
	won := engine.Win(1, "some reason")
	if got := search.Result(won.Score(1), 6); got != search.WinIn(6) {
		t.Errorf("the winner's score is %v", got)
	}
	if got := search.Result(won.Score(0), 6); got != -search.WinIn(6) {
		t.Errorf("the loser's score is %v", got)
	}
	if got := search.Result(engine.Draw(2, engine.Repetition).Score(0), 6); got != search.DrawScore {
		t.Errorf("a draw's score is %v", got)
	}
	if got := search.Result(0.75, 6); got != 110 { // 100 times the logarithm of 3
		t.Errorf("the score of three quarters of a point is %v", got)
	}
}
