package conclusion

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/search/players"
	"pillars/tournament"
)

// sides collects what findings show about the seats. All intervals behind its sentences hold together at 95 %.
type sides struct {
	ladders   []experiment.Ladder
	options   []experiment.OptionTrend
	odds      []experiment.Finding
	intervals int // number of intervals that hold together
}

// sidesOf returns what findings show about the seats. From each ladder it uses the highest rung for the seats' scores,
// and all rungs for the trend with the node limit.
func sidesOf(findings []experiment.Finding, ladders []experiment.Ladder) (s sides) {
	s.ladders = ladders
	s.options, _ = experiment.OptionTrends(ladders) // values too far apart show no trend
	s.intervals = len(ladders) + len(s.options)
	for _, l := range ladders {
		if climbs(l) {
			s.intervals++
		}
	}
	for _, f := range findings {
		if f.Odds != nil {
			s.odds, s.intervals = append(s.odds, f), s.intervals+1
		}
	}
	return s
}

// climbs reports whether a ladder shows how scores change with nodes.
func climbs(l experiment.Ladder) bool {
	return l.Climbs() && !l.SharesSeeds() && !slices.ContainsFunc(l.Rungs, experiment.Finding.Rough) &&
		l.Highest().Summary.Counted >= fewest
}

// side returns which seat the interval shows to score more than half: 1 for the first, -1 for another, 0 for neither.
func (s sides) side(f experiment.Finding) int {
	score := f.Together(s.intervals)
	switch {
	case f.Rough() || !score.HasValue() || f.Summary.Counted < fewest:
		return 0
	case score.Low > .5:
		return 1
	case score.High < .5:
		return -1
	}
	return 0
}

// BetterSeat returns the seat that one measurement shows to score more than half: 1 the first, -1 the second, 0 none.
func BetterSeat(f experiment.Finding) int { return sides{intervals: 1}.side(f) }

// OfFindings returns sentences about what games of players against themselves show of the seats.
func OfFindings(findings []experiment.Finding, ladders []experiment.Ladder) []string {
	games, faults, distinct := 0, 0, 0
	for _, f := range findings {
		allGames, faulty, differing := f.Counts()
		games, faults, distinct = games+allGames, faults+faulty, distinct+differing
	}
	if distinct == 0 {
		return []string{"No round is complete, so nothing is shown about the seats."}
	}
	s := sidesOf(findings, ladders)
	text := append(append(s.seats(), s.trends()...), s.evenOdds()...)
	verb := "are"
	if distinct == 1 {
		verb = "is"
	}
	basis := fmt.Sprintf("This rests on %s; %s %s distinct", tournament.Counted(games, "game"),
		tournament.Counted(distinct, "round"), verb)
	if faults > 0 {
		basis += fmt.Sprintf("; %s by a player's fault", was(faults))
	}
	text = append(text, basis+".", "What these players show need not hold under better play.")
	if s.intervals > 1 {
		text = append(text, fmt.Sprintf("The %d intervals behind these sentences hold together at 95 %%, each at %s "+
			"%% (Bonferroni); those of tables hold at 95 %% each.", s.intervals,
			stats.FormatNumber(100*(1-.05/float64(s.intervals)), 2)))
	}
	return append(text, s.moreRounds()...)
}

