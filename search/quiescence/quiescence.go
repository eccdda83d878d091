// Package quiescence has the searches that value the leaves of other searches. They play out noisy steps before they
// evaluate a position, because an evaluation cannot see imminent captures. [Searcher] is for games of two seats and
// returns a score. [VectorSearcher] is for any number of seats and returns a utility vector.
package quiescence

import (
	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
	"pillars/search/utility"
)

// maxPly is the largest number of steps that a [Searcher] looks ahead.
const maxPly = 24

// margin makes pruning cautious, in hundredths of a logit. A noisy step is futile if the sum of the evaluation, the
// step's move-ordering score and margin does not exceed alpha.
const margin = 100

// Searcher is a quiescence search for two seats, on one goroutine. After a few positions it allocates nothing.
type Searcher struct {
	Nodes uint64 // steps made
	Prune bool   // whether to skip noisy steps that are futile by their move-ordering scores

	evaluator eval.Evaluator
	levels    [maxPly + 1]dfs.Level
}

// New returns a searcher for a two-seat game.
func New(rules engine.Rules, evaluator eval.Evaluator) *Searcher {
	s := &Searcher{evaluator: evaluator, Prune: true}
	dfs.InitLevels(s.levels[:], rules)
	return s
}

// Value returns the value of p for the seat to act, searched in the window from alpha to beta (fail-soft). The game
// must not be over. At the start of a turn the search takes the better of the evaluation (stand pat) and the noisy
// steps. In the middle of a turn it plays the declining step if that is legal, and otherwise evaluates the position. A
// decided score counts the steps from p. Value never returns a decided loss, because it does not try all steps.
func (s *Searcher) Value(p engine.Position, alpha, beta search.Score) search.Score {
	s.levels[0].Position.CopyFrom(p)
	return s.search(0, alpha, beta)
}

// search does the work of Value for the position on level ply.
func (s *Searcher) search(ply int, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	p := l.Position
	if ply == maxPly {
		return s.evaluate(p)
	}
	if !p.StartsTurn() {
		if decline := p.DeclineStep(); decline != engine.NoStep {
			return max(-search.Proven, s.play(ply, decline, alpha, beta)) // a step other than declining might not lose
		}
		return s.evaluate(p)
	}
	evaluation := s.evaluate(p)
	if evaluation >= beta {
		return evaluation
	}
	l.Steps = p.AppendNoisy(l.Steps[:0])
	l.ScoreSteps()
	return s.searchSteps(ply, evaluation, max(alpha, evaluation), beta)
}

func (s *Searcher) evaluate(p engine.Position) search.Score {
	return search.Score(s.evaluator.Evaluate(p, p.Seat()))
}

// searchSteps returns the best of the evaluation, which is at most alpha, and the values of the level's noisy steps.
func (s *Searcher) searchSteps(ply int, evaluation, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	best := evaluation
	for i := range l.Steps {
		step := l.Pick(i)
		if s.Prune && evaluation+search.Score(l.Scores[i])+margin <= alpha {
			break // the steps that follow have lower scores
		}
		value := s.play(ply, step, alpha, beta)
		best, alpha = max(best, value), max(alpha, value)
		if value >= beta {
			break
		}
	}
	return best
}

// play returns the value of a step for the seat that plays it.
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

// vectorPly is the largest number of steps that a [VectorSearcher] looks ahead.
const vectorPly = 12

// VectorSearcher is a quiescence search for any number of seats. Each seat chooses the step that is best for itself
// (max^n; Luckhardt and Irani, An Algorithmic Solution of N-Person Games, 1986). A VectorSearcher belongs to one
// goroutine. After a few positions it allocates nothing.
type VectorSearcher struct {
	evaluator eval.Evaluator
	seats     int
	flatten   float64 // divides evaluations; see [utility.Evaluate]
	levels    [vectorPly + 1]dfs.Level
}

// NewVectorSearcher returns a search that divides evaluations by flatten before it turns them into utilities.
func NewVectorSearcher(rules engine.Rules, evaluator eval.Evaluator, flatten float64) *VectorSearcher {
	q := &VectorSearcher{evaluator: evaluator, seats: rules.Seats(), flatten: flatten}
	dfs.InitLevels(q.levels[:], rules)
	return q
}

// Value returns the utility vector of p. The game must not be over. At the start of a turn the search takes the
// evaluation or the noisy step, whichever is best for the seat to act; if all legal steps are noisy, the evaluation
// does not count. In the middle of a turn the search plays the declining step if that is legal, else the step with the
// best move-ordering score.
func (q *VectorSearcher) Value(p engine.Position) utility.Vector {
	q.levels[0].Position.CopyFrom(p)
	return q.search(0)
}

// search does the work of Value for the position on level ply. The game may be over in that position.
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
		vector := q.play(ply, step)
		noBest := compulsory && i == 0
		if noBest || vector[seat] > best[seat] {
			best = vector
		}
	}
	return best
}

func (q *VectorSearcher) evaluate(p engine.Position) utility.Vector {
	return utility.Evaluate(q.evaluator, p, q.seats, q.flatten)
}

// play returns the utility vector of the position after a step.
func (q *VectorSearcher) play(ply int, step engine.Step) utility.Vector {
	q.levels[ply].Position.PlayInto(step, q.levels[ply+1].Position)
	return q.search(ply + 1)
}
