package formats

import (
	"testing"

	"pillars/engine/enginetest/near"
)

// TestMovesOfOdds checks that a score of the first seat above one half moves the odds towards the second seat, by less
// from stage to stage, never far at once, and never so far that games of a stage would be beyond the largest odds.
func TestMovesOfOdds(t *testing.T) {
	for _, c := range []struct {
		x, mean float64
		stage   int
		want    float64
	}{
		{0, .5, 0, 0}, {0, .6, 0, .8}, {0, .6, 7, .1}, {1, .4, 7, .9}, {0, 1, 0, 1}, {3, 0, 1, 2}, {7.9, 1, 0, 8},
		{-7.5, 0, 0, -8},
	} {
		near.Check(t, NextOdds(c.x, c.mean, c.stage), c.want, 1e-12, "from ", c.x, " at stage ", c.stage)
	}
}
