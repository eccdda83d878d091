package conclusion

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// A comparison is a pair of players, one of whom stands above the other in the standings.
type comparison struct {
	results.Meeting
	above, below results.Row
	shown        bool // whether the player above is shown to be stronger
}

// open reports whether the player above is not shown to be stronger.
func (c comparison) open() bool { return !c.shown }

// OfStandings returns sentences about what standings show. faults is the number of games that a fault ended; rule says
// how these count.
func OfStandings(s results.Standings, faults int, rule tournament.FaultRule) []string {
	n, distinct := s.Observed() // n is the number of openings
	g := Games{distinct, faults, rule}
	switch {
	case s.Games == 0:
		return []string{"No game counts yet, so nothing is shown."}
	case len(s.Rows) < 2:
		return nil
	case g.repeated(n):
		return g.repeats(s.Games, openingsText(n), "they do not show which player is stronger")
	case n < stats.Fewest:
		return []string{fmt.Sprintf("At least %d openings are needed to show which player is stronger.", stats.Fewest),
			g.basis(s.Games, openingsText(n))}
	}
	all := compared(s)
	text := []string{all.several(s), g.basis(s.Games, openingsText(n))}
	if len(all) == 1 {
		text[0] = all[0].text(s)
	}
	return append(text, all.more(n, len(s.Rows))...)
}

func openingsText(n int) string { return tournament.Counted(n, "opening") }

// comparisons are in the order of the standings.
type comparisons []comparison

// mostCompared is the greatest number of players for which every pair is compared. If there are more players, only the
// first in the standings is compared with each of the others.
const mostCompared = 40

// compared returns the comparisons of the players, in the order of the standings, and decides which show a difference.
func compared(s results.Standings) (all comparisons) {
	c := s.Crosstable()
	for i, above := range s.Rows {
		for j := i + 1; j < len(s.Rows); j++ {
			all = append(all, comparison{Meeting: c.Meeting(i, j), above: above, below: s.Rows[j]})
		}
		if len(s.Rows) > mostCompared {
			break // only the first player is compared with the others
		}
	}
	all.decide(len(s.Rows))
	return all
}

// alpha is the accepted chance that any of several statements is wrong, such as any comparison of standings.
const alpha = .05

// decide sets the field shown of the comparisons that show a difference, by Holm's method. The open comparisons share
// alpha equally as their chances of error, so each decision enlarges the shares of the comparisons that are still open.
// (S. Holm, A simple sequentially rejective multiple test procedure, 1979.)
func (all comparisons) decide(players int) {
	share := all.alphaOfEach(players)
	for decided := true; decided; {
		decided = false
		for i := range all {
			if c := &all[i]; !c.shown && c.Shown(share) {
				c.shown, decided = true, true
				share = 1 / (1/share - 1/alpha) // from alpha/n to alpha/(n - 1)
			}
		}
	}
}

// alphaOfEach returns the chance of error of each open comparison: alpha divided by their number. Every two players
// count as a comparison, even if only the first player is compared with the others: results decide who is first, so any
// two players could have been compared.
func (all comparisons) alphaOfEach(players int) float64 {
	open := players * (players - 1) / 2
	for _, c := range all {
		if c.shown {
			open--
		}
	}
	return alpha / float64(open)
}

// text returns a sentence that says which player is shown to be stronger, if any, and by how much.
func (c comparison) text(s results.Standings) string {
	first, second, d := c.above.Player, c.below.Player, c.Difference
	leastFirst, _ := c.above.Rating.Limits()
	_, mostSecond := c.below.Rating.Limits()
	switch {
	case c.shown && d.HasValue() && d.Low > 0:
		return fmt.Sprintf("%s is stronger than %s at 95 %%, however often one looks. The difference is estimated at "+
			"%s Elo (95 %% interval %s if the number of openings was fixed beforehand).", first, second,
			stats.FormatNumber(d.Value, 0), limitsText(d, 0))
	case c.shown && leastFirst > mostSecond:
		return fmt.Sprintf("%s won all games and is stronger than %s at 95 %%, however often one looks, by at least "+
			"%s Elo.", first, second, stats.FormatNumber(leastFirst-mostSecond, 0))
	case c.shown:
		return fmt.Sprintf("%s is stronger than %s at 95 %%, however often one looks.", first, second)
	}
	neither := fmt.Sprintf("Neither %s nor %s is shown to be stronger", first, second)
	switch {
	case s.Draws == s.Games:
		return neither + ": all games were drawn."
	case d.Kind != stats.Measured && d.Kind != stats.Bracketed:
		return neither + "."
	case math.Abs(d.Value) < .5:
		return fmt.Sprintf("%s: they are level (95 %% interval of the difference %s Elo).", neither, limitsText(d, 0))
	case d.Low > 0:
		return fmt.Sprintf("%s yet: the 95 %% interval of the difference (%s Elo) leaves out 0. That counts only if "+
			"the number of openings was fixed beforehand; at every look more is needed.", neither, limitsText(d, 0))
	}
	return fmt.Sprintf("%s: the first is ahead by %s Elo, but the 95 %% interval (%s) includes 0.", neither,
		stats.FormatNumber(d.Value, 0), limitsText(d, 0))
}

