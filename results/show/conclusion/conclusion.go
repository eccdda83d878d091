// Package conclusion puts results into two or three sentences: what finished games or a proof show and do not show, on
// how many independent observations this rests, and about how many more observations would settle the question. The
// numbers come from other packages. A sentence claims nothing that an interval does not support.
package conclusion

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"pillars/engine/parallel"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// Games describes the games behind a conclusion.
type Games struct {
	Distinct int // number of games that differ in start or moves; 0 if unknown
	Faults   int // number of games that a player's fault ended
	Rule     tournament.FaultRule
}

// fewest is the smallest number of rounds whose interval a conclusion relies on.
const fewest = 5

// repeated reports whether games repeat each other so often that they show nothing: there are fewer distinct games than
// nine tenths of the openings.
func (g Games) repeated(openings int) bool { return g.Distinct > 0 && 10*g.Distinct < 9*openings }

// Write writes each sentence on a line, and then an empty line, before a table that fits a screen. It writes nothing
// without sentences.
func Write(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "%s\n\n", strings.Join(sentences, "\n"))
}

// WriteLast writes an empty line and then each sentence on a line, after tables that may be longer than a screen.
func WriteLast(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "\n%s\n", strings.Join(sentences, "\n"))
}

// basis returns a sentence about the games behind a conclusion, such as "This rests on 40 games from 20 openings; all
// games are distinct." The argument from names their source, such as "20 openings".
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

// repeats returns sentences for games that repeat each other too often. The argument not is a clause that says what the
// games do not show.
func (g Games) repeats(games int, from, not string) []string {
	are := map[bool]string{true: "is", false: "are"}[g.Distinct == 1]
	return []string{fmt.Sprintf("Only %d of %s from %s %s distinct, and repeated games are no new evidence: %s.",
		g.Distinct, tournament.Counted(games, "game"), from, are, not),
		"Play other openings; more games from these would not help."}
}

// muchMore is the factor above which a conclusion gives only a lower bound for the number of further observations.
const muchMore = 100

// more returns a sentence about how many further observations would achieve something, such as "show a difference". For
// that, the interval of the n observations so far is too wide by the given factor. The width of an interval falls with
// the square root of the number of observations. The argument of is a noun for these, such as "openings".
func more(n int, tooWide float64, of, achieve string) []string {
	factor := tooWide * tooWide
	if factor >= muchMore {
		return []string{fmt.Sprintf("It would take over %d more %s to %s if the estimate is right.", muchMore*n, of,
			achieve)}
	}
	return []string{fmt.Sprintf("If the estimate is right, about %s more %s would %s.", rounded(float64(n)*(factor-1)),
		of, achieve)}
}

// rounded returns x rounded up to two significant digits, at least 2.
func rounded(x float64) string {
	x = max(2, math.Ceil(x))
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return stats.FormatNumber(math.Ceil(x/unit)*unit, 0)
}

// within returns the interval of an estimate, such as "-3 to 12".
func within(e stats.Estimate, decimals int) string {
	return stats.FormatNumber(e.Low, decimals) + " to " + stats.FormatNumber(e.High, decimals)
}

// listed joins names with commas and "and". Of more than four names it gives three and the number of the others.
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

// OfSolution returns sentences about what a proof shows: the value of the game and the number of first turns with each
// value.
func OfSolution(s *solver.Solution) []string {
	how := fmt.Sprintf("retrograde analysis of %d positions", s.Positions)
	if s.Method == solver.BySearch {
		how = fmt.Sprintf("a search of %d positions and %d steps", s.Positions, s.Steps)
	}
	text := []string{fmt.Sprintf("%s, proven by %s.", result(s), how)}
	counts := map[string]int{}
	for _, turn := range s.FirstTurns {
		counts[turn.Value]++
	}
	var parts []string
	for _, kind := range [][2]string{{"win", "that win"}, {"draw", "that draw"}, {"loss", "that lose"}} {
		if n := counts[kind[0]]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", kind[1], n))
		}
	}
	if s.Unproven > 0 {
		parts = append(parts, fmt.Sprintf("not proven: %d, which need more positions", s.Unproven))
	}
	return append(text, "First turns "+strings.Join(parts, ", ")+".")
}

