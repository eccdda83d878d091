package conclusion

import (
	"fmt"
	"math"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// OfTest returns what a sequential test shows, given the estimate of the difference after it.
func OfTest(t results.TestStanding, estimate stats.AfterStop, g Games) []string {
	played, from := t.Counts.Games(), openings(t.Counts.Count())
	if g.Rule == tournament.FaultVoid { // the test leaves out openings with a fault, and has not reached all of them
		g.Faults = t.Voided
	}
	basis := g.basis(played, from)
	switch {
	case played == 0:
		what := map[bool]string{true: "pair of games", false: "opening"}[t.Unit() == "pair"]
		return []string{"No " + what + " counts yet, so nothing is shown."}
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
			"ends here.", within(e, 0))
	}
	return append([]string{text, basis}, remaining(t)...)
}

// verdict returns what a decided test shows: a difference above Elo0, or one below Elo1.
func verdict(t results.TestStanding) string {
	a, b, chance, limit, sign := t.Players[0], t.Players[1], t.Alpha, t.Elo0, 1.
	if t.Decision == stats.AcceptH0 {
		a, b, chance, limit, sign = b, a, t.Beta, t.Elo1, -1
	}
	by := fmt.Sprintf(" %g %s Elo", math.Abs(limit), t.Model)
	var claim string
	switch {
	case limit == 0:
		claim = a + " is stronger than " + b
	case sign*limit > 0:
		claim = a + " is stronger than " + b + " by more than" + by
	default:
		claim = a + " is less than" + by + " weaker than " + b + ", if weaker at all"
	}
	return fmt.Sprintf("%s: the test accepted %s, with a chance of error of %g %%.", claim, t.Decision, 100*chance)
}

// notShown returns what the decision leaves open, and the estimated difference.
func notShown(t results.TestStanding, estimate stats.AfterStop) string {
	open := fmt.Sprintf("reaches %g %s Elo", t.Elo1, t.Model)
	if t.Decision == stats.AcceptH0 {
		open = fmt.Sprintf("is %g %s Elo or less", t.Elo0, t.Model)
	}
	open = fmt.Sprintf("The test does not show that the difference %s.", open)
	e := estimate.Elo
	if !estimate.Adjusted || e.Kind == stats.Absent {
		return open
	}
	text := e.Text(0) + " Elo (95 %)"
	if e.HasValue() {
		text = fmt.Sprintf("%s Elo (95 %% interval %s)", stats.FormatNumber(e.Value, 0), within(e, 0))
	}
	return fmt.Sprintf("%s It is estimated at %s.", open, text)
}

// remaining returns how many more openings an undecided test is expected to take at most.
func remaining(t results.TestStanding) []string {
	left := t.Left(t.Counts, t.LLR)
	if !(left > 0) {
		return nil
	}
	return []string{fmt.Sprintf("About %s more %ss would decide it on average if the difference lies midway between "+
		"%g and %g, and fewer otherwise.", rounded(left), t.Unit(), t.Elo0, t.Elo1)}
}
