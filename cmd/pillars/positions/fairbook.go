package positions

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/tournament/openings"
)

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
	return bookFileError("--book", cli.WriteNewFile(f.book, false, func(w io.Writer) error { return writeBook(w, rules, header, entries) }))
}

// fairEntry is a set-up as an opening: its turns if they lead to it from the start of the game, else its position.
func fairEntry(start engine.Position, s *openings.SetUp) openings.BookEntry {
	entry := openings.BookEntry{Opening: openings.Opening{Turns: s.Turns}, Remark: worthText(s.Score, s.Spread())}
	if len(s.Turns) == 0 || start.String() != start.Rules().Start().String() {
		entry.Opening = openings.Opening{Start: s.Position.String()}
	}
	return entry
}

// refuseBookFile refuses a file that is there already, before it is known what to write.
func refuseBookFile(flag, path string) error {
	return bookFileError(flag, cli.RefuseExisting(path, false))
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
