package conclusion

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/search/players"
	"pillars/tournament"
)

// side returns which seat scores more than half by the interval of the first seat's score: 1 for the first seat, -1 for
// another, 0 if the interval shows neither.
func side(f experiment.Finding) int {
	score := f.First()
	switch {
	case f.Rough() || !score.HasValue() || f.Summary.Distinct < fewest:
		return 0
	case score.Low > .5:
		return 1
	case score.High < .5:
		return -1
	}
	return 0
}

// OfFindings returns sentences about what games of players against themselves show of the seats. In each ladder the
// highest rung counts. Lower rungs count only if they contradict it.
func OfFindings(findings []experiment.Finding, ladders []experiment.Ladder) []string {
	games, faults, distinct := 0, 0, 0
	for _, f := range findings {
		of, faulty, differing := f.Counts()
		games, faults, distinct = games+of, faults+faulty, distinct+differing
	}
	if distinct == 0 {
		return []string{"No round is complete, so nothing is shown about the seats."}
	}
	text := seats(ladders)
	text = append(text, odds(findings)...)
	basis := fmt.Sprintf("This rests on %s; %s distinct", tournament.Counted(games, "game"),
		tournament.Counted(distinct, "round")+map[bool]string{true: " is", false: " are"}[distinct == 1])
	if faults > 0 {
		basis += fmt.Sprintf("; %s by a player's fault", was(faults))
	}
	text = append(text, basis+".", "What these players show need not hold under better play.")
	if len(ladders) > 1 {
		text = append(text, "Each interval is at 95 % by itself, so about one in twenty misses the truth.")
	}
	return append(text, moreRounds(ladders)...)
}

// seats returns one sentence for each claim, with the ladders whose highest rung shows it.
func seats(ladders []experiment.Ladder) (text []string) {
	groups := map[string][]string{}
	for _, l := range ladders {
		top := l.Highest()
		contradicts := func(f experiment.Finding) bool { return side(f)*side(top) < 0 }
		claim := claims[side(top)]
		score, name := top.First(), label(top.Measurement)
		switch {
		case top.Rough():
			claim = repeating
		case top.Summary.Distinct < fewest:
			claim = tooFew
		case slices.ContainsFunc(l.Rungs, contradicts):
			claim = contradicting
		}
		if score.HasValue() && !top.Rough() {
			name += fmt.Sprintf(" (%s %%, 95 %% interval %s)", stats.FormatNumber(100*score.Value, 1),
				within(score.Scaled(100), 1))
		}
		groups[claim] = append(groups[claim], name)
	}
	for _, claim := range []string{claims[1], claims[-1], contradicting, claims[0], repeating, tooFew} {
		if names := groups[claim]; len(names) > 3 {
			text = append(text, fmt.Sprintf("%s in %d of %d measurements.", claim, len(names), len(ladders)))
		} else if len(names) > 0 {
			text = append(text, fmt.Sprintf("%s for %s.", claim, strings.Join(names, "; ")))
		}
	}
	if len(groups[claims[1]]) > 0 && len(groups[claims[-1]]) > 0 {
		text = append([]string{"The measurements contradict each other."}, text...)
	}
	return text
}

// claims has a sentence without its end for each value of side.
var claims = map[int]string{1: "The first seat scores more than half", -1: "The first seat scores less than half",
	0: "No advantage of a seat is shown"}

// Claims about ladders whose highest rung does not count by itself.
const (
	contradicting = "The seat that scores more changes with the number of nodes"
	repeating     = "Too many rounds are repeats to show anything"
)

var tooFew = fmt.Sprintf("At least %d rounds are needed to show anything", fewest)

// label returns the name of a measurement in sentences, such as "alphabeta at 80 nodes from openings".
func label(m experiment.Measurement) string {
	text := m.Player
	if players.Thinks(m.Player) {
		text += fmt.Sprintf(" at %d nodes", m.Nodes)
	}
	if m.Setting != "" {
		text = m.Setting + ", " + text
	}
	if m.Measure == experiment.AtOdds {
		return text
	}
	return text + " " + m.Measure.Where()
}

// odds returns sentences about how many times as many nodes as the other a seat needs to score the same.
func odds(findings []experiment.Finding) (text []string) {
	var open []string
	for _, f := range findings {
		ratio, name := experiment.Ratio(f.Even.Even()), label(f.Measurement)
		switch {
		case f.Odds == nil:
		case f.Rough() || !ratio.HasValue() || ratio.Low <= 1 && ratio.High >= 1:
			open = append(open, name)
		default:
			text = append(text, fmt.Sprintf("The second seat is even with %s times the nodes of the first (95 %% "+
				"interval %s) for %s.", stats.FormatNumber(ratio.Value, 2), within(ratio, 2), name))
		}
	}
	if len(open) > 0 {
		text = append(text, fmt.Sprintf("The odds do not show which seat is better off for %s.", listed(open)))
	}
	return text
}

// moreRounds says how many more rounds would show an advantage, for the ladder that needs the fewest.
func moreRounds(ladders []experiment.Ladder) []string {
	least := math.Inf(1)
	var said []string
	for _, l := range ladders {
		f := l.Highest()
		score, rounds := f.First(), f.Summary.Distinct
		if side(f) != 0 || f.Rough() || rounds < fewest {
			continue
		}
		// The interval shows an advantage if its arm towards 1/2 is shorter than the distance to 1/2.
		arm, distance := score.High-score.Value, .5-score.Value
		if distance < 0 {
			arm, distance = score.Value-score.Low, -distance
		}
		tooWide := arm / max(distance, 1e-9)
		if cost := tooWide * tooWide * float64(rounds); cost < least {
			least, said = cost, more(rounds, tooWide, "rounds", "show an advantage for "+label(f.Measurement))
		}
	}
	return said
}

// Sample counts the games behind metrics.
type Sample struct {
	Games, Openings int
	Distinct        int  // number of games that differ from each other
	Faults          int  // number of games that a fault ended
	Forfeits        bool // such games count as lost; otherwise they are left out
}

// Plus returns the sums of two samples.
func (s Sample) Plus(t Sample) Sample {
	return Sample{s.Games + t.Games, s.Openings + t.Openings, s.Distinct + t.Distinct, s.Faults + t.Faults,
		s.Forfeits || t.Forfeits}
}

// OfMetrics returns sentences about what metrics show: for one profile, whether a seat has an advantage; for several,
// which metrics differ. At least about half of the games must be distinct, since every opening is played twice.
func OfMetrics(columns []metrics.Profile, s Sample) []string {
	games := Games{Distinct: s.Distinct, Faults: s.Faults, Rule: tournament.FaultVoid}
	if s.Forfeits {
		games.Rule = tournament.FaultLoses
	}
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

// firstSeat returns a sentence about the score of the first seat.
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
// for which two intervals do not overlap.
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
