package proof

import "pillars/engine"

// order asks the game for its hints, where the order of steps matters: in the last turn all of the winner's are tried anyway.
func (s *searcher) order(l *level, r role, turns int) {
	l.hints = l.hints[:0]
	if r == attack && turns == 1 {
		return
	}
	for range l.steps {
		l.hints = append(l.hints, 0)
	}
	l.position.OrderingScores(l.steps, l.hints)
}

// pick moves the most promising of the steps from i on to place i: the one that answered most often, then the one that the game thinks most of.
func (s *searcher) pick(l *level, i int, r role) engine.Step {
	if len(l.hints) == 0 {
		return l.steps[i]
	}
	answered := s.answered[r]
	best := i
	for j := i + 1; j < len(l.steps); j++ {
		a, b := answered[l.steps[j]], answered[l.steps[best]]
		if a > b || a == b && l.hints[j] > l.hints[best] {
			best = j
		}
	}
	l.steps[i], l.steps[best] = l.steps[best], l.steps[i]
	l.hints[i], l.hints[best] = l.hints[best], l.hints[i]
	return l.steps[i]
}
