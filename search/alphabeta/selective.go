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
	return max(0, min(r, n.depth-1))
}

// standsAbove reports that at low depth the evaluation stands so far above beta that a search would hardly change it.
func (s *searcher) standsAbove(p engine.Position, n *node) bool {
	const margin = 90
	return !n.open && n.depth <= 4 && p.StartsTurn() && !n.beta.Decided() &&
		search.Score(n.eval-margin*n.depth) >= n.beta
}

// hopeless reports that the i-th step is not worth searching: at low depth a late quiet one, or one too far below alpha.
func (s *searcher) hopeless(l *level, n *node, i int, optional bool) bool {
	if n.open || i == 0 || n.depth > 4 || n.best < -search.Proven || l.hints[i] >= loudHint {
		return false
	}
	allowed := 6 + 5*n.depth*n.depth
	if optional {
		allowed = 1 + 2*n.depth
	}
	if i >= allowed {
		return true
	}
	margin := 60 + 70*n.depth
	return n.depth <= 3 && n.eval+margin+int(l.hints[i]) <= int(n.alpha)
}

// quiesce values the position on level ply by the evaluation, after the forcing steps have been played out. In the middle of a turn it declines
// what can be declined.
func (s *searcher) quiesce(ply int, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	l.principal = l.principal[:0]
	p := l.position
	if !s.config.Quiescence || ply >= maxPly-2 {
		return search.Score(s.evaluator.Evaluate(p, p.Seat()))
	}
	if decline := p.DeclineStep(); decline != engine.NoStep && !p.StartsTurn() {
		// Other steps are not tried, so a loss after this one proves nothing.
		return max(-search.Proven, s.force(ply, decline, alpha, beta))
	}
	stand := search.Score(s.evaluator.Evaluate(p, p.Seat()))
	if stand >= beta || !p.StartsTurn() {
		return stand
	}
	l.steps = p.AppendForcing(l.steps[:0])
	l.size()
	p.Hints(l.steps, l.hints)
	copy(l.ranks, l.hints)
	return s.quiesceSteps(l, ply, stand, max(alpha, stand), beta)
}

// quiesceSteps tries the level's forcing steps.
func (s *searcher) quiesceSteps(l *level, ply int, best, alpha, beta search.Score) search.Score {
	const margin = 100
	stand := best
	for i := range l.steps {
		step := l.pick(i)
		if s.config.Pruning && stand+search.Score(l.hints[i])+margin <= alpha {
			break
		}
		score := s.force(ply, step, alpha, beta)
		if s.clock.stopped {
			return best
		}
		best, alpha = max(best, score), max(alpha, score)
		if score >= beta {
			break
		}
	}
	return best
}

// force plays a step within the quiescence search and returns its score for the seat that acts on level ply.
func (s *searcher) force(ply int, step engine.Step, alpha, beta search.Score) search.Score {
	p, child := s.levels[ply].position, s.levels[ply+1].position
	p.PlayInto(step, child)
	s.nodes++
	if s.clock.stop(s.nodes) {
		return 0
	}
	if score, over := s.ended(child, p.Seat(), ply+1); over {
		return score
	}
	if child.Seat() == p.Seat() {
		return s.quiesce(ply+1, alpha, beta)
	}
	return -s.quiesce(ply+1, -beta, -alpha)
}
