package conclusion

import (
	"fmt"
	"slices"
	"strconv"

	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Sample describes the games behind metrics, without those that a fault ended.
type Sample struct {
	Games, Openings int
	Distinct        int // number of games that differ from each other
	Faults          int // number of games left out
}

// Plus returns the sums of two samples.
func (s Sample) Plus(t Sample) Sample {
	return Sample{s.Games + t.Games, s.Openings + t.Openings, s.Distinct + t.Distinct, s.Faults + t.Faults}
}

// OfMetrics returns what metrics show: one profile, whether a seat has an advantage; several, which metrics differ. At
// least half of the games must be distinct, since openings are played twice.
func OfMetrics(columns []metrics.Profile, s Sample) []string {
	games := Games{Distinct: s.Distinct, Faults: s.Faults, Rule: tournament.FaultVoid}
	basis := games.basis(s.Games, openings(s.Openings))
	switch compared, differ := differing(columns); {
	case games.repeated(s.Games/2) || s.Distinct < fewest:
		return []string{fmt.Sprintf("Too few games are distinct to show anything: %d of %d.", s.Distinct, s.Games)}
	case len(columns) == 1:
		return []string{firstSeat(columns[0]), basis + " Four times as many would halve the intervals."}
	case len(differ) == 0:
		return []string{fmt.Sprintf("None of %d measures is shown to differ.", compared),
			basis + " Four times as many would halve the intervals."}
	default:
		differing := fmt.Sprintf("Of %d measures %d are shown to differ: %s.", compared, len(differ), listed(differ))
		return []string{differing,
			"Their 95 % intervals lie apart; with so many measures, a few may do so by chance.", basis}
	}
}

func firstSeat(p metrics.Profile) string {
	at := slices.IndexFunc(p.Metrics, func(m metrics.Metric) bool { return m.Name == "seat-score" })
	if at < 0 || !p.Metrics[at].Estimate.HasValue() {
		return "Nothing is shown about the seats."
	}
	score := p.Metrics[at].Estimate
	claim := "No advantage of a seat is shown: the first scores"
	switch {
	case score.Low > .5:
		claim = "The first seat scores more than half:"
	case score.High < .5:
		claim = "The first seat scores less than half:"
	}
	return fmt.Sprintf("%s %s %% (95 %% interval %s).", claim, stats.FormatNumber(100*score.Value, 1),
		within(score.Scaled(100), 1))
}

// differing returns the number of metrics with intervals in at least two columns, and the labels of those of which two
// intervals do not overlap.
func differing(columns []metrics.Profile) (compared int, differ []string) {
	low, high, seen := map[string]float64{}, map[string]float64{}, map[string]int{}
	var all []metrics.Metric
	for _, c := range columns {
		for _, m := range c.Metrics {
			e, id := m.Estimate, m.ID()
			if e.Kind != stats.Measured && e.Kind != stats.Bracketed || m.Unit == metrics.Micros {
				continue
			}
			if seen[id]++; seen[id] == 1 {
				all, low[id], high[id] = append(all, m), e.Low, e.High
			}
			low[id], high[id] = max(low[id], e.Low), min(high[id], e.High)
		}
	}
	for _, m := range all {
		if seen[m.ID()] > 1 {
			compared++
			if low[m.ID()] > high[m.ID()] {
				differ = append(differ, strconv.Quote(m.Label()))
			}
		}
	}
	return compared, differ
}
