package metrics

import (
	"fmt"
	"math"
	"slices"

	"pillars/results/estimate/stats"
)

const logMeans = "The geometric mean is the exponential of the mean logarithm."

var choiceDefinitions = []definition{
	{Definition{"steps-legal", GroupChoice, "Legal steps", Choices, 1, "steps",
		"Arithmetic mean of the number of legal steps, over the steps of turns that players decided, by kind of step.",
		byOpening, ludii}, branching(arithmetic)},
	{Definition{"steps-legal-geometric", GroupChoice, "Legal steps, geometric", Choices, 1, "steps",
		"Geometric mean of the number of legal steps, by kind of step. " + logMeans, byOpening, own},
		branching(geometric)},
	{Definition{"steps-legal-along", GroupChoice, "Legal steps along the game", Choices, 1, "steps",
		"Arithmetic mean of the number of legal steps in each quarter of a game's decided turns.", byOpening, own},
		branchingAlong(arithmetic)},
	{Definition{"steps-legal-along-geometric", GroupChoice, "Legal steps along the game, geometric", Choices, 1,
		"steps",
		"Geometric mean of the number of legal steps in each quarter of a game's decided turns.", byOpening, own},
		branchingAlong(geometric)},
	{Definition{"steps-legal-range", GroupChoice, "Range of legal steps", Choices, 1, "steps",
		"Fewest, median and most legal steps, over the steps of turns that players decided.", byWoodruff, own},
		rangeOf(Game.legalSteps)},
	{Definition{"turns-legal", GroupChoice, "Legal turns", Choices, 1, "turns",
		"Arithmetic mean of the number of legal whole turns that lead to different positions, over decided turns.",
		byOpening, ludii}, wholeTurns(arithmetic)},
	{Definition{"turns-legal-geometric", GroupChoice, "Legal turns, geometric", Choices, 1, "turns",
		"Geometric mean of the number of legal whole turns that lead to different positions. " + logMeans, byOpening,
		own}, wholeTurns(geometric)},
	{Definition{"turns-legal-range", GroupChoice, "Range of legal turns", Choices, 1, "turns",
		"Fewest, median and most legal whole turns that lead to different positions, over decided turns.", byWoodruff,
		own}, rangeOf(Game.legalTurns)},
	{Definition{"game-tree", GroupChoice, "Size of the game tree", Logarithm, 1, "games",
		"Mean over games of the sum of the logarithms of the numbers of legal steps: the mean of logarithms, since " +
			"the logarithm of the mean branching overstates it by orders of magnitude. Steps in another order count " +
			"as other games.", byOpening, "Allis, Searching for solutions in games and artificial intelligence, 1994"},
		gameTree},
	{Definition{"decisions", GroupChoice, "Decision points", Share, 1, "steps",
		"Share of steps with more than one legal choice.", byOpening, ludii}, decisions},
}

// average says how numbers of choices are averaged: which function of each is averaged, and which function the average
// is transformed back by.
type average struct {
	of   func(n int) float64
	back func(float64) float64
}

var (
	arithmetic = average{func(n int) float64 { return float64(n) }, func(x float64) float64 { return x }}
	geometric  = average{func(n int) float64 { return math.Log(float64(n)) },
		func(x float64) float64 { return max(1, math.Exp(x)) }}
)

func (a average) metric(subject string, p *parts) Metric {
	m := p.mean(subject)
	e := &m.Estimate
	if e.Kind == stats.Absent {
		return m
	}
	e.Value, e.Low, e.High = a.back(e.Value), a.back(e.Low), a.back(e.High)
	if half := max(e.High-e.Value, e.Value-e.Low); e.Error95 > 0 && math.Abs(half-e.Error95) > 1e-9*half {
		e.Kind, e.Error95 = stats.Bracketed, 0 // no longer symmetric
	}
	if e.Kind == stats.Fixed {
		e.Low, e.High = 0, 0
	}
	return m
}

