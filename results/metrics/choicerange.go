package metrics

import (
	"math"
	"slices"

	"pillars/results/stats"
)

const byWoodruff = "of the median Woodruff's, by opening; of the extremes none"

// legalSteps are the numbers of legal steps at the steps of decided turns.
func (g Game) legalSteps() (all []int) {
	g.each(func(step Step, _ float64) { all = append(all, step.Legal) })
	return all
}

// legalTurns are the numbers of different legal whole turns at decided turns, where they were counted.
func (g Game) legalTurns() (all []int) {
	for _, turn := range g.Turns {
		if turn.Wholes > 0 && !turn.Given {
			all = append(all, turn.Wholes)
		}
	}
	return all
}

// rangeOf measures minimum, median and maximum of what each game has several of.
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
		median.Subject, median.N = "median", len(all)
		const note = "of those seen"
		return []Metric{
			{Subject: "fewest", N: len(all), Estimate: fixed(all[0]), Note: note}, median,
			{Subject: "most", N: len(all), Estimate: fixed(all[len(all)-1]), Note: note},
		}
	}
}

// medianOf is the median of numbers of which each game has several. They are no independent draws, so the ranks between which it lies come from the
// spread between openings of the share that is not above it (Woodruff, Confidence intervals for medians and other position measures, 1952).
func medianOf(games []Game, sorted []float64, of func(Game) []int) Metric {
	last := float64(len(sorted) - 1)
	value := atRank(sorted, last/2)
	var notAbove parts
	for _, g := range games {
		for _, x := range of(g) {
			notAbove.add(g.Opening, float64(number(float64(x) <= value)), 1)
		}
	}
	share, note := notAbove.ratio()
	switch {
	case note == noteSame && sorted[0] < sorted[len(sorted)-1]:
		return Metric{Estimate: fixed(value), Note: "it divides all games alike, which makes no interval"}
	case share.Error95 == 0:
		return Metric{Estimate: fixed(value), Note: note}
	}
	low := sorted[int(math.Floor(last*max(0, .5-share.Error95)))]
	high := sorted[int(math.Ceil(last*min(1, .5+share.Error95)))]
	return Metric{Estimate: stats.Estimate{Kind: stats.Bracketed, Value: value, Low: low, High: high}}
}
