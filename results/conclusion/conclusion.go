// Package conclusion says in two or three sentences what finished games or a proof show and what they do not show, on
// how many independent observations that rests, and about how many more would settle it. Its functions are pure:
// others have estimated what they put into words, and they claim nothing that an interval does not support.
package conclusion

import (
	"fmt"
	"io"
	"math"
	"strings"

	"pillars/results/stats"
	"pillars/results/table"
	"pillars/tournament"
)

// Games are facts about the games behind a conclusion that estimates do not hold.
type Games struct {
	Distinct int // that differ in where they start or in their moves; 0 where that is not known
	Faults   int // that a player's fault ended
	Rule     tournament.FaultRule
}

// fewest is the number of openings from which on intervals are relied upon.
const fewest = 5

// repeated reports whether so few games are distinct that openings must have led to the same games.
func (g Games) repeated(openings int) bool { return g.Distinct > 0 && 10*g.Distinct < 9*openings }

// Write writes sentences, a line each, and an empty line.
func Write(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "%s\n\n", strings.Join(sentences, "\n"))
}

// basis says what a conclusion rests on, such as "40 games from 20 openings".
func (g Games) basis(games int, from string) string {
	distinct := fmt.Sprintf("%d of the games are distinct", g.Distinct)
	if g.Distinct >= games {
		distinct = "all games are distinct"
	} else if g.Distinct == 1 {
		distinct = "all games are the same"
	} else if g.Distinct == 0 {
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

// repeats says why games that repeat themselves show nothing.
func (g Games) repeats(games int, from, not string) []string {
	are := map[bool]string{true: "is", false: "are"}[g.Distinct == 1]
	return []string{fmt.Sprintf("Only %d of %s from %s %s distinct, and repeated games are no new evidence: %s.",
		g.Distinct, tournament.Counted(games, "game"), from, are, not),
		"Play other openings; more games from these would not help."}
}

// muchMore is how many times as many observations are worth naming.
const muchMore = 100

// more is about how many observations of a kind are lacking, given how many times too wide an interval is: it shrinks
// with the square root of their number.
func more(n int, tooWide float64, of, achieve string) []string {
	factor := tooWide * tooWide
	if factor >= muchMore {
		return []string{fmt.Sprintf("It would take over %d more %s to %s if the estimate is right.", muchMore*n, of,
			achieve)}
	}
	return []string{fmt.Sprintf("If the estimate is right, about %s more %s would %s.", rounded(float64(n)*(factor-1)),
		of, achieve)}
}

// rounded has two digits, and is at least 2.
func rounded(x float64) string {
	x = max(2, math.Ceil(x))
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return stats.FormatNumber(math.Ceil(x/unit)*unit, 0)
}

// within is an interval, such as "-3 to 12".
func within(e stats.Estimate, decimals int) string {
	return stats.FormatNumber(e.Low, decimals) + " to " + stats.FormatNumber(e.High, decimals)
}

// listed joins names, at most three of them and the number of the others.
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