// several returns a sentence about more than one comparison: which players are shown to be stronger than which others.
func (all comparisons) several(s results.Standings) string {
	which := "comparisons"
	if len(s.Rows) > mostCompared {
		which = "comparisons with the first"
	}
	together := fmt.Sprintf("At 95 %% for all %d %s together, however often one looks, ", len(all), which)
	shown := 0                     // number of comparisons that show a difference
	below := map[string][]string{} // by player: the players that are shown to be weaker
	for _, c := range all {
		if c.shown {
			shown++
			below[c.above.Player] = append(below[c.above.Player], c.below.Player)
		}
	}
	switch {
	case shown == 0:
		return together + "no player is shown to be stronger than another."
	case shown == len(all) && len(s.Rows) <= mostCompared:
		return together + "every player is stronger than all those below it."
	}
	text := together + clauses(s.Rows, below)
	switch n := len(all) - shown; n {
	case 0:
		return text + "."
	case 1:
		return text + "; the other pair is not told apart."
	default:
		return fmt.Sprintf("%s; the other %d pairs are not told apart.", text, n)
	}
}

// clauses returns in words which players are stronger than which others. below lists, by player, the players that are
// shown to be weaker. Neighbours in the standings that are stronger than the same players share a clause.
func clauses(rows []results.Row, below map[string][]string) string {
	var texts []string
	for i := 0; i < len(rows); i++ {
		names, losers := []string{rows[i].Player}, below[rows[i].Player]
		for ; i+1 < len(rows) && slices.Equal(losers, below[rows[i+1].Player]); i++ {
			names = append(names, rows[i+1].Player)
		}
		switch {
		case len(losers) == 0:
		case len(losers) == len(rows)-1: // then names has one player, since all others are among the losers
			texts = append(texts, names[0]+" is stronger than all others")
		default:
			texts = append(texts, fmt.Sprintf("%s %s stronger than %s", listed(names),
				verb(len(names), "is", "are each"), listed(losers)))
		}
	}
	const mostClauses = 3
	if n := len(texts); n > mostClauses {
		texts = append(texts[:mostClauses-1], fmt.Sprintf("so on for %d more", n-mostClauses+1))
	}
	return strings.Join(texts, "; ")
}

// more returns a sentence about how many more openings would decide the first open comparison in the order of the
// standings. If the only comparison is decided, the sentence says instead how many would halve the interval of the
// difference. more returns nil if all of several comparisons are decided, or if the difference has no measured error.
func (all comparisons) more(openings, players int) []string {
	firstOpen := slices.IndexFunc(all, comparison.open)
	c := all[max(0, firstOpen)]
	allDecided := firstOpen < 0
	switch {
	case c.Difference.Kind != stats.Measured || allDecided && len(all) > 1:
		return nil
	case allDecided: // four times as many openings in all halve the interval
		return []string{fmt.Sprintf("About %s more openings would halve the interval.", rounded(float64(3*openings)))}
	}
	achieve := "show a difference"
	if len(all) > 1 {
		achieve = fmt.Sprintf("tell %s from %s", c.above.Player, c.below.Player)
	}
	further, known := c.MoreOpenings(all.alphaOfEach(players), muchMore)
	return more(float64(further), known, muchMore*min(openings, c.Openings), "openings", achieve)
}

