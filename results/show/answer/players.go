package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Games describes the games behind an answer.
type Games struct {
	Distinct int // number of games with different starts or moves; 0 if unknown
	Faults   int // number of games that a player's fault ended
	Rule     tournament.FaultRule
}

// repeated reports whether too few games are distinct to show anything: fewer than nine for every ten openings. It
// reports false if the number of distinct games is unknown.
func (g Games) repeated(openings int) bool { return g.Distinct > 0 && 10*g.Distinct < 9*openings }

// basis returns a sentence about the games behind an answer, such as "This rests on 40 games from 20 openings; all
// games are distinct."
func (g Games) basis(games, openings int) string {
	distinct := fmt.Sprintf("%d of the games are distinct", g.Distinct)
	switch {
	case g.Distinct >= games:
		distinct = "all games are distinct"
	case g.Distinct == 1:
		distinct = "all games are the same"
	case g.Distinct == 0:
		distinct = "it is not known which of them repeat another"
	}
	text := fmt.Sprintf("This rests on %s from %s; %s", tournament.Counted(games, "game"),
		tournament.Counted(openings, "opening"), distinct)
	if g.Faults > 0 {
		text += fmt.Sprintf("; %d %s ended by a player's fault", g.Faults, verb(g.Faults, "was", "were"))
		if g.Rule == tournament.FaultVoid {
			return text + " and left out."
		}
		text += ", which counts as a loss"
	}
	return text + "."
}

// repeats completes the answer a for games that repeat each other too often. rest is the end of the sentence.
func (g Games) repeats(a Answer, games, openings int, rest string) Answer {
	a.Sentence = fmt.Sprintf("Not decided: only %d of %s from %s %s distinct, and repeated games are no new "+
		"evidence%s.", g.Distinct, tournament.Counted(games, "game"), tournament.Counted(openings, "opening"),
		verb(g.Distinct, "is", "are"), rest)
	a.Notes = []string{"Play other openings; more games from these would not help."}
	return a
}

// verb returns the argument one, such as "is", if n is 1. Otherwise it returns the argument many, such as "are".
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// listed joins names with commas and "and". If there are more than four names, it lists the first three and counts the
// others.
func listed(names []string) string {
	const most = 4
	if n := len(names); n > most {
		names = append(names[:most-1:most-1], fmt.Sprintf("%d others", n-most+1))
	}
	end := len(names) - 1
	if end < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:end], ", ") + " and " + names[end]
}

// rounded returns x as text, rounded up to two significant digits. Numbers below 2 become 2.
func rounded(x float64) string {
	x = max(2, math.Ceil(x))
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return stats.Thousands(int(math.Ceil(x/unit) * unit))
}

// limitsText returns the limits of the interval of an estimate as text, such as "-3 to 12".
func limitsText(e stats.Estimate, decimals int) string {
	return stats.FormatNumber(e.Low, decimals) + " to " + stats.FormatNumber(e.High, decimals)
}

// amount returns an estimate with its unit and its interval, such as "114 Elo (58 to 176)", or its bound. In the text,
// level follows the interval, for example ", 95 %".
func amount(e stats.Estimate, unit, level string) string {
	switch low, high := e.Limits(); {
	case e.HasValue():
		return fmt.Sprintf("%s %s (%s%s)", stats.FormatNumber(e.Value, 0), unit, limitsText(e, 0), level)
	case !math.IsInf(low, 0):
		return fmt.Sprintf("at least %s %s", stats.FormatNumber(low, 0), unit)
	case !math.IsInf(high, 0):
		return fmt.Sprintf("at most %s %s", stats.FormatNumber(high, 0), unit)
	}
	return "an unknown number of " + unit
}

// amounts returns a difference in Elo and, if known, the same difference in normalized Elo, such as "114 Elo (58 to
// 176), 171 normalized (100 to 242)".
func amounts(elo, normalized stats.Estimate, level string) string {
	if !normalized.HasValue() || !elo.HasValue() {
		return amount(elo, "Elo", level)
	}
	return amount(elo, "Elo", level) + ", " + amount(normalized, "normalized", "")
}

