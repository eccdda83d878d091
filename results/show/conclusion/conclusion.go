// Package conclusion summarizes results in two or three sentences. They say what finished games or a proof show and do
// not show, on how many independent observations this rests, and about how many more observations would settle the
// question. Other packages compute the numbers. No sentence claims more than its interval supports.
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
	Distinct int // number of games with different starts or moves; 0 if unknown
	Faults   int // number of games that a player's fault ended
	Rule     tournament.FaultRule
}

// fewest is the smallest number of rounds, or of distinct games, from which a conclusion is drawn.
const fewest = 5

// repeated reports whether too few games are distinct to show anything: fewer than nine for every ten openings. It
// reports false if the number of distinct games is unknown.
func (g Games) repeated(openings int) bool { return g.Distinct > 0 && 10*g.Distinct < 9*openings }

// Write writes each sentence on a line, and then an empty line. It puts a conclusion above a table that fits a screen.
// Without sentences it writes nothing.
func Write(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "%s\n\n", strings.Join(sentences, "\n"))
}

// WriteLast writes an empty line, and then each sentence on a line. It puts a conclusion below tables that may be
// longer than a screen. Without sentences it writes nothing.
func WriteLast(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "\n%s\n", strings.Join(sentences, "\n"))
}

// basis returns a sentence about the games behind a conclusion, such as "This rests on 40 games from 20 openings; all
// games are distinct." The argument from says where the games come from, such as "20 openings".
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
		text += fmt.Sprintf("; %s by a player's fault and left out", ended(g.Faults))
	default:
		text += fmt.Sprintf("; %s by a player's fault, which counts as a loss", ended(g.Faults))
	}
	return text + "."
}

func ended(n int) string {
	if n == 1 {
		return "1 was ended"
	}
	return fmt.Sprintf("%d were ended", n)
}

// repeats returns the conclusion from games that repeat each other too often. The argument from is as in basis; not is
// a clause that says what the games do not show.
func (g Games) repeats(games int, from, not string) []string {
	are := map[bool]string{true: "is", false: "are"}[g.Distinct == 1]
	return []string{fmt.Sprintf("Only %d of %s from %s %s distinct, and repeated games are no new evidence: %s.",
		g.Distinct, tournament.Counted(games, "game"), from, are, not),
		"Play other openings; more games from these would not help."}
}

// muchMore is a multiple of the observations so far. If a question needs more than this multiple, a conclusion does not
// estimate how many further observations it needs, but gives the multiple as a lower bound.
const muchMore = 100

// more returns a sentence that says how many further observations are needed. If known is false, their number is
// unknown but greater than most. The argument of is the noun for observations, such as "openings"; achieve says what
// they are needed for, such as "show a difference".
func more(further float64, known bool, most int, of, achieve string) []string {
	if !known {
		return []string{fmt.Sprintf("It would take over %d more %s to %s if the estimate is right.", most, of, achieve)}
	}
	return []string{fmt.Sprintf("If the estimate is right, about %s more %s would %s.", rounded(further), of, achieve)}
}

// rounded returns x as text. It rounds x up to two significant digits, and numbers below 2 up to 2.
func rounded(x float64) string {
	x = max(2, math.Ceil(x))
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return stats.FormatNumber(math.Ceil(x/unit)*unit, 0)
}

// within returns the interval of an estimate as text, such as "-3 to 12".
func within(e stats.Estimate, decimals int) string {
	return stats.FormatNumber(e.Low, decimals) + " to " + stats.FormatNumber(e.High, decimals)
}

// listed joins names with commas and "and". Of more than four names, it gives the first three and counts the others.
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

// Caveat returns a sentence to print before a conclusion from one shard. It returns nil if the work was not divided.
func Caveat(shard parallel.Shard) []string {
	if shard.Whole() {
		return nil
	}
	return []string{fmt.Sprintf("This is shard %v only: join the shards with pillars merge before you conclude "+
		"anything.", shard)}
}

