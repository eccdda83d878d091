package eval

import (
	"fmt"
	"math"

	"pillars/engine"
)

// Calibration holds the factors, the slopes, that turn players' scores into logits of the results that the players
// reach: after a score of s logits, the expected result is 1/(1 + exp(-slope*s)).
type Calibration struct {
	Evaluation int // [Signature] of the evaluator with which the players searched
	// Slopes holds slopes above 0, by the kind of player, such as "alphabeta": of the player's own scores in games
	// against itself. Under "practice:level=3" it holds the slope of scores of a [Judge] in games of that level.
	Slopes map[string]float64
}

// Judge is the kind of player that scores the positions of games of practice levels, whose own scores have errors.
const Judge = "alphabeta"

// DefaultCalibration returns the built-in calibration, or nil without an error if there is none.
func DefaultCalibration(rules engine.Rules) (*Calibration, error) {
	return readBest(embedded, "calibration", rules, ofWeights(newCalibration))
}

// Expectation returns the expected result, from 0 to 1, after a score in logits.
func Expectation(slope, logits float64) float64 { return 1 / (1 + math.Exp(-slope*logits)) }

// Signature returns a hash, a number from 0 to 9,972, of an evaluator's values for positions of random games. It shows
// whether a calibration was fitted to this evaluator.
func Signature(evaluator Evaluator, rules engine.Rules) int {
	const positions, base, prime = 500, 31, 9973
	random, p, sum := engine.NewRandom(1), rules.Start(), 0
	for range positions {
		if p.Over() {
			p = rules.Start()
		}
		sum = (base*sum + evaluator.Evaluate(p, p.Seat()) + Limit) % prime
		p.Play(engine.RandomStep(p, random))
	}
	return sum
}

// SignatureLine is the name of the line with the signature in a calibration file. All other names are kinds of players.
const SignatureLine = "evaluation"

// newCalibration returns the calibration in a file, which has the form of a file of weights.
func newCalibration(weights Weights, _ engine.Rules) (*Calibration, error) {
	c := &Calibration{int(weights[SignatureLine].Early), map[string]float64{}}
	delete(weights, SignatureLine)
	for kind, slope := range weights {
		if slope.Early != slope.Late || slope.Early <= 0 {
			return nil, fmt.Errorf("%s: a slope is one number above 0", kind)
		}
		c.Slopes[kind] = slope.Early
	}
	return c, nil
}