// between says where the difference between a player and an opponent lies, such as "A is between 12 Elo weaker and 40
// stronger than B". It returns "" if no limit is known.
func between(player, opponent string, d stats.Estimate) string {
	text := func(elo float64) string { return stats.FormatNumber(math.Abs(elo), 0) }
	low, high := d.Limits()
	switch noLow, noHigh := math.IsInf(low, 0), math.IsInf(high, 0); {
	case noLow && noHigh:
		return ""
	case noHigh && low <= 0:
		return fmt.Sprintf("%s is at most %s Elo weaker than %s", player, text(low), opponent)
	case noHigh:
		return fmt.Sprintf("%s is at least %s Elo stronger than %s", player, text(low), opponent)
	case noLow || low < 0 && high < 0:
		return between(opponent, player, d.Mirrored(0))
	case low > 0:
		return fmt.Sprintf("%s is between %s and %s Elo stronger than %s", player, text(low), text(high), opponent)
	}
	return fmt.Sprintf("%s is between %s Elo weaker and %s stronger than %s", player, text(low), text(high), opponent)
}

// A comparison is a pair of players who met, one of whom stands above the other in the standings.
type comparison struct {
	results.Meeting
	shown bool    // whether the games show that the player, who stands above the opponent, is stronger
	alpha float64 // accepted probability that the claim of this comparison is false
}

// interval returns the difference, with an interval that leaves out 0 exactly if the difference is shown.
func (c comparison) interval() stats.Estimate { return c.Interval(c.alpha) }

// comparisons holds comparisons in the order of the standings: by the player above, then by the player below.
type comparisons []comparison

// mostCompared is the greatest number of players for which every pair is compared. If there are more players, only the
// first in the standings is compared with each of the others.
const mostCompared = 40

// compared returns the comparisons of the players who met, in the order of the standings, and decides which of them
// show a difference. It leaves out players that never met: to compare these by ratings would assume that strength is
// transitive.
func compared(s results.Standings) (all comparisons) {
	pairs := 0 // number of pairs that met, including pairs that mostCompared leaves out
	for i := range s.Rows {
		for j := i + 1; j < len(s.Rows); j++ {
			m := s.Meeting(i, j)
			if !m.Met {
				continue
			}
			pairs++
			if i == 0 || len(s.Rows) <= mostCompared {
				all = append(all, comparison{Meeting: m})
			}
		}
	}
	all.decide(s.Options.Look.Alpha(), pairs)
	return all
}

// decide sets which comparisons show a difference, by Holm's method. The comparisons that are still undecided share
// alpha equally as their probabilities of error, so each decision enlarges the shares of the others. pairs is the
// number of comparisons. (S. Holm, A simple sequentially rejective multiple test procedure, 1979.)
func (all comparisons) decide(alpha float64, pairs int) {
	for decided := true; decided; {
		decided = false
		for i := range all {
			if c := &all[i]; !c.shown {
				if c.alpha = alpha / float64(pairs); c.Shown(c.alpha) {
					c.shown, decided = true, true
					pairs--
				}
			}
		}
	}
}

