// Package quiescence holds the quiescence searches that players value their leaves with: noisy steps are played out
// before the evaluation is asked, since it cannot see what hangs. There is one for two seats, and one for the utility
// vector of any number.
package quiescence

import (
	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// maxPly is how many steps the search looks ahead at most.
const maxPly = 24

// margin is how much better than the game's hint a forcing step is allowed to turn out before it is thought hopeless.
const margin = 100

// Searcher is the memory of a quiescence search. It belongs to one goroutine and allocates nothing once it has seen a
// few positions.
type Searcher struct {
	// Nodes counts the steps made.
	Nodes uint64
	// Prune leaves out forcing steps that, by the game's hint, cannot reach alpha.
	Prune bool

	evaluator eval.Evaluator
	levels    [maxPly + 1]level
}

// level is what the search keeps for each distance from where it began.
type level struct {
	position engine.Position
	steps    []engine.Step
	hints    []int32
}

// New makes a searcher for a two-seat game.
func New(rules engine.Rules, evaluator eval.Evaluator) *Searcher {
	s := &Searcher{evaluator: evaluator, Prune: true}
	start := rules.Start()
	for i := range s.levels {
		s.levels[i].position = start.Clone()
	}
	return s
}

// Value is the worth of p, whose game is not over, for its seat to act, between alpha and beta (fail-soft). At the
// start of a turn the seat may be content with the evaluation or play a forcing step; in the middle of a turn it
// declines what it may. Decided scores count their distance from p; losses are never decided, since not all steps are
// tried.
func (s *Searcher) Value(p engine.Position, alpha, beta search.Score) search.Score {
	s.levels[0].position.CopyFrom(p)
	return s.search(0, alpha, beta)
}

func (s *Searcher) search(ply int, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	p := l.position
	if ply == maxPly {
		return s.evaluate(p)
	}
	if !p.StartsTurn() {
		if decline := p.DeclineStep(); decline != engine.NoStep {
			return max(-search.Proven, s.play(ply, decline, alpha, beta))
		}
		return s.evaluate(p)
	}
	stand := s.evaluate(p)
	if stand >= beta {
		return stand
	}
	l.steps = p.AppendNoisy(l.steps[:0])
	l.hint()
	return s.searchSteps(ply, stand, max(alpha, stand), beta)
}

func (s *Searcher) evaluate(p engine.Position) search.Score {
	return search.Score(s.evaluator.Evaluate(p, p.Seat()))
}

// searchSteps tries the level's forcing steps, the most promising first.
func (s *Searcher) searchSteps(ply int, stand, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	best := stand
	for i := range l.steps {
		step, hint := l.pick(i)
		if s.Prune && stand+search.Score(hint)+margin <= alpha {
			break
		}
		score := s.play(ply, step, alpha, beta)
		best, alpha = max(best, score), max(alpha, score)
		if score >= beta {
			break
		}
	}
	return best
}

// play plays a step and returns its score for the seat that acts on level ply.
func (s *Searcher) play(ply int, step engine.Step, alpha, beta search.Score) search.Score {
	p, child := s.levels[ply].position, s.levels[ply+1].position
	p.PlayInto(step, child)
	s.Nodes++
	switch {
	case child.Over():
		return search.Result(child.Outcome(), p.Seat(), ply+1)
	case child.Seat() == p.Seat():
		return s.search(ply+1, alpha, beta)
	}
	return -s.search(ply+1, -beta, -alpha)
}

// hint fills the hints.
func (l *level) hint() {
	if n := len(l.steps); n > cap(l.hints) {
		l.hints = make([]int32, n, 2*n)
	}
	l.hints = l.hints[:len(l.steps)]
	l.position.OrderingScores(l.steps, l.hints)
}

// pick moves the most promising of the steps from i on to place i.
func (l *level) pick(i int) (engine.Step, int32) {
	best := i
	for j := i + 1; j < len(l.steps); j++ {
		if l.hints[j] > l.hints[best] {
			best = j
		}
	}
	l.steps[i], l.steps[best] = l.steps[best], l.steps[i]
	l.hints[i], l.hints[best] = l.hints[best], l.hints[i]
	return l.steps[i], l.hints[i]
}
