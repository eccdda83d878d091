package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Ladder holds the findings of one player and measure at increasing node limits, which are the rungs.
type Ladder struct {
	Rungs []Finding // sorted by increasing node limit
}

// LaddersOf groups findings into ladders. The findings of a ladder, one or more, have the same player and measure, and
// their games begin, vary and end alike. Findings without a node limit, whose Nodes is 0, have ladders of their own.
func LaddersOf(findings []Finding) (ladders []Ladder) {
	conditions := func(f Finding) string {
		return fmt.Sprint(f.Spec.Format.Spread, tournament.OpeningsText(f.Spec.Openings), tournament.EndsText(f.Spec))
	}
	for _, f := range findings {
		i := slices.IndexFunc(ladders, func(l Ladder) bool {
			g := l.Rungs[0]
			return f.Measure == g.Measure && f.Player == g.Player && (f.Nodes == 0) == (g.Nodes == 0) &&
				conditions(f) == conditions(g)
		})
		if i < 0 {
			i, ladders = len(ladders), append(ladders, Ladder{})
		}
		ladders[i].Rungs = append(ladders[i].Rungs, f)
	}
	for _, l := range ladders {
		slices.SortStableFunc(l.Rungs, func(f, g Finding) int { return cmp.Compare(f.Nodes, g.Nodes) })
	}
	return ladders
}

// Highest returns the finding at the highest node limit.
func (l Ladder) Highest() Finding { return l.Rungs[len(l.Rungs)-1] }

// RungFactor is the ratio of the node limits of two successive rungs.
const RungFactor = 4

// EvenWithin returns the smallest margin m for which an interval of the first seat's score shows that the true score is
// within m of one half. If the interval holds with probability 95 %, so does this statement. That m depends on the data
// does not matter, because 1/2 ± m contains the interval. (D. Schuirmann, A comparison of the two one-sided tests
// procedure and the power approach for assessing the equivalence of average bioavailability, 1987; R. Berger and J.
// Hsu, Bioequivalence trials, intersection-union tests and equivalence confidence sets, 1996.)
func EvenWithin(score stats.Estimate) float64 { return max(score.High-.5, .5-score.Low) }
