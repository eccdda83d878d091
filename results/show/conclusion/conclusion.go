// Package conclusion summarizes results in two or three sentences. They say what finished games or a proof show and do
// not show, on how many independent observations this rests, and about how many more observations would settle the
// question. Other packages compute the numbers. No sentence claims more than its interval supports.
package conclusion

import (
	"fmt"
	"io"
	"math"
	"strings"

	"pillars/engine/parallel"
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Games describes the games behind a conclusion.
type Games struct {
	Distinct int // number of games with different starts or moves; 0 if unknown
	Faults   int // number of games that a player's fault ended
	Rule     tournament.FaultRule
}

// alpha is the accepted chance that any of several statements is wrong.
const alpha = .05

func openingsText(n int) string { return tournament.Counted(n, "opening") }

// fewestCounted is the smallest number of counted rounds, or of distinct games, from which a conclusion is drawn.
const fewestCounted = 5

// repeated reports whether too few games are distinct to show anything: fewer than nine for every ten openings. It
// reports false if the number of distinct games is unknown.
func (g Games) repeated(openings int) bool { return g.Distinct > 0 && 10*g.Distinct < 9*openings }

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
		text += fmt.Sprintf("; %s ended by a player's fault and left out", were(g.Faults))
	default:
		text += fmt.Sprintf("; %s ended by a player's fault, which counts as a loss", were(g.Faults))
	}
	return text + "."
}

// were returns "1 was", "2 were" and so on.
func were(n int) string { return fmt.Sprint(n, " ", verb(n, "was", "were")) }

// verb returns the first form of a verb for one thing and the second for any other number.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// muchMore is a multiple of the observations so far. If a question needs more than this multiple, a conclusion does not
// estimate how many further observations it needs, but gives the multiple as a lower bound.
const muchMore = 100

// more returns a sentence that says how many further observations are needed. If known is false, their number is
// unknown but greater than most. The argument noun names the observations, such as "openings"; achieve says what they
// are needed for, such as "show a difference".
func more(further float64, known bool, most int, noun, achieve string) []string {
	if !known {
		return []string{fmt.Sprintf("It would take over %d more %s to %s if the estimate is right.", most, noun,
			achieve)}
	}
	return []string{fmt.Sprintf("If the estimate is right, about %s more %s would %s.", rounded(further), noun,
		achieve)}
}

// rounded returns x as text. It rounds x up to two significant digits, and numbers below 2 up to 2.
func rounded(x float64) string {
	x = max(2, math.Ceil(x))
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return stats.FormatNumber(math.Ceil(x/unit)*unit, 0)
}

// limitsText returns the limits of the interval of an estimate as text, such as "-3 to 12".
func limitsText(e stats.Estimate, decimals int) string {
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

// ShardDone returns [answer.ShardDone].
func ShardDone(shard parallel.Shard, games int, path string) string {
	return answer.ShardDone(shard, games, path)
}