func result(s *solver.Solution) string {
	if s.Value == "draw" {
		return "Best play ends in a draw"
	}
	return winner(s.Value, s.Seat, s.Opponent) + inTurns(s.Turns)
}

// winner returns in words which seat wins, given the value, "win" or "loss", for the seat to act.
func winner(value, seat, opponent string) string {
	if value == "win" {
		return seat + ", to act, wins"
	}
	return opponent + ", who acts second, wins"
}

// A Solution is a proof that is printed with its conclusion.
type Solution struct {
	*solver.Solution
	Limit string // the limit on positions, in words
}

func (s Solution) Records() []any {
	return []any{struct {
		*solver.Solution
		Conclusion []string `json:"conclusion"`
	}{s.Solution, OfSolution(s.Solution)}}
}

// WriteText writes the conclusion, the first turns by value, a line of best play and, if positions were counted, their
// numbers by value.
func (s Solution) WriteText(w io.Writer) error {
	_ = Write(w, OfSolution(s.Solution)) // the writes below return the same error
	table.Printf(w, "%s (%s): %s\n\nfirst turns\n", s.Game, s.Options, s.Position)
	writeFirstTurns(w, s.FirstTurns)
	if s.Unproven > 0 {
		table.Printf(w, "  not proven, %d: they need more than %s\n", s.Unproven, s.Limit)
	}
	if len(s.Line) > 0 {
		table.Printf(w, "\na line of best play: %s\n", strings.Join(s.Line, " "))
	}
	if s.Counts == nil {
		return nil
	}
	return writeCounts(w, s.Solution)
}

// inTurns returns a number of turns as " in 5 turns", or "" for 0.
func inTurns(turns int) string {
	if turns == 0 {
		return ""
	}
	return " in " + tournament.Counted(turns, "turn")
}

// writeFirstTurns writes one line for each value of a first turn, with all first turns of this value. They must be
// sorted by value.
func writeFirstTurns(w io.Writer, turns []solver.FirstTurn) {
	for rest := turns; len(rest) > 0; {
		worth, texts := rest[0].Worth, []string(nil)
		for len(rest) > 0 && rest[0].Worth == worth {
			texts = append(texts, rest[0].Turn)
			rest = rest[1:]
		}
		table.Printf(w, "  %s%s, %d: %s\n", worth.Value, inTurns(worth.Turns), len(texts), strings.Join(texts, " "))
	}
}

func writeCounts(w io.Writer, s *solver.Solution) error {
	table.Printf(w, "\npositions by their value for the seat to act; the longest win takes %d turns\n", s.Longest)
	grid := table.New("", "positions", "won", "lost", "drawn")
	grid.Add("all", s.Counts.Positions, s.Counts.Won, s.Counts.Lost, s.Counts.Drawn)
	if o := s.Opening; o != nil {
		grid.Add("opening stage", o.Positions, o.Won, o.Lost, o.Drawn)
	}
	for _, reason := range slices.Sorted(maps.Keys(s.Over)) {
		grid.Add(reason, s.Over[reason])
	}
	if err := grid.WriteText(w); err != nil || len(s.Ends) == 0 {
		return err
	}
	table.Printf(w, "\nends of the opening stage by their value for the seat that acts then\n")
	grid = table.New("turn", "acts", s.Ends[0].Metric, "positions", "won", "lost", "drawn")
	for _, end := range s.Ends {
		grid.Add(end.Turn, end.Seat, end.Value, end.Positions, end.Won, end.Lost, end.Drawn)
	}
	return grid.WriteText(w)
}

// Caveat returns a sentence to print before a conclusion from a shard. It returns nil if the shard is the whole work.
func Caveat(shard parallel.Shard) []string {
	if shard.Whole() {
		return nil
	}
	return []string{fmt.Sprintf("This is shard %v only: join the shards with pillars merge before you conclude "+
		"anything.", shard)}
}

// ShardDone returns the sentence that a shard is complete. path names the database.
func ShardDone(shard parallel.Shard, games int, path string) string {
	return fmt.Sprintf("shard %v is complete: %s in %s; when the others are too, pillars merge joins them", shard,
		tournament.Counted(games, "game"), path)
}
