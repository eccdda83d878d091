// Package conclusion puts results into two or three sentences: what finished games or a proof show and do not show, on
// how many independent observations this rests, and about how many more observations would settle the question. The
// numbers come from other packages. A sentence claims nothing that an interval does not support.
package conclusion

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/engine/parallel"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Games describes the games behind a conclusion.
type Games struct {
	Distinct int // number of games that differ in start or moves; 0 if unknown
	Faults   int // number of games that a player's fault ended
	Rule     tournament.FaultRule
}

// fewest is the smallest number of rounds whose interval a conclusion relies on.
const fewest = 5

// repeated reports whether games show nothing, since fewer than nine tenths of the openings' number are distinct.
func (g Games) repeated(openings int) bool { return g.Distinct > 0 && 10*g.Distinct < 9*openings }

// Write writes sentences, if there are any, and an empty line, before a table that fits a screen.
func Write(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "%s\n\n", strings.Join(sentences, "\n"))
}

// WriteLast writes an empty line and then each sentence on a line, after tables that may be longer than a screen.
func WriteLast(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "\n%s\n", strings.Join(sentences, "\n"))
}

// basis returns a sentence about the games behind a conclusion, such as "This rests on 40 games from 20 openings; all
// games are distinct." The argument from names their source, such as "20 openings".
func (g Games) basis(games int, from string) string {
	distinct := fmt.Sprintf("%d of the games are distinct", g.Distinct)
	switch {
	case g.Distinct >= games:
		distinct = "all games are distinct"
	case g.Distinct == 1:
		distinct = "all games are the same"
	case g.Distinct == 0:
		distinct = "repeats were not counted"
	}
	text := fmt.Sprintf("This rests on %s from %s; %s", tournament.Counted(games, "game"), from, distinct)
	switch {
	case g.Faults == 0:
	case g.Rule == tournament.FaultVoid:
		text += fmt.Sprintf("; %s by a player's fault and left out", was(g.Faults))
	default:
		text += fmt.Sprintf("; %s by a player's fault, which counts as a loss", was(g.Faults))
	}
	return text + "."
}

func was(n int) string {
	if n == 1 {
		return "1 was ended"
	}
	return fmt.Sprintf("%d were ended", n)
}

// repeats returns sentences for games that repeat each other; not is a clause that says what they do not show.
func (g Games) repeats(games int, from, not string) []string {
	are := map[bool]string{true: "is", false: "are"}[g.Distinct == 1]
	return []string{fmt.Sprintf("Only %d of %s from %s %s distinct, and repeated games are no new evidence: %s.",
		g.Distinct, tournament.Counted(games, "game"), from, are, not),
		"Play other openings; more games from these would not help."}
}

// muchMore is the factor above which a conclusion gives only a lower bound for the number of further observations.
const muchMore = 100

// more returns a sentence about how many further observations would achieve something, such as "show a difference". If
// they are not known, they are more than most. The argument of is a noun for them, such as "openings".
func more(further float64, known bool, most int, of, achieve string) []string {
	if !known {
		return []string{fmt.Sprintf("It would take over %d more %s to %s if the estimate is right.", most, of, achieve)}
	}
	return []string{fmt.Sprintf("If the estimate is right, about %s more %s would %s.", rounded(further), of, achieve)}
}

// rounded returns x rounded up to two significant digits, at least 2.
func rounded(x float64) string {
	x = max(2, math.Ceil(x))
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return stats.FormatNumber(math.Ceil(x/unit)*unit, 0)
}

// within returns the interval of an estimate, such as "-3 to 12".
func within(e stats.Estimate, decimals int) string {
	return stats.FormatNumber(e.Low, decimals) + " to " + stats.FormatNumber(e.High, decimals)
}

// listed joins names with commas and "and". Of more than four names it gives three and the number of the others.
func listed(names []string) string {
	const most = 4
	if n := len(names); n > most {
		names = append(names[:most-1:most-1], fmt.Sprintf("%d others", n-most+1))
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Caveat returns a sentence to print before a conclusion from a shard. It returns nil if the shard is the whole work.
func Caveat(shard parallel.Shard) []string {
	if shard.Whole() {
		return nil
	}
	return []string{fmt.Sprintf("This is shard %v only: join the shards with pillars merge before you conclude "+
		"anything.", shard)}
}

// ShardDone returns the sentence that a shard is complete. path names the database.
func ShardDone(shard parallel.Shard, games int, path string) string {
	return fmt.Sprintf("shard %v is complete: %s in %s; when the others are too, pillars merge joins them", shard,
		tournament.Counted(games, "game"), path)
}

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
