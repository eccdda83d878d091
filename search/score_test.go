package search_test

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/search"
)

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
