package mcts

import (
	"math"

	"pillars/engine"
	"pillars/search"
)

// curve converts scores to expected results by a logistic function. Where a game is nearly decided, it is a mixture of
// this function and a flatter logistic function, because a single one hardly distinguishes the steps that save or force
// a result. The mixture has the same slope at a score of 0. In other positions the mixture was no stronger and lost one
// match (docs/notebook/2026-11-22-networks.md).
type curve struct {
	unit  float64 // the score that counts as one logit, in hundredths of a logit
	share float64 // share of the flatter function in the mixture; 0 for none
}

// stretch is the number of times that the flatter logistic function is wider.
const stretch = 12

// A game counts as nearly decided once the absolute value of the root's static value, from -1 to 1, is at least
// nearlyDecided, until it falls below openAgain.
const (
	nearlyDecided = 0.9  // 95 or 5 % expected
	openAgain     = 0.75 // 87.5 or 12.5 %
)

// bendCurve sets the curve for a search from root, based on the curve of the previous search. It reports whether the
// curve has changed. With more than two seats the curve is always logistic.
func (s *searcher) bendCurve(root engine.Position) (changed bool) {
	before, threshold := s.curve.share, nearlyDecided
	if before > 0 {
		threshold = openAgain
	}
	s.curve.share = 0
	canBend := s.config.tail > 0 && s.proofs.seats == 2 && s.config.leaf != leafPlayout
	if canBend && math.Abs(2*s.curve.expectation(s.staticScore(root))-1) >= threshold {
		s.curve.share = s.config.tail
	}
	return s.curve.share != before
}

// expectation returns the expected result, from 0 to 1, for a score.
func (c *curve) expectation(score search.Score) float64 { return c.at(float64(score) / c.unit) }

// at returns the expected result for a score in logits.
func (c *curve) at(logits float64) float64 {
	if c.share == 0 {
		return logistic(logits)
	}
	steeper := (1 - c.share/stretch) / (1 - c.share) // gives the mixture the slope of a single function at 0
	return (1-c.share)*logistic(steeper*logits) + c.share*logistic(logits/stretch)
}

// unbent converts an expected result by c to an expected result by the logistic function alone, for the same score.
func (c *curve) unbent(expectation float64) float64 {
	if c.share == 0 {
		return expectation
	}
	low, high := -float64(search.MaxScore), float64(search.MaxScore)
	for range 60 { // bisection to less than a unit of scores
		if middle := (low + high) / 2; c.at(middle) < expectation {
			low = middle
		} else {
			high = middle
		}
	}
	return logistic(low)
}

func logistic(logits float64) float64 { return 1 / (1 + math.Exp(-logits)) }