// OfStandings answers which player is stronger. faults is the number of games that a player's fault ended, and rule
// says how such games count. The answer is empty if there are fewer than two players.
func OfStandings(s results.Standings, faults int, rule tournament.FaultRule) Answer {
	openings, distinct := s.Observed()
	g, a := Games{distinct, faults, rule}, Answer{Question: "stronger"}
	switch {
	case s.Games == 0:
		a.Sentence = "Not decided: no game counts yet."
		return a
	case len(s.Rows) < 2:
		return Answer{}
	case g.repeated(openings):
		return g.repeats(a, s.Games, openings, "")
	}
	all := compared(s)
	for _, row := range s.Rows {
		if slices.ContainsFunc(all, func(c comparison) bool { return c.shown && c.Opponent == row.Player }) {
			a.Weaker = append(a.Weaker, row.Player)
		}
	}
	if len(all) > 0 {
		a.Estimates = []Number{{"elo", all[0].interval(), min(openings, all[0].Openings)}}
	}
	switch {
	case openings < stats.Fewest:
		a.Sentence = fmt.Sprintf("Not decided: at least %d openings are needed, and only %d %s played.", stats.Fewest,
			openings, verb(openings, "is", "are"))
	case len(all) == 0:
		a.Sentence = "Not decided: no two players met."
	case len(all) == 1 && len(s.Rows) == 2:
		a.Sentence = all[0].sentence(openings)
		if end := anyLook(s); end != "." {
			a.Notes = []string{"The interval holds at 95 %" + end}
		}
	default:
		all.several(&a, s, openings)
	}
	a.Notes = append(a.Notes, g.basis(s.Games, openings))
	return a
}

// anyLook returns the end of a sentence that says when intervals hold.
func anyLook(s results.Standings) string {
	if s.Options.Look.AtEnd {
		return "."
	}
	return ", however often one looks."
}

// sentence says which of two players is stronger, if the games show it.
func (c comparison) sentence(openings int) string {
	d, games := c.interval(), c.Games.Games()
	switch {
	case !c.shown:
		return strings.TrimSuffix("Not decided: "+c.open(openings), ": ") + "."
	case games > 0 && c.Games.Wins == games:
		return fmt.Sprintf("%s is stronger than %s: it won all %d games; at least %s Elo.", c.Player, c.Opponent, games,
			stats.FormatNumber(d.Low, 0))
	}
	return fmt.Sprintf("%s is stronger than %s by %s.", c.Player, c.Opponent, amount(d, "Elo", ", 95 %"))
}

// muchMore limits predictions of the observations needed, as a multiple of the observations so far. If more are needed,
// an answer gives only this multiple as a lower bound.
const muchMore = 100

// open returns a clause about a difference that the games do not show: its interval, and how many more openings would
// show it, as far as that is known.
func (c comparison) open(openings int) string {
	var parts []string
	if known := between(c.Player, c.Opponent, c.interval()); known != "" {
		parts = append(parts, known)
	}
	switch further, ok := c.MoreOpenings(c.alpha, muchMore); {
	case c.Difference.Kind != stats.Measured:
	case ok:
		parts = append(parts, fmt.Sprintf("about %s more openings would decide if the estimate of %s Elo is right",
			rounded(float64(further)), stats.FormatNumber(c.Difference.Value, 0)))
	default:
		parts = append(parts, fmt.Sprintf("more than %s more openings would be needed",
			stats.Thousands(muchMore*min(openings, c.Openings))))
	}
	return strings.Join(parts, "; ")
}

// several completes the answer a if there is more than one comparison. It adds which player is strongest and which
// players are shown to differ.
func (all comparisons) several(a *Answer, s results.Standings, openings int) {
	below := map[string][]string{} // by player: the players that are shown to be weaker
	shown := 0
	for _, c := range all {
		if c.shown {
			shown++
			below[c.Player] = append(below[c.Player], c.Opponent)
		}
	}
	var candidates []string
	for _, row := range s.Rows {
		if !slices.Contains(a.Weaker, row.Player) {
			candidates = append(candidates, row.Player)
		}
	}
	switch first := s.Rows[0].Player; {
	case shown == 0:
		a.Sentence = "No player is shown to be stronger."
	case len(below[first]) == len(s.Rows)-1: // then all[0] compares the first player with the second
		a.Sentence = fmt.Sprintf("Strongest: %s, by %s over %s.", first, amount(all[0].interval(), "Elo", ""),
			all[0].Opponent)
	case len(candidates) == 1: // others are weaker than someone, perhaps not than the candidate
		a.Sentence = fmt.Sprintf("Strongest: %s, if strength is transitive.", candidates[0])
	default:
		a.Sentence = fmt.Sprintf("Strongest: not decided between %s.", listed(candidates))
	}
	if told := all.told(s.Rows, below, shown); told != "" {
		a.Also = append(a.Also, told)
	}
	if i := slices.IndexFunc(all, func(c comparison) bool { return !c.shown }); i >= 0 {
		if text := all[i].open(openings); text != "" {
			a.Notes = append(a.Notes, text+".")
		}
	}
	a.Notes = append(a.Notes, fmt.Sprintf("The %d comparisons hold together at 95 %%", len(all))+anyLook(s))
	if n := len(s.Rows); len(all) < n*(n-1)/2 && n <= mostCompared {
		a.Notes = append(a.Notes, "Players that never met are not compared.")
	}
}

