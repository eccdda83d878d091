package conclusion

import (
	"fmt"
	"math"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// OfTest returns sentences about what a sequential test shows. The estimate is the difference between the players,
// corrected for the stop.
func OfTest(t results.TestStanding, estimate stats.AfterStop, g Games) []string {
	pairs := t.Games.Games() / 2
	if g.Rule == tournament.FaultVoid { // only the pairs that the test reached and left out
		g.Faults = t.Voided
	}
	basis := g.basis(2*pairs, openings(pairs))
	switch {
	case pairs == 0:
		return []string{"No pair of games counts yet, so nothing is shown."}
	case g.repeated(pairs):
		not := "they do not show which player is stronger"
		if t.Decision != stats.Undecided {
			not = t.Decision.String() + " was accepted, but this does not show which player is stronger"
		}
		return g.repeats(2*pairs, openings(pairs), not)
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
	return append([]string{text, basis}, remaining(t, pairs)...)
}

// verdict returns a sentence about what a decided test shows: that the difference is above Elo0, or that it is below
// Elo1.
func verdict(t results.TestStanding) string {
	// The test shows that a's advantage over b in Elo is more than least.
	a, b, chance, least := t.Players[0], t.Players[1], t.Alpha, t.Elo0
	if t.Decision == stats.AcceptH0 {
		a, b, chance, least = b, a, t.Beta, -t.Elo1
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
	return fmt.Sprintf("%s: the test accepted %s, with a chance of error of %g %%.", claim, t.Decision, 100*chance)
}

// notShown returns a sentence about what the decision leaves open, and one with the estimated difference.
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

// remaining says how many more pairs an undecided test takes on average in the worst case, a true difference midway
// between Elo0 and Elo1. The ratio is then a Brownian motion without drift, whose expected time to reach one of two
// bounds is the product of their distances over its variance per pair (D. Siegmund, "Sequential Analysis", 1985).
func remaining(t results.TestStanding, pairs int) []string {
	games := float64(t.Games.Games())
	conditions := stats.Conditions{Draws: min(.99, float64(t.Games.Draws)/games)}
	midway, err := t.Prospect((t.Elo0+t.Elo1)/2, conditions)
	lower, upper := t.SPRT.Bounds()
	if left := midway.Pairs * (t.LLR - lower) * (upper - t.LLR) / (-lower * upper); err == nil && left > 0 {
		return []string{fmt.Sprintf("About %s more pairs would decide it on average if the difference lies midway "+
			"between %g and %g, and fewer otherwise.", rounded(left), t.Elo0, t.Elo1)}
	}
	return nil
}
