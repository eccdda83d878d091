package positions

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/table"
	"pillars/search"
	"pillars/tournament/openings"
)

// valueFacts are a player's value of something: in logits, hundreds of them if proven, and what is proven ("win in 5",
// in steps).
func valueFacts(score search.Score) table.Facts {
	facts := table.Object("score", cli.Logits(int(score)), "expectation", score.Expectation())
	if score.Decided() {
		facts.Add("proven", score.String())
	}
	return facts
}

// setUpFacts are a set-up for programs. Its value is for the seat that chooses, or acts after the set-up.
func setUpFacts(rank int, s *openings.SetUp) table.Facts {
	facts := table.Object("type", "set-up", "rank", rank, "draw", s.Draw, "position", s.Position.String(),
		"turns", append([]string{}, s.Turns...), "seat", s.Position.Rules().SeatNames()[s.Position.Seat()])
	facts = append(facts, valueFacts(s.Score)...)
	facts.Add("spread", cli.Logits(int(s.Spread())))
	facts.Add("unevenness", cli.Logits(int(s.Unevenness())))
	var choices []table.Facts
	for _, choice := range s.Choices {
		choices = append(choices, append(table.Object("step", s.Position.StepText(choice.Step)),
			valueFacts(choice.Score)...))
	}
	facts.AddSome("choices", choices)
	return facts
}

func setUpText(rank int, s *openings.SetUp) string {
	seat := s.Position.Rules().SeatNames()[s.Position.Seat()]
	text := fmt.Sprintf("%d. %s\n   %s ", rank, s.Position, seat)
	if len(s.Choices) == 0 {
		return text + "acts: " + cli.ScoreText(s.Score)
	}
	text += "chooses: "
	for _, choice := range s.Choices {
		text += fmt.Sprintf("%s %s, ", s.Position.StepText(choice.Step), cli.ScoreText(choice.Score))
	}
	if s.Choices[0].Score.Decided() || s.Choices[1].Score.Decided() {
		return text + "spread beyond measure"
	}
	return text + fmt.Sprintf("spread %.2f", cli.Logits(int(s.Spread())))
}

func (f *fairFlags) report(cmd *cobra.Command, start engine.Position, player string, valued []openings.SetUp) error {
	rules := start.Rules()
	shown := valued[:min(f.count, f.evenEnough(valued))]
	if !f.json {
		fmt.Fprintf(cmd.OutOrStdout(), "%s (%s), seed %d: the evenest %d of %d set-ups, valued by %s\n",
			rules.Game().Title(), rules.Settings(), f.seed, len(shown), len(valued), player)
	}
	for i := range shown {
		facts, text := setUpFacts(i+1, &shown[i]), setUpText(i+1, &shown[i])
		if err := cli.Answer(cmd.OutOrStdout(), f.json, facts, "%s", text); err != nil {
			return err
		}
	}
	return nil
}

// writeBook writes the set-ups that are printed into a book, where one is wanted.
func (f *fairFlags) writeBook(cmd *cobra.Command, start engine.Position, player string, valued []openings.SetUp) error {
	shown := valued[:min(f.count, f.evenEnough(valued))]
	if f.book == "" || len(shown) == 0 {
		return nil
	}
	rules := start.Rules()
	header := append(bookHeader(rules, len(shown)),
		fmt.Sprintf("The evenest of %s drawn; seed %d.", cli.Counted(len(valued), "set-up"), f.seed),
		fmt.Sprintf("Behind each its value in logits for who chooses or acts next, by %s.", player),
		"Made by: "+cli.CommandLine(cmd, "workers", "book", "json"))
	var entries []openings.BookEntry
	for i := range shown {
		entries = append(entries, fairEntry(start, &shown[i]))
	}
	return bookFileError("--book", cli.WriteNewFile(f.book, false,
		func(w io.Writer) error { return writeBook(w, rules, header, entries) }))
}

// fairEntry is a set-up as an opening: its turns if they lead to it from the start of the game, else its position.
func fairEntry(start engine.Position, s *openings.SetUp) openings.BookEntry {
	entry := openings.BookEntry{Opening: openings.Opening{Turns: s.Turns}, Remark: worthText(s.Score, s.Spread())}
	if len(s.Turns) == 0 || start.String() != start.Rules().Start().String() {
		entry.Opening = openings.Opening{Start: s.Position.String()}
	}
	return entry
}

// bookFileError words what is wrong with a new file for the flag that names it, which cannot replace one.
func bookFileError(flag string, err error) error {
	exit, ok := errors.AsType[*cli.ExitError](err)
	if !ok {
		return err
	}
	text := strings.Replace(exit.Error(), "--output", flag, 1)
	return cli.Usagef("%s", strings.Replace(text, ", or replace it with --force", "", 1))
}
