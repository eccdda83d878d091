package tune

import (
	"errors"
	"math"

	"pillars/eval"
)

// Scored is a score that a search gave to a position, with the result of the game.
type Scored struct {
	Score  float64 // for the seat to act, in logits
	Result float64 // for the seat to act, from 0 to 1
}

// LeastSlope is the smallest slope of a calibration.
const LeastSlope = .05

// FitSlope returns the slope of [eval.Calibration] with the least loss on positions: a number from LeastSlope to
// mostSlope, rounded to two decimals. It returns an error if higher scores do not go with better results.
func FitSlope(positions []Scored) (float64, error) {
	const mostSlope, precision = 20, 1e-4
	rises := func(slope float64) bool { // whether the loss, which is convex, rises with the slope
		derivative := 0.
		for _, p := range positions {
			derivative += (eval.Expectation(slope, p.Score) - p.Result) * p.Score
		}
		return derivative >= 0
	}
	low, high := LeastSlope, float64(mostSlope)
	if rises(low) {
		return 0, errors.New("games do not end better after higher scores: no calibration can help")
	}
	for high-low > precision {
		if middle := (low + high) / 2; rises(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return math.Round(100*high) / 100, nil
}
