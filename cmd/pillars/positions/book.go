package positions

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/games"
	"pillars/tournament/openings"
)

func NewBookCommand() *cobra.Command {
	var flags bookFlags
	cmd := &cobra.Command{
		Use:   "book [GAME]",
		Short: "Make a book of balanced openings, or check a book",
		Long: `Draw openings, have a player value each, and write those that leave nobody ahead into a book: a text file with an opening in each line, given
as turns or as a position, and remarks behind a #. A tournament plays such a book with --book FILE. The openings are drawn as a tournament draws
them, at random or from all there are, and none is the mirror image of another; --margin says how many logits a value may be from even. Values are
those of the first seat. Games for more than two are refused: a search says what a position is worth to the player who acts, not to all.

A value is a search's guess: give the player many nodes, or the margin keeps what only looks even. The book depends on the seed alone, not on the
number of workers. Ctrl-C stops and keeps what was found by then. Without a game the book is of Pit of Pillars.`,
		Example: `  pillars book --count 100 -o pit.book
  pillars book pylyx --option size=8 --turns 4 --margin 0.3 --player mcts:nodes=5000 -o pylyx.book
  pillars book pilastri --kind all --turns 2 --count 50
  pillars book check pit.book`,
		Args:              atMostOneGame,
		ValidArgsFunction: CompleteFirstGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := games.All()[0].Name()
			if len(args) > 0 {
				name = args[0]
			}
			return flags.Run(cmd, name)
		},
	}
	flags.Register(cmd)
	cmd.AddCommand(newBookCheckCommand())
	return cmd
}

// atMostOneGame wants one word or none. Whether it names a game is for [games.Find] to say.
func atMostOneGame(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("%s wants one game, but %q follows", cmd.Name(), args[1])
	}
	return nil
}

// CompleteFirstGame offers the games for the first word.
func CompleteFirstGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return cli.GameNames(), cobra.ShellCompDirectiveNoFileComp
}

func (f *bookFlags) Run(cmd *cobra.Command, name string) error {
	balanced, err := f.Settle(name)
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewStatusLine(cmd.ErrOrStderr())
	balanced.Report = func(found, valued int) {
		status.Update(func() string { return fmt.Sprintf("%d of %d openings found, %d valued", found, f.count, valued) })
	}
	found, valued, err := balanced.Find(ctx)
	status.Clear()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if err := f.write(cmd, balanced, found); err != nil {
		return err
	}
	return f.ending(cmd, interrupted, len(found), valued)
}

// ending tells how the search went.
func (f *bookFlags) ending(cmd *cobra.Command, interrupted bool, found, valued int) error {
	kept := fmt.Sprintf("%d of %d openings found in %d", found, f.count, valued)
	switch {
	case found == 0 && interrupted:
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted; %s: there is no book", kept))
	case interrupted:
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted; %s: the book holds these", kept))
	case found == 0:
		return fmt.Errorf("%s: there is no book; ask for a larger --margin, more --tries or another number of --turns", kept)
	case found < f.count:
		return fmt.Errorf("%s, and the book holds these; ask for a larger --margin, more --tries or another number of --turns", kept)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), kept)
	return nil
}

// write writes what was found, unless that is nothing.
func (f *bookFlags) write(cmd *cobra.Command, b openings.Balanced, found []openings.Valued) error {
	if len(found) == 0 {
		return nil
	}
	if f.json {
		for _, opening := range found {
			if err := cli.PrintJSON(cmd.OutOrStdout(), newBookAnswer(b.Rules, opening)); err != nil {
				return err
			}
		}
	}
	write := func(w io.Writer) error {
		return writeBook(w, b.Rules, f.header(cmd, b, len(found)), balancedEntries(found))
	}
	switch {
	case f.path != "":
		return cli.WriteNewFile(f.path, f.force, write)
	case f.json:
		return nil
	}
	return write(cmd.OutOrStdout())
}
