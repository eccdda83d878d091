package answer

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"pillars/results/show/table"
	"pillars/search/proof/certificate"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// OfSolution answers who wins a game, and counts the first turns with each value.
func OfSolution(s *solver.Solution) Answer {
	how := fmt.Sprintf("retrograde analysis of %d positions", s.Positions)
	if s.Method == solver.BySearch {
		how = fmt.Sprintf("a search of %d positions", s.Positions)
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
	return Answer{Question: "solved", Sentence: fmt.Sprintf("%s, proven by %s.", result, how),
		Notes: []string{"First turns " + strings.Join(parts, ", ") + "."}}
}

// winner returns a clause that says which seat wins. value is "win" or "loss", for the seat to act, whose name is seat.
func winner(value, seat, opponent string) string {
	if value == "win" {
		return seat + ", to act, wins"
	}
	return opponent + ", who acts second, wins"
}

// A Solution is a proof that is printed with its answer.
type Solution struct {
	*solver.Solution
	Limit string // the limit on positions, in words
}

// Records returns the proof and its answer as one JSON object.
func (s Solution) Records() []any {
	return []any{struct {
		*solver.Solution
		Answer table.Facts `json:"answer"`
	}{s.Solution, OfSolution(s.Solution).Facts()}}
}

// WriteText writes the answer, the first turns by value, a line of best play and, if known, counts of positions.
func (s Solution) WriteText(w io.Writer) error {
	_ = OfSolution(s.Solution).WriteText(w) // a write below returns any error of w
	table.Printf(w, "\n%s (%s): %s\n\nfirst turns\n", s.Game, s.Options, s.Position)
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

// writeFirstTurns writes, for each value and game length, a line with the turns. turns must be sorted by value and
// length.
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

// writeCounts writes how many positions are won, lost and drawn.
func writeCounts(w io.Writer, s *solver.Solution) error {
	table.Printf(w, "\npositions by their value for the seat to act; the longest win takes %d turns\n", s.Longest)
	grid := table.New("", "positions", "won", "lost", "drawn")
	grid.Add("all", s.Counts.Positions, s.Counts.Won, s.Counts.Lost, s.Counts.Drawn)
	return grid.WriteText(w)
}

// A Certificate describes, for printing, a certificate: a file with a proof that a program can check.
type Certificate struct {
	Proof   certificate.Proof
	Checked bool   // whether every position of the proof was checked; if false, the certificate was only written
	Bytes   int64  // size of the file
	Nodes   uint64 // positions searched to write the certificate; 0 for one that was read
}

// Records returns the facts of the certificate as one JSON object.
func (c Certificate) Records() []any {
	rules, start := c.Proof.Rules(), c.Proof.Rules().Start()
	value, turns := certificate.Values(c.Proof, start)
	facts := table.Object("type", "certificate", "game", rules.Game().Name(), "options", rules.Settings().String(),
		"position", start.String(), "checked", c.Checked, "members", c.Proof.Len(), "bytes", c.Bytes, "value", value,
		"winner", c.winner(value), "first_turns", turns)
	facts.AddSome("positions", c.Nodes)
	return []any{facts}
}

// winner returns the name of the seat that wins, for JSON, or nil if the start has no proven value.
func (c Certificate) winner(value certificate.Value) any {
	switch names := c.Proof.Rules().SeatNames(); value {
	case certificate.Win:
		return names[0]
	case certificate.Loss:
		return names[1]
	}
	return nil
}

// WriteText writes who wins, and the first turns by value.
func (c Certificate) WriteText(w io.Writer) error {
	how := "written"
	if c.Checked {
		how = "checked"
	}
	if c.Nodes > 0 {
		how += fmt.Sprintf(" after a search of %d positions", c.Nodes)
	}
	rules, start := c.Proof.Rules(), c.Proof.Rules().Start()
	value, firstTurns := certificate.Values(c.Proof, start)
	wins := "No winner is proven"
	if value != certificate.Unknown {
		wins = winner(string(value), rules.SeatNames()[0], rules.SeatNames()[1])
	}
	err := table.Printf(w, "%s: a certificate of %d positions, %d bytes, %s.\n\n%s (%s): %s\n\nfirst turns\n", wins,
		c.Proof.Len(), c.Bytes, how, rules.Game().Name(), rules.Settings(), start)
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
