package conclusion

import (
	"fmt"
	"math"
	"strings"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/search/players"
	"pillars/tournament"
)

// side returns which seat the interval of the first seat's score shows to be better off: 1 for the first, -1 for
// another, 0 for neither.
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

// OfFindings returns what games of players against themselves show about the seats. Of a ladder the highest rung
// counts, and lower rungs only if they contradict it.
func OfFindings(findings []experiment.Finding, ladders []experiment.Ladder) []string {
	games, faults, distinct := 0, 0, 0
	for _, f := range findings {
		g, fault, d := f.Counts()
		games, faults, distinct = games+g, faults+fault, distinct+d
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

// seats returns a sentence for each claim, with the ladders whose highest rungs show it.
func seats(ladders []experiment.Ladder) (text []string) {
	groups := map[string][]string{}
	for _, l := range ladders {
		top, worse := l.Highest(), false
		for _, f := range l.Rungs {
			worse = worse || side(f)*side(top) < 0
		}
		claim := claims[side(top)]
		score, name := top.First(), label(top.Measurement)
		switch {
		case top.Rough():
			claim = repeating
		case top.Summary.Distinct < fewest:
			claim = tooFew
		case worse:
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

var claims = map[int]string{1: "The first seat scores more than half", -1: "The first seat scores less than half",
	0: "No advantage of a seat is shown"}

const (
	contradicting = "The seat that scores more changes with the number of nodes"
	repeating     = "Too many rounds are repeats to show anything"
)

var tooFew = fmt.Sprintf("At least %d rounds are needed to show anything", fewest)

// label returns a measurement as a sentence names it, such as "alphabeta at 80 nodes from openings".
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

// odds returns sentences on the ratios of nodes that even out the seats.
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

// moreRounds returns how many more rounds would show an advantage, for the ladder that needs fewest.
func moreRounds(ladders []experiment.Ladder) []string {
	least := math.Inf(1)
	var said []string
	for _, l := range ladders {
		f := l.Highest()
		score, rounds := f.First(), f.Summary.Distinct
		if side(f) != 0 || f.Rough() || rounds < fewest {
			continue
		}
		reach, off := score.High-score.Value, .5-score.Value
		if off < 0 {
			reach, off = score.Value-score.Low, -off
		}
		tooWide := reach / max(off, 1e-9)
		if cost := tooWide * tooWide * float64(rounds); cost < least {
			least, said = cost, more(rounds, tooWide, "rounds", "show an advantage for "+label(f.Measurement))
		}
	}
	return said
}
