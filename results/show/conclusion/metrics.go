package conclusion

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Sample counts the games behind metrics.
type Sample struct {
	Games, Openings int
	Distinct        int  // number of games that differ from each other
	Faults          int  // number of games that a fault ended
	Forfeits        bool // whether games that a fault ended count as lost; otherwise they are left out
}

// Plus returns the sums of two samples.
func (s Sample) Plus(t Sample) Sample {
	return Sample{s.Games + t.Games, s.Openings + t.Openings, s.Distinct + t.Distinct, s.Faults + t.Faults,
		s.Forfeits || t.Forfeits}
}

// OfMetrics returns sentences about what metrics show: for one profile, whether a seat has an advantage; for several,
// which metrics differ. It claims nothing unless about half of the games are distinct: every opening is played twice,
// and both games may be equal.
func OfMetrics(columns []metrics.Profile, s Sample) []string {
	games := Games{Distinct: s.Distinct, Faults: s.Faults, Rule: tournament.FaultVoid}
	if s.Forfeits {
		games.Rule = tournament.FaultLoses
	}
	basis := games.basis(s.Games, openings(s.Openings))
	compared, differ := differing(columns, s.Openings/max(1, len(columns)))
	switch {
	case games.repeated(s.Games/2) || s.Distinct < fewest:
		return []string{fmt.Sprintf("Too few games are distinct to show anything: %d of %d.", s.Distinct, s.Games)}
	case len(columns) == 1:
		return []string{firstSeat(columns[0]), basis + " Four times as many would halve the intervals."}
	case len(differ) == 0:
		return []string{fmt.Sprintf("None of %d metrics is shown to differ.", compared),
			basis + " Four times as many would halve the intervals."}
	default:
		return []string{fmt.Sprintf("At 95 %% for all together, %d of %d metrics differ: %s.", len(differ), compared,
			listed(differ)), basis}
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

// differing returns the number of metrics that have intervals in at least two columns, and the labels of those metrics
// for which two intervals do not overlap. All these intervals hold together at 95 %. A column has the given number of
// openings.
func differing(columns []metrics.Profile, openings int) (compared int, differ []string) {
	type row struct {
		metrics.Metric
		all []stats.Estimate
	}
	var rows []*row
	known := map[string]*row{}
	for _, c := range columns {
		for _, m := range c.Metrics {
			if m.Estimate.Kind != stats.Measured && m.Estimate.Kind != stats.Bracketed || m.Unit == metrics.Micros {
				continue
			}
			r := known[m.ID()]
			if r == nil {
				r = &row{Metric: m}
				rows, known[m.ID()] = append(rows, r), r
			}
			r.N, r.all = min(r.N, m.N), append(r.all, m.Estimate)
		}
	}
	rows = slices.DeleteFunc(rows, func(r *row) bool { return len(r.all) < 2 })
	intervals := 0
	for _, r := range rows {
		intervals += len(r.all)
	}
	for _, r := range rows {
		low, high := math.Inf(-1), math.Inf(1)
		for _, e := range r.all {
			least, most := together(e, min(r.N, openings), intervals)
			low, high = max(low, least), min(high, most)
		}
		if low > high {
			differ = append(differ, strconv.Quote(r.Label()))
		}
	}
	return len(rows), differ
}

// together returns the limits of an interval that, with the others of a number of intervals, holds together at 95 %.
// Where n observations measured the error, quantiles of Student's distribution at 1 - .05/intervals replace those at 95
// % (Bonferroni). The width of an anytime interval at 1 - alpha grows no faster than ln(1/alpha).
func together(e stats.Estimate, n, intervals int) (low, high float64) {
	widen := math.Log(float64(intervals)/level) / math.Log(1/level)
	if e.Kind == stats.Measured && n > 1 {
		student := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
		widen = student.Quantile(level/2/float64(intervals)) / student.Quantile(level/2)
	}
	return e.Value - widen*(e.Value-e.Low), e.Value + widen*(e.High-e.Value)
}
