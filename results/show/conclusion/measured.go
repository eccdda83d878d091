package conclusion

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/search/players"
	"pillars/tournament"
)

// sides collects what findings show about the seats. All intervals behind its sentences hold at once at 95 %.
type sides struct {
	ladders   []experiment.Ladder
	options   []experiment.OptionTrend // trends of the first seat's score with the value of an option
	intervals int                      // number of intervals behind the sentences
}

// sidesOf collects ladders and counts the intervals of their sentences: one for the highest rung of each ladder, one
// for each ladder that climbs, and one for each trend with an option.
func sidesOf(ladders []experiment.Ladder) (s sides) {
	s.ladders = ladders
	s.options, _ = experiment.OptionTrends(ladders) // the error says that values are too far apart for a trend
	s.intervals = len(ladders) + len(s.options)
	for _, l := range ladders {
		if climbs(l) {
			s.intervals++
		}
	}
	return s
}

// climbs reports whether the rungs of a ladder suffice to estimate how scores change with nodes.
func climbs(l experiment.Ladder) bool {
	return l.Climbs() && !l.SharesSeeds() && !slices.ContainsFunc(l.Rungs, experiment.Finding.Rough) &&
		l.Highest().Summary.Counted >= fewestCounted
}

// side returns 1 if the interval of a finding shows that the first seat scores more than half, -1 if the interval shows
// less than half, and 0 if it shows neither.
func (s sides) side(f experiment.Finding) int {
	score := f.Together(s.intervals)
	switch {
	case f.Rough() || !score.HasValue() || f.Summary.Counted < fewestCounted:
		return 0
	case score.Low > .5:
		return 1
	case score.High < .5:
		return -1
	}
	return 0
}

// OfFindings returns sentences about what games of players against themselves show about the seats.
func OfFindings(findings []experiment.Finding, ladders []experiment.Ladder) []string {
	games, faults, distinct := 0, 0, 0
	for _, f := range findings {
		itsGames, itsFaults, itsDistinct := f.Counts()
		games, faults, distinct = games+itsGames, faults+itsFaults, distinct+itsDistinct
	}
	if distinct == 0 {
		return []string{"No round is complete, so nothing is shown about the seats."}
	}
	s := sidesOf(ladders)
	text := append(s.seats(), s.trends()...)
	basis := fmt.Sprintf("This rests on %s; %s %s distinct", tournament.Counted(games, "game"),
		tournament.Counted(distinct, "round"), verb(distinct, "is", "are"))
	if faults > 0 {
		basis += fmt.Sprintf("; %s ended by a player's fault", were(faults))
	}
	text = append(text, basis+".", "What these players show need not hold under better play.")
	if s.intervals > 1 {
		text = append(text, fmt.Sprintf("The %d intervals behind these sentences hold together at 95 %%, each at %s "+
			"%% (Bonferroni); those of tables hold at 95 %% each.", s.intervals,
			stats.FormatNumber(100*(1-alpha/float64(s.intervals)), 2)))
	}
	return append(text, s.moreRounds()...)
}

// mostNamed is the greatest number of measurements that a sentence names. Of more, the sentence gives only the number.
const mostNamed = 3

// seats returns a sentence for each claim, with the ladders whose highest rung supports it or, if many, their number.
func (s sides) seats() (text []string) {
	groups, widest := map[string][]string{}, 0. // the measurements by claim, and the widest margin around one half
	for _, l := range s.ladders {
		top := l.Highest()
		claim := s.claim(top)
		score, name := top.Together(s.intervals), label(top.Measurement)
		if score.HasValue() && !top.Rough() {
			percent := score.Scaled(100)
			name += fmt.Sprintf(" (%s %%, %s", stats.FormatNumber(percent.Value, 1), s.interval(percent, 1))
			if claim == noAdvantage {
				margin := experiment.EvenWithin(score)
				widest = max(widest, margin)
				name += ": within " + points(margin)
			}
			name += ")"
		}
		groups[claim] = append(groups[claim], name)
	}
	for _, claim := range []string{moreThanHalf, lessThanHalf, noAdvantage, repeating, tooFew} {
		if names := groups[claim]; len(names) > mostNamed {
			each := ""
			if claim == noAdvantage {
				each = "; each first seat is within " + points(widest)
			}
			text = append(text, fmt.Sprintf("%s in %d of %d measurements%s.", claim, len(names), len(s.ladders), each))
		} else if len(names) > 0 {
			text = append(text, fmt.Sprintf("%s for %s.", claim, strings.Join(names, "; ")))
		}
	}
	if len(groups[moreThanHalf]) > 0 && len(groups[lessThanHalf]) > 0 {
		text = append([]string{"The measurements contradict each other."}, text...)
	}
	return text
}

// claim returns what the highest rung of a ladder shows, as the beginning of a sentence.
func (s sides) claim(top experiment.Finding) string {
	switch {
	case top.Rough():
		return repeating
	case top.Summary.Counted < fewestCounted:
		return tooFew
	}
	return claims[s.side(top)]
}

// interval returns the interval of e in words. It adds the level of 95 % only if there are no other intervals, because
// several intervals have this level only together.
func (s sides) interval(e stats.Estimate, decimals int) string {
	if s.intervals > 1 {
		return "interval " + limitsText(e, decimals)
	}
	return "95 % interval " + limitsText(e, decimals)
}

// points returns a margin around a score of one half in words, in percentage points rounded up to a tenth.
func points(margin float64) string {
	return fmt.Sprintf("± %s points of even", stats.FormatNumber(math.Ceil(1000*margin-1e-9)/10, 1))
}

