// Package quiescence holds the quiescence searches that value leaves: they play out noisy steps before they evaluate,
// because an evaluation cannot see what is about to be captured. One is for two seats, the other for the utility vector
// of any number.
package quiescence

import (
	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/kit"
	"pillars/search/utility"
)

const maxPly = 24

// margin is added to the move-ordering score of a noisy step before the step is pruned as futile.
const margin = 100

// Searcher is a quiescence search for two seats. It belongs to one goroutine and allocates nothing after a few
// positions.
type Searcher struct {
	// Nodes counts the steps made.
	Nodes uint64
	// Prune leaves out noisy steps that, by their move-ordering scores, cannot reach alpha.
	Prune bool

	evaluator eval.Evaluator
	levels    [maxPly + 1]kit.Level
}

// New returns a searcher for a two-seat game.
func New(rules engine.Rules, evaluator eval.Evaluator) *Searcher {
	s := &Searcher{evaluator: evaluator, Prune: true}
	kit.InitLevels(s.levels[:], rules)
	return s
}

// Value returns the value of p for the seat to act, searched in the window from alpha to beta (fail-soft). The game
// must not be over. At the start of a turn the seat may take the evaluation as its value (stand pat) or play a noisy
// step. In the middle of a turn it declines if it can; otherwise the search evaluates the position. A decided score
// counts the steps from p. The search never returns a decided loss, because it does not try all steps.
func (s *Searcher) Value(p engine.Position, alpha, beta search.Score) search.Score {
	s.levels[0].Position.CopyFrom(p)
	return s.search(0, alpha, beta)
}

func (s *Searcher) search(ply int, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	p := l.Position
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
	l.Steps = p.AppendNoisy(l.Steps[:0])
	l.ScoreSteps()
	return s.searchSteps(ply, stand, max(alpha, stand), beta)
}

func (s *Searcher) evaluate(p engine.Position) search.Score {
	return search.Score(s.evaluator.Evaluate(p, p.Seat()))
}

func (s *Searcher) searchSteps(ply int, stand, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	best := stand
	for i := range l.Steps {
		step := l.Pick(i)
		if s.Prune && stand+search.Score(l.Scores[i])+margin <= alpha {
			break
		}
		value := s.play(ply, step, alpha, beta)
		best, alpha = max(best, value), max(alpha, value)
		if value >= beta {
			break
		}
	}
	return best
}

func (s *Searcher) play(ply int, step engine.Step, alpha, beta search.Score) search.Score {
	p, child := s.levels[ply].Position, s.levels[ply+1].Position
	p.PlayInto(step, child)
	s.Nodes++
	switch {
	case child.Over():
		return search.Result(child.Outcome().Score(p.Seat()), ply+1)
	case child.Seat() == p.Seat():
		return s.search(ply+1, alpha, beta)
	}
	return -s.search(ply+1, -beta, -alpha)
}

const vectorPly = 12

// VectorSearcher is a quiescence search for any number of seats: it plays out compulsory and noisy steps before it
// evaluates, and each seat chooses what is best for itself (max^n; Luckhardt and Irani, An Algorithmic Solution of
// N-Person Games, 1986). It belongs to one goroutine and allocates nothing after a few positions.
type VectorSearcher struct {
	evaluator eval.Evaluator
	seats     int
	flatten   float64
	levels    [vectorPly + 1]kit.Level
}

// NewVectorSearcher returns a search that divides evaluations by flatten.
func NewVectorSearcher(rules engine.Rules, evaluator eval.Evaluator, flatten float64) *VectorSearcher {
	q := &VectorSearcher{evaluator: evaluator, seats: rules.Seats(), flatten: flatten}
	kit.InitLevels(q.levels[:], rules)
	return q
}

// Value returns the utility vector of p. The game must not be over. At the start of a turn a seat may take the
// evaluation as its value or play a noisy step; if all legal steps are noisy, it must play one. In the middle of a turn
// it declines if it can; otherwise it plays the step with the best move-ordering score.
func (q *VectorSearcher) Value(p engine.Position) utility.Vector {
	q.levels[0].Position.CopyFrom(p)
	return q.search(0)
}

func (q *VectorSearcher) search(ply int) utility.Vector {
	l := &q.levels[ply]
	p := l.Position
	switch {
	case p.Over():
		return p.Outcome().Scores
	case ply == vectorPly:
		return q.evaluate(p)
	case !p.StartsTurn():
		step := p.DeclineStep()
		if step == engine.NoStep {
			step = l.BestStep()
		}
		return q.play(ply, step)
	}
	l.Steps = p.AppendNoisy(l.Steps[:0])
	seat := p.Seat()
	best := utility.Vector{}
	compulsory := len(l.Steps) > 0 && len(l.Steps) == p.CountSteps()
	if !compulsory {
		best = q.evaluate(p)
	}
	for i, step := range l.Steps {
		if v := q.play(ply, step); compulsory && i == 0 || v[seat] > best[seat] {
			best = v
		}
	}
	return best
}

func (q *VectorSearcher) evaluate(p engine.Position) utility.Vector {
	return utility.Evaluate(q.evaluator, p, q.seats, q.flatten)
}

func (q *VectorSearcher) play(ply int, step engine.Step) utility.Vector {
	q.levels[ply].Position.PlayInto(step, q.levels[ply+1].Position)
	return q.search(ply + 1)
}
