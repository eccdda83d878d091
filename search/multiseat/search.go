package multiseat

import (
	"slices"

	"pillars/engine"
	"pillars/search"
)

// node is what the search of one position knows. Scores are for the side to act: the player itself, or all others together.
type node struct {
	ply, depth  int
	alpha, beta search.Score
	reply       reply
	own         bool // the player itself acts
	open        bool // on the principal variation: the window is open
	key         uint64
	tableStep   engine.Step
	best        search.Score
	bestStep    engine.Step
	raised      bool // best is above the first alpha
}

// search values the position on level ply for the side to act, to depth more steps, between alpha and beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score, r reply) search.Score {
	l := &s.levels[ply]
	l.principal = l.principal[:0]
	own := l.position.Seat() == s.root
	if depth <= 0 && !r.follows() || ply >= maxPly-1 {
		return s.quiesce(ply, quietPlies, alpha, beta)
	}
	n := node{ply: ply, depth: max(depth, 0), alpha: alpha, beta: beta, reply: r, own: own, open: beta-alpha > 1, key: s.key(l.position, r)}
	if s.probe(&n) {
		return n.best
	}
	s.list(l, &n)
	s.searchSteps(l, &n)
	if !s.clock.stopped {
		s.store(&n)
	}
	return n.best
}

// leaf values a position in which the game goes on.
func (s *searcher) leaf(p engine.Position, own bool) search.Score {
	s.unsettled = true
	score := search.Score(s.evaluator.Evaluate(p, s.root))
	if own {
		return score
	}
	return -score
}

// list fills the level with the steps to try and their ranks.
func (s *searcher) list(l *level, n *node) {
	l.steps = l.position.AppendSteps(l.steps[:0])
	if n.ply == 0 && len(s.excluded) > 0 {
		l.steps = slices.DeleteFunc(l.steps, func(step engine.Step) bool { return slices.Contains(s.excluded, step) })
	}
	l.size()
	l.position.OrderingScores(l.steps, l.hints)
	if n.reply.follows() {
		l.steps[0] = l.hinted()
		l.steps, l.hints = l.steps[:1], l.hints[:1]
	}
	s.order.rank(l, l.position.Seat(), n.ply, n.tableStep)
}

// hinted is the step the game's hints put first.
func (l *level) hinted() engine.Step {
	best := 0
	for i, hint := range l.hints {
		if hint > l.hints[best] {
			best = i
		}
	}
	return l.steps[best]
}

// searchSteps tries the steps in order until one refutes the position. In a best-reply search an opponent who may reply first tries to leave that to
// a later one.
func (s *searcher) searchSteps(l *level, n *node) {
	n.best = -search.MaxScore
	if s.config.Mode == BestReply && !n.own && n.reply == replyOpen {
		if s.settle(l, n, -1, l.hinted()) {
			return
		}
	}
	for i := range l.steps {
		step := l.pick(i)
		if s.hopeless(l, n, i) {
			s.unsettled = true
			continue
		}
		if s.settle(l, n, i, step) {
			return
		}
	}
}

// settle tries one step and reports whether the node is done. Place -1 is that of the hinted step when it leaves the reply to a later opponent.
func (s *searcher) settle(l *level, n *node, i int, step engine.Step) bool {
	score := s.try(l, n, i, step)
	if s.clock.stopped {
		return true
	}
	if score > n.best {
		n.best, n.bestStep = score, step
		if score > n.alpha {
			s.improve(n, step, score)
		}
	}
	if score < n.beta {
		return false
	}
	if i >= 0 {
		s.order.reward(l, l.position.Seat(), n.ply, i, n.depth)
	}
	return true
}

// improve notes a step that is better than all that was known.
func (s *searcher) improve(n *node, step engine.Step, score search.Score) {
	n.alpha, n.raised = score, true
	l, next := &s.levels[n.ply], &s.levels[n.ply+1]
	l.principal = append(append(l.principal[:0], step), next.principal...)
	if n.ply == 0 {
		s.rootBest = score
	}
}

// try values one step for the side that takes it: the first with the full window; later ones with a closed window and perhaps less depth, and again
// if they turn out better.
func (s *searcher) try(l *level, n *node, i int, step engine.Step) search.Score {
	child := s.levels[n.ply+1].position
	l.position.PlayInto(step, child)
	s.nodes++
	if s.clock.stop(s.nodes) {
		return 0
	}
	if score, over := s.ended(child, n.ply+1); over {
		s.levels[n.ply+1].principal = s.levels[n.ply+1].principal[:0]
		if !n.own {
			score = -score
		}
		return score
	}
	followed := i < 0 || n.reply.follows()
	c := branch{depth: n.depth - 1, same: (child.Seat() == s.root) == n.own, reply: s.after(n, followed, child)}
	if followed {
		c.depth = n.depth // a step without a choice costs nothing
	}
	if n.bestStep == engine.NoStep || !s.config.Window {
		return s.child(n.ply+1, c, n.alpha, n.beta)
	}
	return s.tryLate(l, n, i, c)
}

// tryLate values a step that is not the first.
func (s *searcher) tryLate(l *level, n *node, i int, c branch) search.Score {
	score, reduced := n.alpha+1, s.reduction(l, n, i)
	if reduced > 0 {
		less := c
		less.depth -= reduced
		score = s.child(n.ply+1, less, n.alpha, n.alpha+1)
	}
	if score > n.alpha && !s.clock.stopped {
		score = s.child(n.ply+1, c, n.alpha, n.alpha+1)
	}
	if score > n.alpha && n.open && !s.clock.stopped {
		score = s.child(n.ply+1, c, n.alpha, n.beta)
	}
	return score
}

// branch says how to search on after a step.
type branch struct {
	depth int
	same  bool // the same side acts
	reply reply
}

// child searches the position on level ply and returns its score for the side that led there: the sign and the window turn only if the side has
// changed.
func (s *searcher) child(ply int, c branch, alpha, beta search.Score) search.Score {
	p := s.levels[ply].position
	starts := p.StartsTurn()
	if starts {
		s.keys = append(s.keys, p.Hash())
	}
	var score search.Score
	if c.same {
		score = s.search(ply, c.depth, alpha, beta, c.reply)
	} else {
		score = -s.search(ply, c.depth, -beta, -alpha, c.reply)
	}
	if starts {
		s.keys = s.keys[:len(s.keys)-1]
	}
	return score
}