// seats returns one sentence for each claim, with the ladders whose highest rung shows it.
func (s sides) seats() (text []string) {
	groups, widest := map[string][]string{}, 0.
	for _, l := range s.ladders {
		top := l.Highest()
		claim := claims[s.side(top)]
		score, name := top.Together(s.intervals), label(top.Measurement)
		switch {
		case top.Rough():
			claim = repeating
		case top.Summary.Counted < fewest:
			claim = tooFew
		}
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
		if names := groups[claim]; len(names) > 3 {
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

// interval returns an interval in words, with its level if it is the only one.
func (s sides) interval(e stats.Estimate, decimals int) string {
	if s.intervals > 1 {
		return "interval " + within(e, decimals)
	}
	return "95 % interval " + within(e, decimals)
}

// points returns a margin around one half in words, rounded up.
func points(margin float64) string {
	return fmt.Sprintf("± %s points of even", stats.FormatNumber(math.Ceil(1000*margin-1e-9)/10, 1))
}

// claims has the beginning of a sentence for each value of [sides.side].
var claims = map[int]string{1: moreThanHalf, -1: lessThanHalf, 0: noAdvantage}

const (
	moreThanHalf = "The first seat scores more than half"
	lessThanHalf = "The first seat scores less than half"
	noAdvantage  = "No advantage of a seat is shown"
)

// Claims about ladders whose highest rung shows nothing.
const repeating = "Too many rounds are repeats to show anything"

var tooFew = fmt.Sprintf("At least %d rounds are needed to show anything", fewest)

// trends returns sentences about how the first seat's score changes with the number of nodes and with a swept option.
// A trend is shown if the interval of the slope leaves out 0.
func (s sides) trends() (text []string) {
	groups, all := map[string][]string{}, 0
	add := func(with, unit, name string, line experiment.LogitLine) {
		slope := line.Together(s.intervals).Slope()
		claim := "The first seat's score is not shown to change with " + with
		switch {
		case !slope.HasValue():
		case slope.Low > 0:
			claim = "The first seat's score rises with " + with
		case slope.High < 0:
			claim = "The first seat's score falls with " + with
		}
		if slope.HasValue() && (slope.Low > 0 || slope.High < 0) {
			name += fmt.Sprintf(" (%s logits for each %s, %s)", stats.FormatNumber(slope.Value, 2), unit,
				s.interval(slope, 2))
		}
		groups[claim] = append(groups[claim], name)
		all++
	}
	for _, l := range s.ladders {
		if climbs(l) {
			add("nodes", "factor of four", label(l.Highest().Measurement), l.LogitLine)
		}
	}
	for _, t := range s.options {
		m := t.Findings[0].Measurement
		m.Setting = ""
		add(t.Option, "unit", label(m), t.LogitLine)
	}
	for _, claim := range slices.Sorted(maps.Keys(groups)) {
		if names := groups[claim]; len(names) > 3 {
			text = append(text, fmt.Sprintf("%s in %d of %d trends.", claim, len(names), all))
		} else {
			text = append(text, fmt.Sprintf("%s for %s.", claim, strings.Join(names, "; ")))
		}
	}
	return text
}

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

// evenOdds returns sentences about the ratio of node limits at which both seats score the same.
func (s sides) evenOdds() (text []string) {
	var open []string
	for _, f := range s.odds {
		ratio, name := experiment.Ratio(f.Even.Together(s.intervals).Even()), label(f.Measurement)
		if f.Rough() || !ratio.HasValue() || ratio.Low <= 1 && ratio.High >= 1 {
			open = append(open, name)
			continue
		}
		text = append(text, fmt.Sprintf("The second seat is even with %s times the nodes of the first (%s) for %s.",
			stats.FormatNumber(ratio.Value, 2), s.interval(ratio, 2), name))
	}
	if len(open) > 0 {
		text = append(text, fmt.Sprintf("The odds do not show which seat is better off for %s.", listed(open)))
	}
	return text
}

// moreRounds returns how many more rounds would show an advantage, for the ladder that needs the fewest.
func (s sides) moreRounds() []string {
	least := math.Inf(1)
	var said []string
	for _, l := range s.ladders {
		f := l.Highest()
		score, rounds := f.Together(s.intervals), f.Summary.Counted
		if s.side(f) != 0 || f.Rough() || rounds < fewest {
			continue
		}
		// The interval shows an advantage if its arm towards 1/2 is shorter than the distance to 1/2.
		arm, distance := score.High-score.Value, .5-score.Value
		if distance < 0 {
			arm, distance = score.Value-score.Low, -distance
		}
		tooWide := arm / max(distance, 1e-9)
		factor := tooWide * tooWide // the width of an interval falls with the square root of the number of rounds
		if cost := factor * float64(rounds); cost < least {
			least, said = cost, more(float64(rounds)*(factor-1), factor < muchMore, muchMore*rounds, "rounds",
				"show an advantage for "+label(f.Measurement))
		}
	}
	return said
}
