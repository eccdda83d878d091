package metrics

import (
	"fmt"
	"math"
	"slices"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var choiceMeasures = map[string]roundedMeasure{
	"steps-legal":                 {1, branching(arithmetic)},
	"steps-legal-geometric":       {1, branching(geometric)},
	"steps-legal-along":           {1, branchingAlong(arithmetic)},
	"steps-legal-along-geometric": {1, branchingAlong(geometric)},
	"steps-legal-range":           {1, rangeOf(Trace.legalSteps)},
	"turns-legal":                 {1, wholeTurns(arithmetic)},
	"turns-legal-geometric":       {1, wholeTurns(geometric)},
	"turns-legal-range":           {1, rangeOf(Trace.legalTurns)},
	"game-tree":                   {1, mean(noteNothing, perGame(Trace.logarithmOfChoices))},
	"decisions":                   {1, share(noteNothing, Trace.decisions)},
}

// An average is a kind of mean of several numbers of choices: it is back(m), where m is the arithmetic mean of
// forward(n) over the numbers n.
type average struct {
	forward func(n int) float64
	back    func(float64) float64 // inverse of forward
}

var (
	arithmetic = average{func(n int) float64 { return float64(n) }, func(x float64) float64 { return x }}
	geometric  = average{func(n int) float64 { return math.Log(float64(n)) },
		func(x float64) float64 { return max(1, math.Exp(x)) }}
)

// metric returns the average of some numbers of choices as a metric. p holds these numbers after a.forward.
func (a average) metric(subject string, p *parts) Metric {
	m := p.mean(subject)
	e := &m.Estimate
	if e.Kind == stats.Absent {
		return m
	}
	e.Value, e.Low, e.High = a.back(e.Value), a.back(e.Low), a.back(e.High)
	half := max(e.High-e.Value, e.Value-e.Low)
	switch {
	case e.Kind == stats.Fixed:
		e.Low, e.High = 0, 0 // unknown
	case e.Error95 > 0 && math.Abs(half-e.Error95) > 1e-9*half: // back has made the interval asymmetric
		e.Kind, e.Error95 = stats.Bracketed, 0
	}
	return m
}

// eachDecidedStep calls do for every step of the decided turns, which follow the last given turn. progress is the share
// of the decided turns that precede the step's turn.
func (g Trace) eachDecidedStep(do func(step Step, progress float64)) {
	first := len(g.Turns)
	for i := len(g.Turns) - 1; i >= 0 && !g.Turns[i].Given; i-- {
		first = i
	}
	for i, turn := range g.Turns[first:] {
		for _, step := range turn.Steps {
			do(step, float64(i)/float64(len(g.Turns)-first))
		}
	}
}

// decisions calls add for every step of the decided turns: with 1 if it had more than one legal choice, else with 0.
func (g Trace) decisions(add func(sum, weight float64)) {
	g.eachDecidedStep(func(step Step, _ float64) { add(rounds.Indicator(step.Legal > 1), 1) })
}

// branching measures the average number of legal steps, over all steps and for each kind of step.
func branching(avg average) measure {
	return func(s Sample) (found []Metric) {
		kinds := append([]string{"all steps"}, s.Rules.stepKinds...)
		sums := make([]parts, len(kinds))
		for _, g := range s.Games {
			g.eachDecidedStep(func(step Step, _ float64) {
				sums[0].add(g.Opening, avg.forward(step.Legal), 1)
				sums[1+int(step.Kind)].add(g.Opening, avg.forward(step.Legal), 1)
			})
		}
		if len(kinds) == 2 { // the only kind of step is the same as all steps
			kinds = kinds[:1]
		}
		for i, kind := range kinds {
			found = append(found, avg.metric(kind, &sums[i]))
		}
		return found
	}
}

// branchingAlong measures the average number of legal steps in each quarter of the decided turns.
func branchingAlong(avg average) measure {
	return func(s Sample) (found []Metric) {
		var quarters [4]parts
		for _, g := range s.Games {
			g.eachDecidedStep(func(step Step, progress float64) {
				quarters[int(progress*4)].add(g.Opening, avg.forward(step.Legal), 1)
			})
		}
		for i := range quarters {
			found = append(found, avg.metric(fmt.Sprintf("quarter %d", i+1), &quarters[i]))
		}
		return found
	}
}

// wholeTurns measures the average number of legal whole turns.
func wholeTurns(avg average) measure {
	return func(s Sample) []Metric {
		sums := folded(s.Games, func(g Trace, add func(sum, weight float64)) {
			for _, wholes := range g.legalTurns() {
				add(avg.forward(wholes), 1)
			}
		})
		if sums.n == 0 {
			return absent("whole turns were not counted")
		}
		return []Metric{avg.metric("", &sums)}
	}
}

// logarithmOfChoices returns the decimal logarithm of the product of the numbers of legal steps in a game.
func (g Trace) logarithmOfChoices() (logarithm float64) {
	for _, turn := range g.Turns {
		for _, step := range turn.Steps {
			logarithm += math.Log10(float64(step.Legal))
		}
	}
	return logarithm
}

// legalSteps returns the number of legal steps at each step of decided turns.
func (g Trace) legalSteps() (all []int) {
	g.eachDecidedStep(func(step Step, _ float64) { all = append(all, step.Legal) })
	return all
}

// legalTurns returns the number of different legal whole turns at each decided turn for which they were counted.
func (g Trace) legalTurns() (all []int) {
	for _, turn := range g.Turns {
		if turn.Wholes > 0 && !turn.Given {
			all = append(all, turn.Wholes)
		}
	}
	return all
}

// rangeOf measures the minimum, median and maximum over all numbers that a function returns for the games.
func rangeOf(numbers func(Trace) []int) measure {
	return func(s Sample) []Metric {
		var all []float64
		for _, g := range s.Games {
			for _, x := range numbers(g) {
				all = append(all, float64(x))
			}
		}
		n := len(all)
		if n == 0 {
			return absent("no choices were counted")
		}
		slices.Sort(all)
		median := medianOf(s.Games, all, numbers)
		median.Subject, median.N = "median", n
		const note = "of those seen"
		return []Metric{{Subject: "fewest", N: n, Estimate: fixed(all[0]), Note: note}, median,
			{Subject: "most", N: n, Estimate: fixed(all[n-1]), Note: note}}
	}
}

// medianOf returns the median of the sorted numbers of all games. The function numbers returns those of one game,
// which are not independent of each other. Therefore the interval is Woodruff's (Confidence intervals for medians and
// other position measures, 1952). Woodruff estimates the share of numbers that are at most the median, and takes the
// quantiles at one half minus and plus the half width of the interval of this share.
func medianOf(games []Trace, sorted []float64, numbers func(Trace) []int) Metric {
	last := float64(len(sorted) - 1)
	value := atRank(sorted, last/2)
	notAbove := folded(games, func(g Trace, add func(sum, weight float64)) {
		for _, x := range numbers(g) {
			add(rounds.Indicator(float64(x) <= value), 1)
		}
	})
	share, note := notAbove.ratio()
	switch {
	case note == noteSame && sorted[0] < sorted[len(sorted)-1]:
		return Metric{Estimate: fixed(value), Note: "it divides all games alike, which makes no interval"}
	case share.Error95 == 0:
		return Metric{Estimate: fixed(value), Note: note}
	}
	low := sorted[int(math.Floor(last*max(0, .5-share.Error95)))]
	high := sorted[int(math.Ceil(last*min(1, .5+share.Error95)))]
	return Metric{Estimate: stats.Limited(value, low, high)}
}
