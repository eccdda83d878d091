package positions

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/games"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

func newBookCheckCommand() *cobra.Command {
	var game string
	var options []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check a book of openings",
		Long: `Check that a book can be played, and count its openings. A line holds whole turns from the start of the
game with blanks between, or a position; what follows a # counts for nothing. Each opening must be legal and leave the
game going on. No two may lead to the same position, or to mirror images of each other. Up to ten lines that are wrong
are told by their numbers, and the exit code is then 1.`,
		Example: `  pillars book check pit.book
  pillars book check pylyx.book --game pylyx --option size=8 --json`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkBook(cmd, args[0], game, options, asJSON)
		},
	}
	set := cmd.Flags()
	set.StringVar(&game, "game", games.All()[0].Name(), "the `GAME` that the book is of")
	cli.OptionFlag(cmd, &options)
	set.BoolVar(&asJSON, "json", false, "print a JSON line")
	return cmd
}

func oneFile(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return cli.Usagef("%s wants a file", cmd.CommandPath())
	case 1:
		return nil
	}
	return cli.Usagef("%s wants one file, but %q follows", cmd.CommandPath(), args[1])
}

func checkBook(cmd *cobra.Command, path, game string, options []string, asJSON bool) error {
	rules, _, err := cli.Rules("--game: ", game, options)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	defer file.Close()
	name := filepath.Base(path)
	report, err := openings.CheckBook(file, name, rules)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %s of %s (%s)", name, tournament.Counted(report.Openings, "opening"), rules.Game().Name(),
		rules.Settings())
	if report.Duplicates+report.Mirrored+report.Faulty > 0 {
		text += fmt.Sprintf("; besides them %d faulty, %d duplicate and %d mirrored",
			report.Faulty, report.Duplicates, report.Mirrored)
	}
	answer := table.Object("type", "book", "book", name, "game", rules.Game().Name(),
		"options", rules.Settings().String(), "openings", report.Openings, "duplicates", report.Duplicates,
		"mirrored", report.Mirrored, "faulty", report.Faulty)
	if err := cli.Answer(cmd.OutOrStdout(), asJSON, answer, "%s", text); err != nil {
		return err
	}
	if problems := report.Problems(); problems != nil {
		return fmt.Errorf("the book is not good:\n%w", problems)
	}
	if report.Openings == 0 {
		return fmt.Errorf("the book has no openings; write one into each line, as turns or as a position")
	}
	return nil
}
