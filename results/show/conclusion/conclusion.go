// Package conclusion summarizes results in two or three sentences. They say what finished games or a proof show and do
// not show, on how many independent observations this rests, and about how many more observations would settle the
// question. Other packages compute the numbers. No sentence claims more than its interval supports.
package conclusion

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"pillars/engine/parallel"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search/proof/certificate"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// Games describes the games behind a conclusion.
type Games struct {
	Distinct int // number of games with different starts or moves; 0 if unknown
	Faults   int // number of games that a player's fault ended
	Rule     tournament.FaultRule
}

// fewestCounted is the smallest number of counted rounds, or of distinct games, from which a conclusion is drawn.
const fewestCounted = 5

// repeated reports whether too few games are distinct to show anything: fewer than nine for every ten openings. It
// reports false if the number of distinct games is unknown.
func (g Games) repeated(openings int) bool { return g.Distinct > 0 && 10*g.Distinct < 9*openings }

// Write writes each sentence on a line, and then an empty line. It puts a conclusion above a table that fits a screen.
// Without sentences it writes nothing.
func Write(w io.Writer, sentences []string) error {
	if len(sentences) == 0 {
		return nil
	}
	return table.Printf(w, "%s\n\n", strings.Join(sentences, "\n"))
}

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

// repeats returns the conclusion from games that repeat each other too often. The argument from is as in basis; not is
// a clause that says what the games do not show.
func (g Games) repeats(games int, from, not string) []string {
	return []string{fmt.Sprintf("Only %d of %s from %s %s distinct, and repeated games are no new evidence: %s.",
		g.Distinct, tournament.Counted(games, "game"), from, verb(g.Distinct, "is", "are"), not),
		"Play other openings; more games from these would not help."}
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

// ShardDone returns the sentence that a shard is complete. games is the number of its games in the database at path.
func ShardDone(shard parallel.Shard, games int, path string) string {
	return fmt.Sprintf("shard %v is complete: %s in %s; when the others are too, pillars merge joins them", shard,
		tournament.Counted(games, "game"), path)
}

// OfSolution returns sentences about the value of a game and the number of first turns with each value.
func OfSolution(s *solver.Solution) []string {
	how := fmt.Sprintf("retrograde analysis of %d positions", s.Positions)
	if s.Method == solver.BySearch {
		how = fmt.Sprintf("a search of %d positions and %d steps", s.Positions, s.Steps)
	}
	result := "Best play ends in a draw"
	if s.Value != "draw" {
		result = winner(s.Value, s.Seat, s.Opponent) + inTurns(s.Turns)
	}
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
	return []string{fmt.Sprintf("%s, proven by %s.", result, how), "First turns " + strings.Join(parts, ", ") + "."}
}

// winner returns a clause that says which seat wins. The value is "win" or "loss" for the seat to act.
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

// WriteText writes the conclusion, the first turns by value, a line of best play and, if known, counts of positions.
func (s Solution) WriteText(w io.Writer) error {
	_ = Write(w, OfSolution(s.Solution)) // only writeCounts below returns an error of w
	table.Printf(w, "%s (%s): %s\n\nfirst turns\n", s.Game, s.Options, s.Position)
	err := writeFirstTurns(w, s.FirstTurns)
	if s.Unproven > 0 {
		table.Printf(w, "  not proven, %d: they need more than %s\n", s.Unproven, s.Limit)
	}
	if len(s.Line) > 0 {
		table.Printf(w, "\na line of best play: %s\n", strings.Join(s.Line, " "))
	}
	if s.Counts == nil {
		return err
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

// writeFirstTurns writes a line with the turns of each value and game length. The turns must be sorted by these.
func writeFirstTurns(w io.Writer, turns []solver.FirstTurn) (err error) {
	for rest := turns; len(rest) > 0; {
		worth, texts := rest[0].Worth, []string(nil)
		for len(rest) > 0 && rest[0].Worth == worth {
			texts = append(texts, rest[0].Turn)
			rest = rest[1:]
		}
		err = table.Printf(w, "  %s%s, %d: %s\n", worth.Value, inTurns(worth.Turns), len(texts),
			strings.Join(texts, " "))
	}
	return err
}

// writeCounts writes how many positions are won, lost and drawn: of all, of the opening stage, and of the ends of this
// stage. It also writes how many positions end the game, by the reason.
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

// A Certificate describes a certificate of a proof, for printing.
type Certificate struct {
	Proof   certificate.Proof
	Checked bool   // whether every position of the proof was checked; if false, the certificate was only written
	Bytes   int64  // size of the file
	Nodes   uint64 // positions searched to write it; 0 if it was read
}

func (c Certificate) Records() []any {
	rules, start := c.Proof.Rules(), c.Proof.Rules().Start()
	value, turns := c.Proof.Values(start)
	facts := table.Object("type", "certificate", "game", rules.Game().Name(), "options", rules.Settings().String(),
		"position", start.String(), "checked", c.Checked, "members", c.Proof.Len(), "bytes", c.Bytes, "value", value,
		"winner", c.winner(value), "first_turns", turns)
	facts.AddSome("positions", c.Nodes)
	return []any{facts}
}

// winner returns the name of the seat that wins if the start has a value, or null.
func (c Certificate) winner(value certificate.Value) any {
	switch names := c.Proof.Rules().SeatNames(); value {
	case certificate.Win:
		return names[0]
	case certificate.Loss:
		return names[1]
	}
	return nil
}

func (c Certificate) WriteText(w io.Writer) error {
	how := "written"
	if c.Checked {
		how = "checked"
	}
	if c.Nodes > 0 {
		how += fmt.Sprintf(" after a search of %d positions", c.Nodes)
	}
	rules, start := c.Proof.Rules(), c.Proof.Rules().Start()
	value, firstTurns := c.Proof.Values(start)
	wins := "No winner is proven"
	if value != certificate.Unknown {
		wins = winner(string(value), rules.SeatNames()[0], rules.SeatNames()[1])
	}
	sentence := fmt.Sprintf("%s: a certificate of %d positions, %d bytes, %s.", wins, c.Proof.Len(), c.Bytes, how)
	_ = Write(w, []string{sentence}) // if w fails, the next write returns the error
	err := table.Printf(w, "%s (%s): %s\n\nfirst turns\n", rules.Game().Name(), rules.Settings(), start)
	var turns []solver.FirstTurn
	for _, value := range []certificate.Value{certificate.Win, certificate.Loss, certificate.Unknown} {
		for _, turn := range firstTurns {
			if turn.Value == value {
				turns = append(turns, solver.FirstTurn{Turn: turn.Turn, Worth: solver.Worth{Value: string(value)}})
			}
		}
	}
	return cmp.Or(err, writeFirstTurns(w, turns))
}
