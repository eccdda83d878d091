// Package books reports on the openings and set-ups that a player's values chose for a book.
package books

import (
	"fmt"
	"io"
	"slices"

	"pillars/engine"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// record returns an opening as the fields of a JSON object. The field that key names says which opening it is.
func record(rules engine.Rules, o openings.Valued, key string, value any) table.Facts {
	return append(table.Object("type", "opening", key, value, "turns", append([]string{}, o.Turns...),
		"seat", rules.SeatNames()[0]), scoreFacts(o.Score)...)
}

// scoreFacts returns an opening's value for JSON: its score in logits and the expected result. For a proven result, the
// field "proven" has the number of steps, as in "win in 5".
func scoreFacts(score search.Score) table.Facts {
	facts := table.Object("score", score.Logits(), "expectation", score.Expectation())
	if score.Decided() {
		facts.Add("proven", score.String())
	}
	return facts
}

// Balanced returns an opening of a balanced book as the fields of a JSON object.
func Balanced(rules engine.Rules, o openings.Valued) table.Facts {
	return append(record(rules, o, "draw", o.Draw), table.Fact{Key: "spread", Value: o.Spread.Logits()})
}

// A SetUp is a set-up with its rank by evenness, from 1 for the most even. Its values are for the seat that acts in its
// position: the seat that chooses, if the set-up ends with a choice.
type SetUp struct {
	*openings.SetUp
	Rank int
}

func (s SetUp) seat() string { return s.Position.Rules().SeatNames()[s.Position.Seat()] }

func (s SetUp) Records() []any {
	facts := table.Object("type", "set-up", "rank", s.Rank, "draw", s.Draw, "position", s.Position.String(),
		"turns", append([]string{}, s.Turns...), "seat", s.seat())
	facts = append(append(facts, scoreFacts(s.Score)...),
		table.Object("spread", s.Spread().Logits(), "unevenness", s.Unevenness().Logits())...)
	var choices []table.Facts
	for _, choice := range s.Choices {
		choices = append(choices, append(table.Object("step", s.Position.StepText(choice.Step)),
			scoreFacts(choice.Score)...))
	}
	facts.AddSome("choices", choices)
	return []any{facts}
}

func (s SetUp) WriteText(w io.Writer) error {
	text := fmt.Sprintf("%d. %s\n   %s ", s.Rank, s.Position, s.seat())
	if len(s.Choices) == 0 {
		return table.Printf(w, "%sacts: %s\n", text, s.Score.Text())
	}
	text += "chooses: "
	for _, choice := range s.Choices {
		text += fmt.Sprintf("%s %s, ", s.Position.StepText(choice.Step), choice.Score.Text())
	}
	if s.Choices[0].Score.Decided() || s.Choices[1].Score.Decided() { // a proven result has no value in logits
		return table.Printf(w, "%sspread beyond measure\n", text)
	}
	return table.Printf(w, "%sspread %.2f\n", text, s.Spread().Logits())
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

// FairHeader returns the first comment lines of a book of the most even set-ups. valued is how many were compared.
func FairHeader(f openings.Fair, valued int) []string {
	return []string{fmt.Sprintf("The most even of %s drawn; seed %d.", tournament.Counted(valued, "set-up"), f.Seed),
		fmt.Sprintf("After each opening: its value in logits for the player who chooses or acts, by %s.", f.Player)}
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
	facts.AddSome("only_players", c.Report.OnlyPlayers())
	return []any{facts}
}
