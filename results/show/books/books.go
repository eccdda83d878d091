// Package books reports on the openings that a player's values chose for a book.
package books

import (
	"fmt"
	"io"
	"slices"

	"pillars/engine"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Balanced returns an opening of a balanced book as the fields of a JSON object: its value as a score in logits and as
// the expected result. For a proven result, the field "proven" has the number of steps, as in "win in 5".
func Balanced(rules engine.Rules, o openings.Valued) table.Facts {
	facts := table.Object("type", "opening", "draw", o.Draw, "turns", append([]string{}, o.Turns...),
		"seat", rules.SeatNames()[0], "score", o.Score.Logits(), "expectation", o.Score.Expectation())
	if o.Score.Decided() {
		facts.Add("proven", o.Score.String())
	}
	return facts
}

// Write writes a book. Its header has a line with the number of openings and the game, and then the given lines.
func Write(w io.Writer, rules engine.Rules, entries []openings.Valued, header []string) error {
	title := fmt.Sprintf("%s of %s (%s).", tournament.Counted(len(entries), "opening"), rules.Game().Title(),
		rules.Settings())
	return openings.WriteBook(w, rules, slices.Concat([]string{title}, header), entries)
}

// BalancedHeader returns the first comment lines of a balanced book: where its openings come from and how they are
// valued.
func BalancedHeader(b openings.Balanced) []string {
	kind := fmt.Sprintf("random, %s after the set-up", tournament.Counted(b.Openings.Turns, "turn"))
	if b.Openings.Kind == openings.All {
		kind = tournament.OpeningsText(b.Openings)
	}
	return []string{fmt.Sprintf("Drawn from: %s; seed %d.", kind, b.Seed),
		fmt.Sprintf("After each opening: its value for %s in logits, by %s; at most %.2f from even.",
			b.Rules.SeatNames()[0], b.Player, b.Margin.Logits())}
}

// Checked is the result of checking a book, for printing.
type Checked struct {
	Report openings.BookReport
	Name   string
	Rules  engine.Rules
}

func (c Checked) WriteText(w io.Writer) error {
	text := fmt.Sprintf("%s: %s of %s (%s)", c.Name, tournament.Counted(c.Report.Openings, "opening"),
		c.Rules.Game().Name(), c.Rules.Settings())
	if c.Report.Wrong > 0 {
		text += fmt.Sprintf("; not counted: %s that are wrong", tournament.Counted(c.Report.Wrong, "line"))
	}
	return table.Printf(w, "%s\n", text)
}

func (c Checked) Records() []any {
	return []any{table.Object("type", "book", "book", c.Name, "game", c.Rules.Game().Name(),
		"options", c.Rules.Settings().String(), "openings", c.Report.Openings, "wrong", c.Report.Wrong)}
}
