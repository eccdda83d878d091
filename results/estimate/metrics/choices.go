package metrics

import (
	"math"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var choiceMeasures = map[string]measure{
	"steps-legal":           branching,
	"turns-legal":           mean(noteNoTurns, legalTurns(func(n float64) float64 { return n })),
	"turns-legal-geometric": geometricTurns,
	"game-tree":             mean(noteNothing, Trace.treeSize),
	"decisions":             share(noteNothing, Trace.decisions),
}

// eachDecidedStep calls do for every step of the turns that players decided: all turns after the given opening.
func (g Trace) eachDecidedStep(do func(Step)) {
	first := 0 // index of the first decided turn
	for i, turn := range g.Turns {
		if turn.Given {
			first = i + 1
		}
	}
	for _, turn := range g.Turns[first:] {
		for _, step := range turn.Steps {
			do(step)
		}
	}
}

// decisions calls add for every step that players decided: with 1 if more than one step was legal, else with 0.
func (g Trace) decisions(add func(sum, weight float64)) {
	g.eachDecidedStep(func(step Step) { add(rounds.Indicator(step.Legal > 1), 1) })
}

// stepsWhere returns the mean number of legal steps, over the steps that players decided and for which counts returns
// true.
func (s Sample) stepsWhere(subject string, counts func(Step) bool) Metric {
	p := s.folded(func(g Trace, add func(sum, weight float64)) {
		g.eachDecidedStep(func(step Step) {
			if counts(step) {
				add(float64(step.Legal), 1)
			}
		})
	})
	return p.mean(subject)
}

// branching measures the mean number of legal steps, over all steps and for each kind of step.
func branching(s Sample) []Metric {
	found := []Metric{s.stepsWhere("all steps", func(Step) bool { return true })}
	if len(s.Rules.stepKinds) == 1 { // the only kind has the same mean as all steps
		return found
	}
	for kind, name := range s.Rules.stepKinds {
		ofKind := func(step Step) bool { return int(step.Kind) == kind }
		found = append(found, s.stepsWhere(name, ofKind))
	}
	return found
}

const noteNoTurns = "whole turns were not counted"

// legalTurns returns the contribution that adds a function of the number of legal whole turns, for every decided turn
// at which they were counted.
func legalTurns(of func(float64) float64) contribution {
	return func(g Trace, add func(sum, weight float64)) {
		for _, turn := range g.Turns {
			if turn.Wholes > 0 && !turn.Given {
				add(of(float64(turn.Wholes)), 1)
			}
		}
	}
}

// geometricTurns measures the geometric mean of the numbers of legal whole turns.
func geometricTurns(s Sample) []Metric {
	found := mean(noteNoTurns, legalTurns(math.Log))(s)
	back := func(logarithm float64) float64 { return max(1, math.Exp(logarithm)) }
	e := &found[0].Estimate
	switch e.Kind {
	case stats.Fixed:
		e.Value = back(e.Value)
	case stats.Measured:
		*e = stats.Limited(back(e.Value), back(e.Low), back(e.High))
	}
	return found
}

// treeSize calls add with the decimal logarithm of the product of the numbers of legal steps in a game.
func (g Trace) treeSize(add func(sum, weight float64)) {
	logarithm := 0.
	for _, turn := range g.Turns {
		for _, step := range turn.Steps {
			logarithm += math.Log10(float64(step.Legal))
		}
	}
	add(logarithm, 1)
}
