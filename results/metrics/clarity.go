package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// nearness is how far below the best a turn may be to count as near it.
const nearness = .05

// judged says which turns the searches have opinions of.
var judged = fmt.Sprintf("Turns that lead to the same position are one; of more than %d as many are drawn at random.", MostJudged)

var clarityDefinitions = []definition{
	{Definition{"clarity-rank", GroupTrajectory, "Clarity, order", Correlation, 3, "positions",
		"Rank correlation (Spearman) of what a shallow and a deep search think of the legal whole turns, mean over positions of real games. Left out are " +
			"positions in which either thinks the same of all turns. " + judged, byOpening, afterBrowne}, clarityRank},
	{Definition{"clarity-top", GroupTrajectory, "Clarity, best turn", Share, 1, "positions",
		"Share of positions in which the whole turn that a shallow search likes best is the best to a deep search too. " + judged, byOpening, afterBrowne},
		clarityTop},
	{Definition{"near-best", GroupTrajectory, "Turns near the best", Share, 1, "positions",
		"Share of the legal whole turns whose expectation in a deep search is at most 0.05 below the best, that of the turn which it takes itself " +
			"included; mean over positions with a choice. " + judged, byOpening, own}, nearBest},
}

// perChoice averages a figure of positions with opinions over those that have it.
func perChoice(s Sample, share bool, of func(Choice) (float64, bool)) []Metric {
	var sums parts
	n := 0
	for _, g := range s.Games {
		for _, c := range g.Judgements {
			if x, ok := of(c); ok {
				sums.add(g.Opening, x, 1)
				n++
			}
		}
	}
	switch {
	case n == 0:
		return absent("no position was searched twice")
	case share:
		return shareMetric(n, &sums)
	}
	e, note := sums.ratio()
	return []Metric{{N: n, Estimate: e, Note: note}}
}

func clarityRank(s Sample) []Metric {
	return perChoice(s, false, func(c Choice) (float64, bool) { return correlation(ranks(c.Shallow), ranks(c.Deep)) })
}

// clarityTop asks whether the best turn to the shallow search is one of the best to the deep one. Of equals the first counts.
func clarityTop(s Sample) []Metric {
	return perChoice(s, true, func(c Choice) (float64, bool) {
		if len(c.Deep) < 2 || len(c.Shallow) != len(c.Deep) {
			return 0, false
		}
		top := slices.Index(c.Shallow, slices.Max(c.Shallow))
		return float64(number(c.Deep[top] == slices.Max(c.Deep))), true
	})
}

func nearBest(s Sample) []Metric {
	return perChoice(s, true, func(c Choice) (float64, bool) {
		if len(c.Deep) < 2 {
			return 0, false
		}
		best, near := max(c.Best, slices.Max(c.Deep)), 0
		for _, x := range c.Deep {
			near += number(x >= best-nearness)
		}
		return float64(near) / float64(len(c.Deep)), true
	})
}

// ranks are the places of numbers in their order, equals sharing the mean of theirs.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return out
}

// correlation is Pearson's, of ranks Spearman's (Spearman, The proof and measurement of association between two things, 1904). There is none where
// either list has but one value.
func correlation(a, b []float64) (float64, bool) {
	if len(a) != len(b) || len(a) < 2 {
		return 0, false
	}
	meanA, meanB := meanOf(a), meanOf(b)
	var product, squaresA, squaresB float64
	for i := range a {
		x, y := a[i]-meanA, b[i]-meanB
		product, squaresA, squaresB = product+x*y, squaresA+x*x, squaresB+y*y
	}
	if squaresA == 0 || squaresB == 0 {
		return 0, false
	}
	return product / math.Sqrt(squaresA*squaresB), true
}
