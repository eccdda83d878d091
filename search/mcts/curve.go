package mcts

import (
	"math"

	"pillars/engine"
	"pillars/search"
)

// curve makes expected results of scores: a logistic curve or, where a game is nearly decided, a mixture of one and a
// flatter one. A logistic curve alone calls all steps alike there, those too that save the game or win it by force. The
// mixture has the slope of the other curve at an even score. Where nothing is decided it would cost strength
// (docs/STRENGTH.md).
type curve struct {
	unit  float64 // the score, in hundredths of a logit, that counts as one logit
	share float64 // of the flatter curve
}

// stretch is how much flatter the flatter curve is.
const stretch = 12

// A game is nearly decided from a root on whose static value is so far from a draw, of 1 for a result, until one is
// nearer than that.
const (
	nearlyDecided = 0.9  // 95 or 5 % expected
	openAgain     = 0.75 // 87.5 or 12.5 %
)

// curveAt is the curve for the search of a root, after that of the search before. With more than two seats it is
// logistic.
func (s *searcher) curveAt(root engine.Position, before curve) curve {
	plain := curve{unit: 100 * s.config.flatten}
	if s.config.tail == 0 || s.proofs.seats > 2 || s.config.leaf == leafPlayout {
		return plain
	}
	least := nearlyDecided
	if before.share > 0 {
		least = openAgain
	}
	sure := math.Abs(2*plain.expectation(s.staticScore(root)) - 1)
	if sure < least {
		return plain
	}
	return curve{unit: plain.unit, share: s.config.tail}
}

// expectation is the expected result, from 0 to 1, of the seat whose score it is.
func (c curve) expectation(score search.Score) float64 {
	logits := float64(score) / c.unit
	if c.share == 0 {
		return logistic(logits)
	}
	steeper := (1 - c.share/stretch) / (1 - c.share)
	return (1-c.share)*logistic(steeper*logits) + c.share*logistic(logits/stretch)
}

func logistic(logits float64) float64 { return 1 / (1 + math.Exp(-logits)) }