// each calls do for every step of decided turns, with its place in the game from 0 to 1.
func (g Game) each(do func(step Step, at float64)) {
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

func branching(by average) func(Sample) []Metric {
	return func(s Sample) (found []Metric) {
		kinds := append([]string{"all steps"}, s.Rules.stepKinds...)
		sums := make([]parts, len(kinds))
		for _, g := range s.Games {
			g.each(func(step Step, _ float64) {
				sums[0].add(g.Opening, by.of(step.Legal), 1)
				sums[1+int(step.Kind)].add(g.Opening, by.of(step.Legal), 1)
			})
		}
		if len(kinds) == 2 { // of a single kind
			kinds = kinds[:1]
		}
		for i, kind := range kinds {
			found = append(found, by.metric(kind, &sums[i]))
		}
		return found
	}
}

func branchingAlong(by average) func(Sample) []Metric {
	return func(s Sample) (found []Metric) {
		var quarters [4]parts
		for _, g := range s.Games {
			g.each(func(step Step, at float64) {
				quarters[int(at*4)].add(g.Opening, by.of(step.Legal), 1)
			})
		}
		for i := range quarters {
			found = append(found, by.metric(fmt.Sprintf("quarter %d", i+1), &quarters[i]))
		}
		return found
	}
}

func wholeTurns(by average) func(Sample) []Metric {
	return func(s Sample) []Metric {
		sums := observed(s.Games, func(g Game, add func(float64)) {
			for _, wholes := range g.legalTurns() {
				add(by.of(wholes))
			}
		})
		if sums.n == 0 {
			return absent("whole turns were not counted")
		}
		return []Metric{by.metric("", &sums)}
	}
}

// gameTree returns the mean logarithm of the product of the numbers of choices in a game.
func gameTree(s Sample) []Metric {
	return []Metric{overGames(s, "", func(g Game) (logarithm float64) {
		for _, turn := range g.Turns {
			for _, step := range turn.Steps {
				logarithm += math.Log10(float64(step.Legal))
			}
		}
		return logarithm
	})}
}

func decisions(s Sample) []Metric {
	return shares(s, func(g Game, add func(float64)) {
		g.each(func(step Step, _ float64) { add(number(step.Legal > 1)) })
	})
}

const byWoodruff = "of the median Woodruff's, by opening; of the extremes none"

func (g Game) legalSteps() (all []int) {
	g.each(func(step Step, _ float64) { all = append(all, step.Legal) })
	return all
}

// legalTurns returns the numbers of different legal whole turns at decided turns, where they were counted.
func (g Game) legalTurns() (all []int) {
	for _, turn := range g.Turns {
		if turn.Wholes > 0 && !turn.Given {
			all = append(all, turn.Wholes)
		}
	}
	return all
}

func rangeOf(of func(Game) []int) func(Sample) []Metric {
	return func(s Sample) []Metric {
		var all []float64
		for _, g := range s.Games {
			for _, x := range of(g) {
				all = append(all, float64(x))
			}
		}
		if len(all) == 0 {
			return absent("no choices were counted")
		}
		slices.Sort(all)
		median := medianOf(s.Games, all, of)
		median.subject, median.N = "median", len(all)
		const note = "of those seen"
		return []Metric{
			{subject: "fewest", N: len(all), Estimate: fixed(all[0]), Note: note}, median,
			{subject: "most", N: len(all), Estimate: fixed(all[len(all)-1]), Note: note},
		}
	}
}

// medianOf is the median of numbers of which each game has several. They are no independent draws, so the ranks between
// which it lies come from the spread between openings of the share that is not above it (Woodruff, Confidence intervals
// for medians and other position measures, 1952).
func medianOf(games []Game, sorted []float64, of func(Game) []int) Metric {
	last := float64(len(sorted) - 1)
	value := atRank(sorted, last/2)
	notAbove := observed(games, func(g Game, add func(float64)) {
		for _, x := range of(g) {
			add(number(float64(x) <= value))
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
