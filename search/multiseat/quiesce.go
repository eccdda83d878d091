package multiseat

import (
	"pillars/engine"
	"pillars/search"
)

const (
	// quietPlies is how many steps the quiescence search looks ahead at most.
	quietPlies = 16
	// quietMargin is how much better than the game's hint a forcing step is allowed to turn out before it is thought hopeless.
	quietMargin = 100
)

// quiesce values the position on level ply for the side to act, without looking at quiet steps. A seat may be content with the evaluation or play a
// forcing step, unless nothing else is legal; in the middle of a turn begun here it declines what it may, or plays what the hints put first. Losses
// are decided only where all steps are tried. Left is how many steps it may still look ahead.
func (s *searcher) quiesce(ply, left int, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	p := l.position
	own := p.Seat() == s.root
	if !s.config.Quiescence || left == 0 || ply >= maxPly-1 {
		return s.leaf(p, own)
	}
	s.unsettled = true
	if step := s.resume(l, left); step != engine.NoStep {
		return max(-search.Proven, s.force(ply, left, step, alpha, beta))
	}
	l.steps = p.AppendNoisy(l.steps[:0])
	if n := len(l.steps); n > 0 && n == p.CountSteps() {
		return s.forceSteps(ply, left, -search.MaxScore, alpha, beta)
	}
	stand := s.leaf(p, own)
	if stand >= beta {
		return stand
	}
	return s.forceSteps(ply, left, stand, max(alpha, stand), beta)
}

// resume is the one step to look at in the middle of a turn: the one that declines or, where a forcing step has begun the turn and no other can go
// on, the one with the best hint. NoStep means that there is a choice.
func (s *searcher) resume(l *level, left int) engine.Step {
	p := l.position
	if p.StartsTurn() {
		return engine.NoStep
	}
	if decline := p.DeclineStep(); decline != engine.NoStep || left == quietPlies {
		return decline
	}
	if l.steps = p.AppendNoisy(l.steps[:0]); len(l.steps) > 0 {
		return engine.NoStep
	}
	l.steps = p.AppendSteps(l.steps[:0])
	l.size()
	p.OrderingScores(l.steps, l.hints)
	return l.hinted()
}

// forceSteps tries the level's forcing steps, the most promising first. Best is what standing still is worth, or -MaxScore if there is no standing
// still.
func (s *searcher) forceSteps(ply, left int, best, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	stand := best
	l.size()
	l.position.OrderingScores(l.steps, l.hints)
	copy(l.ranks, l.hints)
	for i := range l.steps {
		step := l.pick(i)
		if stand > -search.MaxScore && stand+search.Score(l.hints[i])+quietMargin <= alpha {
			break
		}
		score := s.force(ply, left, step, alpha, beta)
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

// force values a step for the side that takes it.
func (s *searcher) force(ply, left int, step engine.Step, alpha, beta search.Score) search.Score {
	p, child := s.levels[ply].position, s.levels[ply+1].position
	own := p.Seat() == s.root
	p.PlayInto(step, child)
	s.nodes++
	if s.clock.stop(s.nodes) {
		return 0
	}
	same := (child.Seat() == s.root) == own
	switch score, over := s.result(child, ply+1); {
	case over && own:
		return score
	case over:
		return -score
	case same:
		return s.quiesce(ply+1, left-1, alpha, beta)
	}
	return -s.quiesce(ply+1, left-1, -beta, -alpha)
}