// OfTest returns sentences about what a sequential test shows. The estimate of the difference between the players is
// corrected for the test's early stop.
func OfTest(t results.TestStanding, estimate stats.AfterStop, g Games) []string {
	played, from := t.Counts.Games(), openingsText(t.Counts.Count())
	if g.Rule == tournament.FaultVoid { // leave out faults in openings that the test has not reached
		g.Faults = t.Voided
	}
	basis := g.basis(played, from)
	switch {
	case played == 0 && t.Unit() == "pair":
		return []string{"No pair of games counts yet, so nothing is shown."}
	case played == 0:
		return []string{"No opening counts yet, so nothing is shown."}
	case g.repeated(t.Counts.Count()):
		not := "they do not show which player is stronger"
		if t.Decision != stats.Undecided {
			not = t.Decision.String() + " was accepted, but this does not show which player is stronger"
		}
		return g.repeats(played, from, not)
	case t.Decision != stats.Undecided:
		return []string{verdict(t), notShown(t, estimate), basis}
	}
	text := "The test is undecided"
	if g.Rule == tournament.FaultStops && g.Faults > 0 {
		text = "A player's fault stopped the test before it was decided"
	}
	text += fmt.Sprintf(": it accepts neither %g nor %g %s Elo as the difference.", t.Elo0, t.Elo1, t.Model)
	if e := estimate.Elo; estimate.Adjusted && e.HasValue() && (e.Low > 0 || e.High < 0) {
		text += fmt.Sprintf(" The 95 %% interval of the estimate (%s Elo) leaves out 0 all the same: it shows which "+
			"differences fit these games, and the test which of its two fits better. The 95 %% hold only if the test "+
			"ends here.", limitsText(e, 0))
	}
	return append([]string{text, basis}, remaining(t)...)
}

// verdict returns a sentence with the decision of a test and what this decision shows.
func verdict(t results.TestStanding) string {
	// The test shows that a is stronger than b by more than least Elo, a number that may be negative.
	a, b, least := t.Players[0], t.Players[1], t.Elo0
	rejected, chance := stats.AcceptH0, t.Alpha // chance of the same decision if the rejected hypothesis were true
	if t.Decision == stats.AcceptH0 {
		a, b, least = b, a, -t.Elo1
		rejected, chance = stats.AcceptH1, t.Beta
	}
	by := fmt.Sprintf(" %g %s Elo", math.Abs(least), t.Model)
	var claim string
	switch {
	case least == 0:
		claim = a + " is stronger than " + b
	case least > 0:
		claim = a + " is stronger than " + b + " by more than" + by
	default:
		claim = a + " is less than" + by + " weaker than " + b + ", if weaker at all"
	}
	return fmt.Sprintf("%s: the test accepted %s, as about %g %% of tests would if %s were true.", claim, t.Decision,
		100*chance, rejected)
}

// notShown returns a sentence about what the decision leaves open, and one with the estimated difference, if any.
func notShown(t results.TestStanding, estimate stats.AfterStop) string {
	claim := fmt.Sprintf("reaches %g %s Elo", t.Elo1, t.Model)
	if t.Decision == stats.AcceptH0 {
		claim = fmt.Sprintf("is %g %s Elo or less", t.Elo0, t.Model)
	}
	open := fmt.Sprintf("The test does not show that the difference %s.", claim)
	e := estimate.Elo
	if !estimate.Adjusted || e.Kind == stats.Absent {
		return open
	}
	text := e.Text(0) + " Elo (95 %)"
	if e.HasValue() {
		text = fmt.Sprintf("%s Elo (95 %% interval %s)", stats.FormatNumber(e.Value, 0), limitsText(e, 0))
	}
	return fmt.Sprintf("%s It is estimated at %s.", open, text)
}

// remaining returns a sentence about how many more pairs or openings an undecided test needs on average. It supposes
// the worst case, in which the true difference lies midway between the hypotheses.
func remaining(t results.TestStanding) []string {
	left := t.Left(t.Counts, t.LLR)
	if !(left > 0) { // true also if left is NaN
		return nil
	}
	return []string{fmt.Sprintf("About %s more %ss would decide it on average if the difference lies midway between "+
		"%g and %g, and fewer otherwise.", rounded(left), t.Unit(), t.Elo0, t.Elo1)}
}
