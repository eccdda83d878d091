package mcts

import (
	"math"

	"pillars/engine"
	"pillars/search"
)

// curve makes expected results of scores: a logistic curve or, where a game is nearly decided, a mixture of one and a
// flatter one. A logistic curve alone calls all steps alike there, those too that save the game or win it by force. The
// mixture has the slope of the other curve at an even score. Where nothing is decided it was no stronger, and one match
// was lost (docs/STRENGTH.md).
type curve struct {
	unit  float64 // the score, in hundredths of a logit, that counts as one logit
	share float64 // of the flatter curve
}

// stretch is how much flatter the flatter curve is.
const stretch = 12

// A game is nearly decided once the root's static value is so far from a draw, of 1 for a result, and stays so until it
// is open again.
const (
	nearlyDecided = 0.9  // 95 or 5 % expected
	openAgain     = 0.75 // 87.5 or 12.5 %
)

// bendCurve makes the curve that of the search of a root, after that of the search before. With more than two seats it
// is logistic. It reports whether the curve is another one now.
func (s *searcher) bendCurve(root engine.Position) (another bool) {
	before, least := s.curve.share, nearlyDecided
	if before > 0 {
		least = openAgain
	}
	s.curve.share = 0
	bends := s.config.tail > 0 && s.proofs.seats == 2 && s.config.leaf != leafPlayout
	if bends && math.Abs(2*s.curve.expectation(s.staticScore(root))-1) >= least {
		s.curve.share = s.config.tail
	}
	return s.curve.share != before
}

// expectation is the expected result, from 0 to 1, of the seat whose score it is.
func (c *curve) expectation(score search.Score) float64 { return c.at(float64(score) / c.unit) }

func (c *curve) at(logits float64) float64 {
	if c.share == 0 {
		return logistic(logits)
	}
	steeper := (1 - c.share/stretch) / (1 - c.share)
	return (1-c.share)*logistic(steeper*logits) + c.share*logistic(logits/stretch)
}

// unbent is the expected result that the logistic curve has where this one has an expected result.
func (c *curve) unbent(expectation float64) float64 {
	if c.share == 0 {
		return expectation
	}
	low, high := -float64(search.MaxScore), float64(search.MaxScore)
	for range 60 { // halves the range to less than any score tells
		if middle := (low + high) / 2; c.at(middle) < expectation {
			low = middle
		} else {
			high = middle
		}
	}
	return logistic(low)
}

func logistic(logits float64) float64 { return 1 / (1 + math.Exp(-logits)) }
