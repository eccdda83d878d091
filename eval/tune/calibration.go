package tune

import (
	"errors"
	"math"

	"pillars/eval"
)

// Scored is a position with the score that a search gives it and the result of its game.
type Scored struct {
	Game   int     // number of the game
	Score  float64 // for the seat to act, in logits
	Result float64 // for the seat to act, from 0 to 1
}

// FitSlope returns the slope of [eval.Calibration] with the least loss on positions, from leastSlope to mostSlope and
// rounded to two decimals. It returns an error if games do not end better after higher scores.
func FitSlope(positions []Scored) (float64, error) {
	const leastSlope, mostSlope, precision = .05, 20, 1e-4
	rises := func(slope float64) bool { // whether the loss, which is convex, rises with the slope
		derivative := 0.
		for _, p := range positions {
			derivative += (eval.Expectation(slope, p.Score) - p.Result) * p.Score
		}
		return derivative >= 0
	}
	low, high := leastSlope, float64(mostSlope)
	switch {
	case len(positions) == 0:
		return 0, errors.New("there is no score to learn from")
	case rises(low):
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

// SlopeLoss returns the mean cross entropy of the results at positions, in nats, if a slope predicts them.
func SlopeLoss(positions []Scored, slope float64) (loss float64) {
	for _, p := range positions {
		loss += crossEntropy(slope*p.Score, p.Result)
	}
	return loss / float64(max(1, len(positions)))
}

// Reliability compares the predicted results of some positions with the observed ones.
type Reliability struct {
	Positions, Games    int     // numbers of positions and of their games
	Predicted, Observed float64 // mean results
	Error               float64 // standard error of the difference of the means; only games count as independent
}

// Gap returns the observed mean minus the predicted mean.
func (r Reliability) Gap() float64 { return r.Observed - r.Predicted }

// NewReliability compares the results at those positions for which a slope predicts from low to below high. The
// positions of a game must be adjacent.
func NewReliability(positions []Scored, slope, low, high float64) (r Reliability) {
	type sums struct {
		positions, excess float64 // excess is the sum of the results minus the sum of the predictions
	}
	var games []sums // of the games with such a position
	last := -1
	for _, p := range positions {
		predicted := eval.Expectation(slope, p.Score)
		if predicted < low || predicted >= high {
			continue
		}
		if p.Game != last {
			games, last = append(games, sums{}), p.Game
		}
		game := &games[len(games)-1]
		game.positions++
		game.excess += p.Result - predicted
		r.Positions++
		r.Predicted += predicted
		r.Observed += p.Result
	}
	if r.Games = len(games); r.Games == 0 {
		return r
	}
	n, count := float64(r.Positions), float64(r.Games)
	r.Predicted, r.Observed = r.Predicted/n, r.Observed/n
	squares := 0. // of the differences between a game's excess and the excess that the mean gap would give
	for _, game := range games {
		away := game.excess - r.Gap()*game.positions
		squares += away * away
	}
	r.Error = math.Sqrt(squares*count/max(1, count-1)) / n
	return r
}
