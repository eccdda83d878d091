package mcts

import (
	"math"

	"pillars/engine"
	"pillars/search"
)

// curve converts scores to expected results by a logistic function. Where a game is nearly decided, the function is a
// mixture with a flatter logistic function, because a logistic function alone hardly distinguishes the steps that save
// or force a result. The mixture has the same slope at a score of 0. In other positions the mixture was no stronger and
// lost one match (docs/notebook/2026-11-22-networks.md).
type curve struct {
	unit  float64 // the score that counts as one logit, in hundredths of a logit
	share float64 // share of the flatter function in the mixture; 0 for none
}

// stretch is the ratio of the widths of the two logistic functions.
const stretch = 12

// A game is nearly decided once the root's static value, from -1 to 1, is at least nearlyDecided from 0, until it is
// less than openAgain.
const (
	nearlyDecided = 0.9  // 95 or 5 % expected
	openAgain     = 0.75 // 87.5 or 12.5 %
)

// bendCurve sets the curve for a search from root, based on the curve of the previous search. It reports whether the
// curve has changed. With more than two seats the curve is always logistic.
func (s *searcher) bendCurve(root engine.Position) (changed bool) {
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

// expectation returns the expected result, from 0 to 1, for a score.
func (c *curve) expectation(score search.Score) float64 { return c.at(float64(score) / c.unit) }

// at returns the expected result for a score in logits.
func (c *curve) at(logits float64) float64 {
	if c.share == 0 {
		return logistic(logits)
	}
	steeper := (1 - c.share/stretch) / (1 - c.share)
	return (1-c.share)*logistic(steeper*logits) + c.share*logistic(logits/stretch)
}

// unbent returns the expected result that the logistic function gives for the score to which c gives expectation.
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
