package alphabeta

import (
	"math"

	"pillars/engine"

	"pillars/search"
)

// loudHint is the hint from which on a step counts as loud: it is neither reduced nor pruned.
const loudHint = 100

// reductions are the steps of depth taken off, by depth and by how many steps were tried before.
var reductions = newReductions()

func newReductions() [32][64]int8 {
	var table [32][64]int8
	for depth := 1; depth < len(table); depth++ {
		for tried := 1; tried < len(table[depth]); tried++ {
			table[depth][tried] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(tried))/2.2)
		}
	}
	return table
}

// reduction is by how much less depth the i-th step is searched at first.
func (s *searcher) reduction(l *level, n *node, i int, optional bool) int {
	if i < 2 || n.depth < 2 || l.hints[i] >= loudHint {
		return 0
	}
	r := int(reductions[min(n.depth, 31)][min(i, 63)])
	if optional {
		r++
	}
	if n.open {
		r--
	}
	r += l.unlikely(i)
	return max(0, min(r, n.depth-1))
}

// standsAbove reports that at low depth the evaluation stands so far above beta that a search would hardly change it.
func (s *searcher) standsAbove(p engine.Position, n *node) bool {
	const margin = 90
	return !n.open && n.depth <= 4 && p.StartsTurn() && !n.beta.Decided() &&
		search.Score(n.eval-margin*n.depth) >= n.beta
}

// late reports that so many steps were tried at low depth that only loud ones are worth trying still.
func (n *node) late(i int, optional bool) bool {
	if n.open || n.depth > 4 || n.best < -search.Proven {
		return false
	}
	if optional {
		return i >= 1+2*n.depth
	}
	return i >= 6+5*n.depth*n.depth
}

// keepLoud drops the quiet steps from the i-th on.
func (l *level) keepLoud(i int) {
	kept := i
	for j := i; j < len(l.steps); j++ {
		if l.hints[j] >= loudHint {
			l.swap(kept, j)
			kept++
		}
	}
	l.steps = l.steps[:kept]
}

// hopeless reports that the i-th step, a quiet one, is not worth searching: the policy thinks it too unlikely, or at low depth it cannot be expected to
// reach alpha.
func (s *searcher) hopeless(l *level, n *node, i int) bool {
	switch {
	case n.open || i == 0 || n.best < -search.Proven || l.hints[i] >= loudHint:
		return false
	case l.improbable(i, n.depth):
		return true
	}
	margin := 60 + 70*n.depth
	return n.depth <= 3 && n.eval+margin+int(l.hints[i]) <= int(n.alpha)
}

// quiesce values the position on level ply without looking at quiet steps.
func (s *searcher) quiesce(ply int, alpha, beta search.Score) search.Score {
	p := s.levels[ply].position
	if !s.config.Quiescence {
		return search.Score(s.evaluator.Evaluate(p, p.Seat()))
	}
	score := s.quiet.Value(p, alpha.Later(-ply), beta.Later(-ply)).Later(ply)
	s.nodes += s.quiet.Nodes
	s.quiet.Nodes = 0
	return score
}
