package experiment

import (
	"slices"

	"pillars/results/estimate/stats"
)

// A Ladder holds the findings of one measure at increasing node limits, which are the rungs: one or more.
type Ladder []Finding

// LaddersOf groups the findings of a player, sorted by increasing node limit, into ladders.
func LaddersOf(findings []Finding) (ladders []Ladder) {
	for _, f := range findings {
		i := slices.IndexFunc(ladders, func(l Ladder) bool { return l[0].Measure == f.Measure })
		if i < 0 {
			i, ladders = len(ladders), append(ladders, nil)
		}
		ladders[i] = append(ladders[i], f)
	}
	return ladders
}

// Highest returns the finding at the highest node limit.
func (l Ladder) Highest() Finding { return l[len(l)-1] }

// EvenWithin returns the smallest margin m for which an interval of the first seat's score shows that the true score is
// within m of one half. If the interval holds with probability 95 %, so does this statement. That m depends on the data
// does not matter, because 1/2 ± m contains the interval. (D. Schuirmann, A comparison of the two one-sided tests
// procedure and the power approach for assessing the equivalence of average bioavailability, 1987; R. Berger and J.
// Hsu, Bioequivalence trials, intersection-union tests and equivalence confidence sets, 1996.)
func EvenWithin(score stats.Estimate) float64 { return max(score.High-.5, .5-score.Low) }
