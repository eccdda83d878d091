package quiescence

import (
	"pillars/engine"
	"pillars/eval"
	"pillars/search/utility"
)

const vectorPly = 12

// VectorSearcher is the memory of a quiescence search for all seats: what is compulsory or noisy is played out before
// the evaluation is asked, each seat taking what is best for itself (max^n; Luckhardt and Irani, An Algorithmic
// Solution of N-Person Games, 1986). It belongs to one goroutine and allocates nothing once it has seen a few
// positions.
type VectorSearcher struct {
	evaluator eval.Evaluator
	seats     int
	flatten   float64
	levels    [vectorPly + 1]level
}

// NewVectorSearcher makes a search whose evaluations are divided by flatten.
func NewVectorSearcher(rules engine.Rules, evaluator eval.Evaluator, flatten float64) *VectorSearcher {
	q := &VectorSearcher{evaluator: evaluator, seats: rules.Seats(), flatten: flatten}
	start := rules.Start()
	for i := range q.levels {
		q.levels[i].position = start.Clone()
	}
	return q
}

// Value is the shares of all seats in p, whose game is not over. At the start of a turn a seat may be content with the
// evaluation or play a noisy step, unless nothing else is legal; in the middle of a turn it declines what it may, or
// plays the step with the best move-ordering score.
func (q *VectorSearcher) Value(p engine.Position) utility.Vector {
	q.levels[0].position.CopyFrom(p)
	return q.search(0)
}

func (q *VectorSearcher) search(ply int) utility.Vector {
	l := &q.levels[ply]
	p := l.position
	switch {
	case p.Over():
		return p.Outcome().Scores
	case ply == vectorPly:
		return q.evaluate(p)
	case !p.StartsTurn():
		return q.play(ply, l.rest())
	}
	l.steps = p.AppendNoisy(l.steps[:0])
	seat := p.Seat()
	best := utility.Vector{}
	compulsory := len(l.steps) > 0 && len(l.steps) == p.CountSteps()
	if !compulsory {
		best = q.evaluate(p)
	}
	for i, step := range l.steps {
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
	q.levels[ply].position.PlayInto(step, q.levels[ply+1].position)
	return q.search(ply + 1)
}

func (l *level) rest() engine.Step {
	if decline := l.position.DeclineStep(); decline != engine.NoStep {
		return decline
	}
	l.steps = l.position.AppendSteps(l.steps[:0])
	l.order()
	step, _ := l.pick(0)
	return step
}