// claims has the beginning of a sentence for each value of [sides.side].
var claims = map[int]string{1: moreThanHalf, -1: lessThanHalf, 0: noAdvantage}

const (
	moreThanHalf = "The first seat scores more than half"
	lessThanHalf = "The first seat scores less than half"
	noAdvantage  = "No advantage of a seat is shown"
	repeating    = "Too many rounds are repeats to show anything"
)

var tooFew = fmt.Sprintf("At least %d rounds are needed to show anything", fewestCounted)

// trends returns sentences about how the first seat's score changes with the number of nodes and with the value of an
// option. Each sentence lists the measurements with the same trend or, if these are many, counts them.
func (s sides) trends() (text []string) {
	groups, all := map[string][]string{}, 0 // the measurements by claim, and the number of all
	for _, l := range s.ladders {
		if climbs(l) {
			claim, interval := s.trend("nodes", "factor of four", l.LogitLine)
			groups[claim] = append(groups[claim], label(l.Highest().Measurement)+interval)
			all++
		}
	}
	for _, t := range s.options {
		m := t.Findings[0].Measurement
		m.Setting = ""
		claim, interval := s.trend(t.Option, "unit", t.LogitLine)
		groups[claim] = append(groups[claim], label(m)+interval)
		all++
	}
	for _, claim := range slices.Sorted(maps.Keys(groups)) {
		if names := groups[claim]; len(names) > mostNamed {
			text = append(text, fmt.Sprintf("%s in %d of %d trends.", claim, len(names), all))
		} else {
			text = append(text, fmt.Sprintf("%s for %s.", claim, strings.Join(names, "; ")))
		}
	}
	return text
}

// trend returns the claim that the slope of a line supports, and the slope with its interval in parentheses. A trend is
// shown if the interval leaves out 0; otherwise the second result is empty. The argument with names what changes along
// the line; unit is the change that the slope refers to.
func (s sides) trend(with, unit string, line experiment.LogitLine) (claim, interval string) {
	slope := line.Together(s.intervals).Slope()
	switch {
	case slope.HasValue() && slope.Low > 0:
		claim = "The first seat's score rises with " + with
	case slope.HasValue() && slope.High < 0:
		claim = "The first seat's score falls with " + with
	default:
		return "The first seat's score is not shown to change with " + with, ""
	}
	return claim, fmt.Sprintf(" (%s logits for each %s, %s)", stats.FormatNumber(slope.Value, 2), unit,
		s.interval(slope, 2))
}

// label names a measurement in a sentence: its setting, player, node limit and where games begin.
func label(m experiment.Measurement) string {
	text := m.Player
	if players.Thinks(m.Player) {
		text += fmt.Sprintf(" at %d nodes", m.Nodes)
	}
	if m.Setting != "" {
		text = m.Setting + ", " + text
	}
	return text + " " + m.Measure.Where()
}

// moreRounds returns a sentence about how many more rounds would show an advantage, for the ladder that needs the
// fewest rounds in all. It returns nil if no ladder could show one.
func (s sides) moreRounds() (sentence []string) {
	least := math.Inf(1) // number of rounds that this ladder needs in all
	for _, l := range s.ladders {
		f := l.Highest()
		score, rounds := f.Together(s.intervals), f.Summary.Counted
		if s.side(f) != 0 || f.Rough() || rounds < fewestCounted {
			continue
		}
		// The interval shows an advantage if it does not reach 1/2: its arm towards 1/2 is shorter than the distance.
		arm, distance := score.High-score.Value, .5-score.Value
		if distance < 0 {
			arm, distance = score.Value-score.Low, -distance
		}
		tooWide := arm / max(distance, 1e-9)
		factor := tooWide * tooWide // the width of an interval falls with the square root of the number of rounds
		if needed := factor * float64(rounds); needed < least {
			least, sentence = needed, more(float64(rounds)*(factor-1), factor < muchMore, muchMore*rounds, "rounds",
				"show an advantage for "+label(f.Measurement))
		}
	}
	return sentence
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
	basis := games.basis(s.Games, openingsText(s.Openings))
	compared, differ := differing(columns, s.Openings/max(1, len(columns)))
	switch {
	case games.repeated(s.Games/2) || s.Distinct < fewestCounted:
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
		limitsText(score.Scaled(100), 1))
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

// A metricRow holds the estimates of one metric from several columns. N, the number of observations, is the smallest of
// these columns.
type metricRow struct {
	metrics.Metric
	estimates []stats.Estimate
}

// measuredTwice returns the metrics with intervals in two or more columns.
func measuredTwice(columns []metrics.Profile) (rows []*metricRow) {
	byID := map[string]*metricRow{}
	for _, c := range columns {
		for _, m := range c.Metrics {
			hasInterval := m.Estimate.Kind == stats.Measured || m.Estimate.Kind == stats.Bracketed
			if !hasInterval {
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
// each holds at 1 - alpha/intervals (Bonferroni). If n observations measured the error of e, the interval grows like
// the quantile of Student's distribution. Otherwise it grows like the logarithm of intervals/alpha, since the width of
// an anytime interval grows no faster.
func together(e stats.Estimate, n, intervals int) (low, high float64) {
	factor := math.Log(float64(intervals)/alpha) / math.Log(1/alpha)
	if e.Kind == stats.Measured && n > 1 {
		student := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
		factor = student.Quantile(alpha/2/float64(intervals)) / student.Quantile(alpha/2)
	}
	return e.Value - factor*(e.Value-e.Low), e.Value + factor*(e.High-e.Value)
}
