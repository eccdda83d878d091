package multiseat

import (
	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
)

const (
	// quiescencePlies is how many steps the quiescence search looks ahead at most.
	quiescencePlies = 16
	// futilityMargin is how much better than its move-ordering score a noisy step may turn out before it is thought
	// futile.
	futilityMargin = 100
)

// result is the score of the seat that searches, ply steps away, if p settles it: the game is over or the seat has left
// it.
func (s *searcher) result(p engine.Position, ply int) (score search.Score, over bool) {
	expected, over := p.Outcome().Score(s.root), p.Over()
	if !over && s.seats > 2 {
		expected, over = engine.Settled(p, s.root)
	}
	if !over {
		return 0, false
	}
	return search.Result(expected, ply), true
}

func (s *searcher) leaf(p engine.Position, own bool) search.Score {
	s.unsettled = true
	score := search.Score(s.evaluator.Evaluate(p, s.root))
	if own {
		return score
	}
	return -score
}

// quiesce values the position on level ply for the side to act, without looking at quiet steps. A seat may be content
// with the evaluation or play a noisy step, unless nothing else is legal; in the middle of a turn begun here it
// declines what it may, or plays the step with the best score. Losses are decided only where all steps are tried. Left
// is how many steps it may still look ahead.
func (s *searcher) quiesce(ply, left int, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	p := l.Position
	own := p.Seat() == s.root
	if !s.config.Quiescence || left == 0 || ply >= maxPly-1 {
		return s.leaf(p, own)
	}
	s.unsettled = true
	if step := s.resume(l, left); step != engine.NoStep {
		return max(-search.Proven, s.noisy(ply, left, step, alpha, beta))
	}
	l.Steps = p.AppendNoisy(l.Steps[:0])
	if n := len(l.Steps); n > 0 && n == p.CountSteps() {
		return s.noisySteps(ply, left, -search.MaxScore, alpha, beta)
	}
	stand := s.leaf(p, own)
	if stand >= beta {
		return stand
	}
	return s.noisySteps(ply, left, stand, max(alpha, stand), beta)
}

// resume is the one step to look at in the middle of a turn: the one that declines or, where a noisy step has begun the
// turn and no other can go on, the one with the best score. NoStep means that there is a choice.
func (s *searcher) resume(l *kit.Level, left int) engine.Step {
	p := l.Position
	if p.StartsTurn() {
		return engine.NoStep
	}
	if decline := p.DeclineStep(); decline != engine.NoStep || left == quiescencePlies {
		return decline
	}
	if l.Steps = p.AppendNoisy(l.Steps[:0]); len(l.Steps) > 0 {
		return engine.NoStep
	}
	return l.BestStep()
}

// noisySteps: best is what standing still is worth, or -MaxScore if there is no standing still.
func (s *searcher) noisySteps(ply, left int, best, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	stand := best
	l.ScoreSteps()
	for i := range l.Steps {
		step := l.Pick(i)
		if stand > -search.MaxScore && stand+search.Score(l.Scores[i])+futilityMargin <= alpha {
			break
		}
		score := s.noisy(ply, left, step, alpha, beta)
		if s.Clock.Stopped {
			return best
		}
		best, alpha = max(best, score), max(alpha, score)
		if score >= beta {
			break
		}
	}
	return best
}

func (s *searcher) noisy(ply, left int, step engine.Step, alpha, beta search.Score) search.Score {
	own := s.Levels[ply].Position.Seat() == s.root
	child, goesOn := s.Play(ply, step)
	if !goesOn {
		return 0
	}
	same := (child.Position.Seat() == s.root) == own
	switch score, over := s.result(child.Position, ply+1); {
	case over && own:
		return score
	case over:
		return -score
	case same:
		return s.quiesce(ply+1, left-1, alpha, beta)
	}
	return -s.quiesce(ply+1, left-1, -beta, -alpha)
}
