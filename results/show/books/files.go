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

// Write writes a book. Its header has the number of openings and the given lines.
func Write(w io.Writer, rules engine.Rules, entries []openings.Valued, header []string) error {
	title := fmt.Sprintf("%s of %s (%s).", tournament.Counted(len(entries), "opening"), rules.Game().Title(),
		rules.Settings())
	return openings.WriteBook(w, rules, slices.Concat([]string{title}, header), entries)
}

// BalancedHeader returns the lines for the beginning of a balanced book that say where its openings come from.
func BalancedHeader(b openings.Balanced) []string {
	kind := fmt.Sprintf("random, %s after the set-up", tournament.Counted(b.Openings.Turns, "turn"))
	if b.Openings.Kind == openings.All {
		kind = tournament.OpeningsText(b.Openings)
	}
	return []string{fmt.Sprintf("Drawn from: %s; seed %d.", kind, b.Seed),
		fmt.Sprintf("After each opening: its value for %s in logits, by %s; at most %.2f from even.",
			b.Rules.SeatNames()[0], b.Player, b.Margin.Logits())}
}

// FairHeader returns the lines for the beginning of a book of even set-ups that say where they come from. valued is the
// number of set-ups from which they were chosen.
func FairHeader(f openings.Fair, valued int) []string {
	return []string{fmt.Sprintf("The most even of %s drawn; seed %d.", tournament.Counted(valued, "set-up"), f.Seed),
		fmt.Sprintf("After each opening: its value in logits for the player who chooses or acts, by %s.", f.Player)}
}

// Checked is the report on a book with its name.
type Checked struct {
	Report openings.BookReport
	Name   string
	Rules  engine.Rules
}

func (c Checked) WriteText(w io.Writer) error {
	text := fmt.Sprintf("%s: %s of %s (%s)", c.Name, tournament.Counted(c.Report.Openings, "opening"),
		c.Rules.Game().Name(), c.Rules.Settings())
	if c.Report.Duplicates+c.Report.Mirrored+c.Report.Faulty > 0 {
		text += fmt.Sprintf("; not counted: %d faulty, %d duplicate and %d mirrored", c.Report.Faulty,
			c.Report.Duplicates, c.Report.Mirrored)
	}
	if c.Report.OnlyPlayers() {
		text += "; for questions about players only, not about seats"
	}
	return table.Printf(w, "%s\n", text)
}

func (c Checked) Records() []any {
	facts := table.Object("type", "book", "book", c.Name, "game", c.Rules.Game().Name(),
		"options", c.Rules.Settings().String(), "openings", c.Report.Openings, "duplicates", c.Report.Duplicates,
		"mirrored", c.Report.Mirrored, "faulty", c.Report.Faulty)
	if c.Report.OnlyPlayers() {
		facts.Add("only_players", true)
	}
	return []any{facts}
}
