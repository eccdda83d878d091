package multiseat

import (
	"math"

	"pillars/search"
)

// loudHint is the hint from which on a step counts as loud: it is not reduced.
const loudHint = 100

// reduction is by how much less depth the i-th step is searched at first.
func (s *searcher) reduction(l *level, n *node, i int) int {
	if !s.config.Reduction || i < 2 || n.depth < 2 || l.hints[i] >= loudHint {
		return 0
	}
	r := int(0.7 + math.Log(float64(n.depth))*math.Log(float64(i))/1.8)
	if n.open {
		r--
	}
	return max(0, min(r, n.depth-1))
}

// hopeless reports that the i-th step is not worth searching: a late quiet one at low depth.
func (s *searcher) hopeless(l *level, n *node, i int) bool {
	if !s.config.Pruning || n.open || i == 0 || n.depth > 3 || n.best < -search.Proven || l.hints[i] >= loudHint {
		return false
	}
	return i >= 4+4*n.depth*n.depth
}
