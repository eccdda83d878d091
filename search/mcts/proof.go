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
	result, longest := proof(unproven), uint16(0)
	for _, child := range s.tree.childrenOf(n) {
		switch {
		case child.proof == wonBy(seat):
			n.proof, n.distance = child.proof, child.distance+1
			return true
		case child.proof == unproven:
			result = unproven
			longest = 1<<16 - 1
		case longest == 1<<16-1:
		case child.proof == drawn:
			result = drawn
			longest = max(longest, child.distance)
		default:
			if result != drawn {
				result = child.proof
			}
			longest = max(longest, child.distance)
		}
	}
	if result == unproven {
		return false
	}
	n.proof, n.distance = result, longest+1
	return true
}