// told returns a sentence that says which players are shown to be stronger than which others, or "" if there are none.
// below lists, by player, the players that are shown to be weaker; shown is the length of all these lists together.
func (all comparisons) told(rows []results.Row, below map[string][]string, shown int) string {
	n := len(rows)
	switch shown {
	case 0:
		return ""
	case n * (n - 1) / 2:
		return "Every player is stronger than all those below it."
	}
	var clauses []string
	for i := 0; i < n; i++ {
		names, losers := []string{rows[i].Player}, below[rows[i].Player]
		for ; i+1 < n && slices.Equal(losers, below[rows[i+1].Player]); i++ { // equal losers share a clause
			names = append(names, rows[i+1].Player)
		}
		switch is := verb(len(names), "is", "are each"); len(losers) {
		case 0:
		case n - 1: // then names has one player, since all others are among the losers
			clauses = append(clauses, names[0]+" is stronger than all others")
		default:
			clauses = append(clauses, fmt.Sprintf("%s %s stronger than %s", listed(names), is, listed(losers)))
		}
	}
	const most = 3
	if n := len(clauses); n > most {
		clauses = append(clauses[:most-1], fmt.Sprintf("so on for %d more", n-most+1))
	}
	if n := len(all) - shown; n == 1 {
		clauses = append(clauses, "the other pair is not told apart")
	} else if n > 1 {
		clauses = append(clauses, fmt.Sprintf("the other %d pairs are not told apart", n))
	}
	return strings.Join(clauses, "; ") + "."
}

// Basis returns a sentence that says which of all games the figures about the game rest on: those between the given
// players.
func Basis(games, all int, players []string) string {
	if games == all {
		return fmt.Sprintf("Figures about the game are from all %d games.", all)
	}
	return fmt.Sprintf("Figures about the game are from the %d of %d games between the strongest players, %s; levels "+
		"of skill are from all.", games, all, listed(players))
}

// OfTest answers the question of a sequential test: whether the first player is stronger. estimate is the difference
// between the players, corrected for the test's early stop.
func OfTest(t results.TestStanding, estimate stats.AfterStop, g Games) Answer {
	a := Answer{Question: "stronger", Estimates: []Number{{"elo", estimate.Elo, t.Counts.Count()},
		{"normalized-elo", stats.NormalizedElo(t.Counts), t.Counts.Count()}}}
	if t.Elo0 < 0 {
		a.Question = "no-weaker"
	}
	if g.Rule == tournament.FaultVoid { // do not count faults in openings that the test has not reached
		g.Faults = t.Voided
	}
	openings, games := t.Counts.Count(), t.Counts.Games()
	switch {
	case openings == 0:
		a.Sentence = fmt.Sprintf("Not decided: no %s counts yet.", t.Unit())
		return a
	case g.repeated(openings) && t.Decision != stats.Undecided:
		return g.repeats(a, games, openings, ", although "+t.Decision.String()+" was accepted")
	case g.repeated(openings):
		return g.repeats(a, games, openings, "")
	}
	test := fmt.Sprintf("The test of %g against %g %s Elo", t.Elo0, t.Elo1, t.Model)
	switch t.Decision {
	case stats.AcceptH1:
		a.Sentence = "Yes: " + decided(t, estimate.Elo) + "."
		test += fmt.Sprintf(" accepted H1; at a difference of %g, about %g %% of tests do.", t.Elo0, 100*t.Alpha)
	case stats.AcceptH0:
		a.Sentence = "No: " + decided(t, estimate.Elo) + "."
		test += fmt.Sprintf(" accepted H0; at a difference of %g, about %g %% of tests do.", t.Elo1, 100*t.Beta)
	default:
		now := stats.EloAtAnyLook(t.Counts)
		a.Estimates[0].Estimate = now
		a.Sentence = undecided(t, now)
		test += " is undecided."
	}
	if !estimate.Adjusted && t.Decision != stats.Undecided {
		test += " The estimate is " + estimate.Method() + "."
	}
	a.Notes = []string{test, g.basis(games, openings)}
	return a
}

