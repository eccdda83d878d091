package mcts

import (
	"math"
	"slices"
)

// setPriors makes the priors of the steps by a softmax, but for a share that all have alike: a step without promise must still be tried now and then.
func (s *searcher) setPriors() {
	s.logits = slices.Grow(s.logits[:0], len(s.steps))[:len(s.steps)]
	if s.policy != nil {
		s.policy.Logits(s.position, s.steps, s.logits)
	} else {
		s.logitsOfHints()
	}
	best := slices.Max(s.logits)
	sum := 0.0
	for i, logit := range s.logits {
		weight := math.Exp(logit - best)
		s.priors[i] = float32(weight)
		sum += weight
	}
	shared := float32(s.config.Spread) / float32(len(s.priors))
	own := float32((1 - s.config.Spread) / sum)
	for i := range s.priors {
		s.priors[i] = own*s.priors[i] + shared
	}
}

// logitsOfHints makes logits of what the game hints at.
func (s *searcher) logitsOfHints() {
	s.hints = slices.Grow(s.hints[:0], len(s.steps))[:len(s.steps)]
	s.position.OrderingScores(s.steps, s.hints)
	if decline := slices.Index(s.steps, s.position.DeclineStep()); decline >= 0 {
		s.hints[decline] += int32(100 * s.config.Decline)
	}
	for i, hint := range s.hints {
		s.logits[i] = float64(hint) / (100 * s.config.Temperature)
	}
}
