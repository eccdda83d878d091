package mcts

import (
	"pillars/engine"
)

// prove notes how the game ended after a node's step.
func (s *searcher) prove(at index, outcome engine.Outcome) {
	n := &s.tree.nodes[at]
	n.proof = drawn
	for seat := range s.rules.Seats() {
		if outcome.Score(engine.Seat(seat)) == 1 {
			n.proof = wonBy(engine.Seat(seat))
		}
	}
}

// proofValue is the value of a proven result.
func (s *searcher) proofValue(p proof) values {
	if p == drawn {
		return drawValue
	}
	var value values
	value[p-won] = 1
	return value
}

// concludeFrom proves a node from its children, if they allow it: one child that wins for the seat to act is enough; otherwise all must be
// proven. It reports whether the node is now proven.
func (s *searcher) concludeFrom(at index, seat engine.Seat) bool {
	n := &s.tree.nodes[at]
	if n.proof != unproven {
		return true
	}
	result, longest, open := proof(unproven), uint8(0), false
	for _, child := range s.tree.childrenOf(n) {
		switch {
		case child.proof == wonBy(seat):
			n.proof, n.distance = child.proof, farther(child.distance)
			return true
		case child.proof == unproven:
			open = true
		case child.proof == drawn || result != drawn:
			result = child.proof
		}
		longest = max(longest, child.distance)
	}
	if open || result == unproven {
		return false
	}
	n.proof, n.distance = result, farther(longest)
	return true
}

// farther is a distance one step longer.
func farther(distance uint8) uint8 { return max(distance, distance+1) }
