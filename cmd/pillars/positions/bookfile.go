package positions

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/search"
	"pillars/tournament/openings"
)

// bookAnswer is an opening of a balanced book as it is printed.
type bookAnswer struct {
	Type        string   `json:"type"`
	Draw        int      `json:"draw"`
	Turns       []string `json:"turns"`
	Seat        string   `json:"seat"` // whom the score is for: the first
	valueAnswer          // for that seat
	Spread      float64  `json:"spread"` // in logits, as the score
}

func newBookAnswer(rules engine.Rules, o openings.Valued) bookAnswer {
	return bookAnswer{
		Type: "opening", Draw: o.Draw, Turns: append([]string{}, o.Turns...), Seat: rules.SeatNames()[0],
		valueAnswer: newValueAnswer(o.Score), Spread: cli.Logits(int(o.Spread)),
	}
}

// balancedEntries are the lines of a balanced book, each with its value.
func balancedEntries(found []openings.Valued) []openings.BookEntry {
	var entries []openings.BookEntry
	for _, one := range found {
		entries = append(entries, openings.BookEntry{Opening: one.Opening, Remark: worthText(one.Score, one.Spread)})
	}
	return entries
}

// worthText is a value in logits, with the spread of the choices where there is one.
func worthText(score, spread search.Score) string {
	if spread == 0 {
		return score.String()
	}
	return fmt.Sprintf("%s, spread %.2f", score, cli.Logits(int(spread)))
}

// header says what a balanced book holds and how to make it once more.
func (f *bookFlags) header(cmd *cobra.Command, b openings.Balanced, found int) []string {
	kind := fmt.Sprintf("random, %s after the set-up", cli.Counted(f.turns, "turn"))
	if b.Openings.Kind == openings.All {
		kind = fmt.Sprintf("all of %s, up to symmetry", cli.Counted(f.turns, "turn"))
	}
	return append(bookHeader(b.Rules, found),
		fmt.Sprintf("Drawn from: %s; seed %d.", kind, f.seed),
		fmt.Sprintf("Behind each its value for %s in logits, by %s; at most %.2f from even.", b.Rules.SeatNames()[0], b.Player, cli.Logits(int(b.Margin))),
		"Made by: "+cli.CommandLine(cmd, "workers", "output", "force", "json"))
}

// bookHeader begins the header of a book.
func bookHeader(rules engine.Rules, openings int) []string {
	return []string{fmt.Sprintf("%s of %s (%s).", cli.Counted(openings, "opening"), rules.Game().Title(), rules.Settings())}
}

// writeBook writes a book, once it is sure that it can be read.
func writeBook(w io.Writer, rules engine.Rules, header []string, entries []openings.BookEntry) error {
	var book bytes.Buffer
	if err := openings.WriteBook(&book, header, entries); err != nil {
		return err
	}
	if _, err := openings.ReadBook(bytes.NewReader(book.Bytes()), "line", rules); err != nil {
		return fmt.Errorf("the book would not be read again: %w", err)
	}
	_, err := book.WriteTo(w)
	return err
}
