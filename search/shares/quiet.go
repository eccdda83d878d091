package shares

import (
	"pillars/engine"
	"pillars/eval"
)

// quietPly is how many steps a quiescence search looks ahead at most.
const quietPly = 12

// Quiet is the memory of a quiescence search for all seats: what is compulsory or forcing is played out before the evaluation is asked, each seat
// taking what is best for itself (max^n; Luckhardt and Irani, An Algorithmic Solution of N-Person Games, 1986). It belongs to one goroutine and
// allocates nothing once it has seen a few positions.
type Quiet struct {
	evaluator eval.Evaluator
	seats     int
	flatten   float64
	levels    [quietPly + 1]quietLevel
}

// quietLevel is what the search keeps for each distance from where it began.
type quietLevel struct {
	position engine.Position
	steps    []engine.Step
	hints    []int32
}

// NewQuiet makes a search whose evaluations are divided by flatten.
func NewQuiet(rules engine.Rules, evaluator eval.Evaluator, flatten float64) *Quiet {
	q := &Quiet{evaluator: evaluator, seats: rules.Seats(), flatten: flatten}
	start := rules.Start()
	for i := range q.levels {
		q.levels[i].position = start.Clone()
	}
	return q
}

// Value is the shares of all seats in p, whose game is not over. At the start of a turn a seat may be content with the evaluation or play a forcing
// step, unless nothing else is legal; in the middle of a turn it declines what it may, or plays the step with the best hint.
func (q *Quiet) Value(p engine.Position) Shares {
	q.levels[0].position.CopyFrom(p)
	return q.search(0)
}

func (q *Quiet) search(ply int) Shares {
	l := &q.levels[ply]
	p := l.position
	switch {
	case p.Over():
		return p.Outcome().Scores
	case ply == quietPly:
		return q.evaluate(p)
	case !p.StartsTurn():
		return q.play(ply, l.rest())
	}
	l.steps = p.AppendNoisy(l.steps[:0])
	seat := p.Seat()
	best := Shares{}
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

func (q *Quiet) evaluate(p engine.Position) Shares {
	return Evaluate(q.evaluator, p, q.seats, q.flatten)
}

// play values the position after a step.
func (q *Quiet) play(ply int, step engine.Step) Shares {
	q.levels[ply].position.PlayInto(step, q.levels[ply+1].position)
	return q.search(ply + 1)
}

// rest is the step to take in the middle of a turn.
func (l *quietLevel) rest() engine.Step {
	if decline := l.position.DeclineStep(); decline != engine.NoStep {
		return decline
	}
	l.steps = l.position.AppendSteps(l.steps[:0])
	if n := len(l.steps); n > cap(l.hints) {
		l.hints = make([]int32, n, 2*n)
	}
	l.hints = l.hints[:len(l.steps)]
	l.position.OrderingScores(l.steps, l.hints)
	best := 0
	for i, hint := range l.hints {
		if hint > l.hints[best] {
			best = i
		}
	}
	return l.steps[best]
}
