package selfplay

import (
	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/quiet"
)

// examiner tells quiet positions. It belongs to one goroutine.
type examiner struct {
	margin    search.Score
	evaluator eval.Evaluator
	searcher  *quiet.Searcher // nil in games of more than two seats
	forcing   []engine.Step
}

func newExaminer(rules engine.Rules, evaluator eval.Evaluator, margin int) *examiner {
	e := &examiner{margin: search.Score(margin), evaluator: evaluator}
	if rules.Seats() == 2 {
		e.searcher = quiet.New(rules, evaluator)
	}
	return e
}

// flags are what can be said of the start of a turn without its player.
func (e *examiner) flags(p engine.Position) Flags {
	var flags Flags
	if p.InOpening() {
		flags |= SetUp
	}
	e.forcing = p.AppendForcing(e.forcing[:0])
	if len(e.forcing) == 0 {
		flags |= Calm
	}
	if e.settled(p, len(e.forcing) == 0) {
		flags |= Settled
	}
	return flags
}

// settled reports whether the evaluation stands when the forcing steps are played out. With more than two seats, where nobody can say against
// whom to play them, only calm positions are settled.
func (e *examiner) settled(p engine.Position, calm bool) bool {
	if calm || e.searcher == nil {
		return calm
	}
	still := search.Score(e.evaluator.Evaluate(p, p.Seat()))
	difference := e.searcher.Value(p, -search.MaxScore, search.MaxScore) - still
	return max(difference, -difference) <= e.margin
}