// ShardDone returns the sentence that a shard is complete. games is the number of its games in the database at path.
func ShardDone(shard parallel.Shard, games int, path string) string {
	return fmt.Sprintf("shard %v is complete: %s in %s; when the others are too, pillars merge joins them", shard,
		tournament.Counted(games, "game"), path)
}

// Sample counts the games behind metrics.
type Sample struct {
	Games, Openings int
	Distinct        int  // number of games with different starts or moves
	Faults          int  // number of games that a fault ended
	Forfeits        bool // whether games that a fault ended count as lost; otherwise they are left out
}

// Plus returns the sums of the counts of two samples. Forfeits is set in the result if either sample has it.
func (s Sample) Plus(t Sample) Sample {
	return Sample{s.Games + t.Games, s.Openings + t.Openings, s.Distinct + t.Distinct, s.Faults + t.Faults,
		s.Forfeits || t.Forfeits}
}

// OfMetrics returns sentences about what metrics show. For one profile they say whether a seat has an advantage; for
// several profiles they say which metrics differ. OfMetrics claims nothing if fewer than five games, or under 45 % of
// the games, are distinct. Half of the games may repeat the other half, since every opening is played twice.
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

// firstSeat returns a sentence that says, from the metric "seat-score", whether the first seat has an advantage.
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
// for which the intervals of two columns do not overlap. It widens the intervals so that all of them hold at once at
// 95 %. Each column has the given number of openings.
func differing(columns []metrics.Profile, openings int) (compared int, differ []string) {
	rows := measuredTwice(columns)
	intervals := 0
	for _, r := range rows {
		intervals += len(r.estimates)
	}
	for _, r := range rows {
		// The intervals overlap if the highest lower limit does not exceed the lowest upper limit.
		highestLow, lowestHigh := math.Inf(-1), math.Inf(1)
		for _, e := range r.estimates {
			low, high := together(e, min(r.N, openings), intervals)
			highestLow, lowestHigh = max(highestLow, low), min(lowestHigh, high)
		}
		if highestLow > lowestHigh {
			differ = append(differ, strconv.Quote(r.Label()))
		}
	}
	return len(rows), differ
}

// A metricRow holds the estimates of one metric from several columns. N is the smallest N of these columns.
type metricRow struct {
	metrics.Metric
	estimates []stats.Estimate
}

// measuredTwice returns the metrics with intervals in two or more columns, except times, which depend on the machine.
func measuredTwice(columns []metrics.Profile) (rows []*metricRow) {
	byID := map[string]*metricRow{}
	for _, c := range columns {
		for _, m := range c.Metrics {
			hasInterval := m.Estimate.Kind == stats.Measured || m.Estimate.Kind == stats.Bracketed
			if !hasInterval || m.Unit == metrics.Micros {
				continue
			}
			r := byID[m.ID()]
			if r == nil {
				r = &metricRow{Metric: m}
				rows, byID[m.ID()] = append(rows, r), r
			}
			r.N, r.estimates = min(r.N, m.N), append(r.estimates, m.Estimate)
		}
	}
	return slices.DeleteFunc(rows, func(r *metricRow) bool { return len(r.estimates) < 2 })
}

// together returns the limits of one of several intervals, widened so that all of them hold at once at 95 %. For this,
// each holds at 1 - .05/intervals (Bonferroni). If n observations measured the error of e, the interval grows like the
// quantile of Student's distribution. Otherwise it grows like ln(1/alpha), where 1 - alpha is the level: the width of
// an anytime interval grows no faster.
func together(e stats.Estimate, n, intervals int) (low, high float64) {
	factor := math.Log(float64(intervals)/level) / math.Log(1/level)
	if e.Kind == stats.Measured && n > 1 {
		student := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
		factor = student.Quantile(level/2/float64(intervals)) / student.Quantile(level/2)
	}
	return e.Value - factor*(e.Value-e.Low), e.Value + factor*(e.High-e.Value)
}