// swept returns "A won all 76 games; at least 327 Elo" if a player won all games of a test, otherwise "".
func swept(player, loser string, all stats.WDL, seats int, elo stats.Estimate) string {
	what := fmt.Sprintf("won all %d games", all.Games())
	if seats > 2 {
		what = fmt.Sprintf("was ahead in all %d comparisons of seats", all.Games())
	}
	if elo.Kind == stats.AtMost {
		player, elo, all = loser, elo.Mirrored(0), stats.WDL{Wins: all.Losses, Draws: all.Draws, Losses: all.Wins}
	}
	if elo.Kind != stats.AtLeast || all.Wins < all.Games() {
		return ""
	}
	return fmt.Sprintf("%s %s; at least %s Elo", player, what, stats.FormatNumber(elo.Low, 0))
}

// decided returns a sentence on the difference between the players, for a test that has accepted a hypothesis.
func decided(t results.TestStanding, elo stats.Estimate) string {
	a, b, normalized := t.Players[0], t.Players[1], stats.NormalizedElo(t.Counts)
	by := amounts(elo, normalized, "")
	if all := swept(a, b, t.Compared, t.Counts.Seats(), elo); all != "" {
		return all
	}
	bound := func(elo float64) string { return fmt.Sprintf("%g %s Elo", math.Abs(elo), t.Model) }
	low, high := elo.Limits()
	switch yes := t.Decision == stats.AcceptH1; {
	case yes && t.Elo0 > 0:
		return a + " is stronger by more than " + bound(t.Elo0) + ": by " + by
	case yes && (t.Elo0 == 0 || low > 0):
		return a + " is stronger, by " + by
	case yes:
		return a + " loses less than " + bound(t.Elo0) + "; the difference is " + by
	case high < 0:
		return a + " is weaker by " + amounts(elo.Mirrored(0), normalized.Mirrored(0), "")
	case low > 0:
		return a + " is stronger by less than " + bound(t.Elo1) + ": by " + by
	case t.Elo0 < 0:
		return a + " may lose " + bound(t.Elo0) + " or more: " + by
	case t.Elo0 > 0:
		return a + " is not shown to be stronger by more than " + bound(t.Elo0) + ": " + by
	}
	return a + " is not shown to be stronger: " + by
}

// undecided returns a sentence about a test that continues: the interval of the difference, and how many more pairs or
// openings the test needs on average if the estimate is right.
func undecided(t results.TestStanding, elo stats.Estimate) string {
	text := "Not decided"
	if known := between(t.Players[0], t.Players[1], elo); known != "" {
		text += ": " + known
	}
	if left := t.Left(t.Counts, t.LLR); left > 0 && left < 1e9 { // false also if left is NaN
		text += fmt.Sprintf("; about %s more %ss would decide on average", rounded(left), t.Unit())
	}
	return text + "."
}
