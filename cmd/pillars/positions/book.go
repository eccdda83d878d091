package positions

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

func NewBookCommand() *cobra.Command {
	var flags bookFlags
	cmd := &cobra.Command{
		Use:   "book [GAME]",
		Short: "Make a book of balanced openings, or check a book",
		Long: `Draw openings, have a player value each, and write those that leave nobody ahead into a book: a text
file with an opening in each line, given as turns or as a position, and remarks behind a #. A tournament plays such a
book with --book FILE. The openings are drawn as a tournament draws them, at random or from all there are, and none is
the mirror image of another; --margin says how many logits a value may be from even. Values are those of the first
seat. Games for more than two are refused: a search says what a position is worth to the player who acts, not to all.

A value is a search's guess: give the player many nodes, or the margin keeps what only looks even. The book depends on
the seed alone, not on the number of workers. Ctrl-C stops and keeps what was found by then. Without a game the book
is of Pit of Pillars.`,
		Example: `  pillars book --count 100 -o pit.book
  pillars book pylyx --option size=8 --turns 4 --margin 0.3 --player mcts:nodes=5000 -o pylyx.book
  pillars book pilastri --kind all --turns 2 --count 50
  pillars book check pit.book`,
		Args:              atMostOneGame,
		ValidArgsFunction: cli.CompleteGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := games.All()[0].Name()
			if len(args) > 0 {
				name = args[0]
			}
			return flags.run(cmd, name)
		},
	}
	flags.register(cmd)
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

func (f *bookFlags) run(cmd *cobra.Command, name string) error {
	balanced, err := f.settle(name)
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewMessages(cmd.ErrOrStderr(), false)
	balanced.Report = func(found, valued int) {
		status.Update(func() string {
			return fmt.Sprintf("%d of %d openings found, %d valued", found, f.count,
				valued)
		})
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

func (f *bookFlags) ending(cmd *cobra.Command, interrupted bool, found, valued int) error {
	kept := fmt.Sprintf("%d of %d openings found in %d", found, f.count, valued)
	switch {
	case found == 0 && interrupted:
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted; %s: there is no book", kept))
	case interrupted:
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted; %s: the book holds these", kept))
	case found == 0:
		return fmt.Errorf("%s: there is no book; ask for a larger --margin, more --tries or another number of --turns",
			kept)
	case found < f.count:
		return fmt.Errorf("%s, and the book holds these; ask for a larger --margin, more --tries or another number "+
			"of --turns", kept)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), kept)
	return nil
}

func (f *bookFlags) write(cmd *cobra.Command, b openings.Balanced, found []openings.Valued) error {
	if len(found) == 0 {
		return nil
	}
	if f.json {
		for _, o := range found {
			answer := table.Object("type", "opening", "draw", o.Draw, "turns", append([]string{}, o.Turns...), "seat",
				b.Rules.SeatNames()[0])
			answer = append(answer, valueFacts(o.Score)...)
			answer.Add("spread", cli.Logits(int(o.Spread))) // as the score
			if err := cli.PrintJSON(cmd.OutOrStdout(), answer); err != nil {
				return err
			}
		}
	}
	var entries []openings.BookEntry
	for _, one := range found {
		entries = append(entries, openings.BookEntry{Opening: one.Opening, Remark: worthText(one.Score, one.Spread)})
	}
	write := func(w io.Writer) error { return writeBook(w, b.Rules, f.header(cmd, b, len(found)), entries) }
	switch {
	case f.path != "":
		return cli.WriteNewFile(f.path, f.force, write)
	case f.json:
		return nil
	}
	return write(cmd.OutOrStdout())
}

// worthText is a value in logits, with the spread of the choices where there is one.
func worthText(score, spread search.Score) string {
	if spread == 0 {
		return score.String()
	}
	return fmt.Sprintf("%s, spread %.2f", score, cli.Logits(int(spread)))
}

func (f *bookFlags) header(cmd *cobra.Command, b openings.Balanced, found int) []string {
	kind := fmt.Sprintf("random, %s after the set-up", tournament.Counted(f.turns, "turn"))
	if b.Openings.Kind == openings.All {
		kind = fmt.Sprintf("all of %s, up to symmetry", tournament.Counted(f.turns, "turn"))
	}
	return append(bookHeader(b.Rules, found),
		fmt.Sprintf("Drawn from: %s; seed %d.", kind, f.seed),
		fmt.Sprintf("Behind each its value for %s in logits, by %s; at most %.2f from even.", b.Rules.SeatNames()[0],
			b.Player, cli.Logits(int(b.Margin))),
		"Made by: "+cli.CommandLine(cmd, "workers", "output", "force", "json"))
}

func bookHeader(rules engine.Rules, openings int) []string {
	return []string{fmt.Sprintf("%s of %s (%s).", tournament.Counted(openings, "opening"), rules.Game().Title(),
		rules.Settings())}
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

type bookFlags struct {
	options []string
	kind    string
	turns   int
	count   int
	tries   int
	player  string
	margin  float64
	seed    uint64
	workers int
	path    string
	force   bool
	json    bool
}

func (f *bookFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	cli.OptionFlag(cmd, &f.options)
	set.StringVar(&f.kind, "kind", "random",
		"`KIND` of openings: random (random play) or all (every opening of --turns turns, up to symmetry)")
	set.IntVar(&f.turns, "turns", 4,
		"random turns that an opening plays after the set-up of the board; with --kind all, its turns")
	set.IntVar(&f.count, "count", 50, "openings to find")
	set.IntVar(&f.tries, "tries", openings.MaxTries, "openings to value at most")
	set.StringVar(&f.player, "player", "alphabeta:nodes=20000", "the `PLAYER` that values")
	set.Float64Var(&f.margin, "margin", 0.5, "how far from even a value may be, in logits `X`")
	set.Uint64Var(&f.seed, "seed", 1, "all randomness derives from it")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "openings valued at the same time")
	set.StringVarP(&f.path, "output", "o", "",
		"write the book into this `FILE`; without one it goes to the standard output")
	set.BoolVar(&f.force, "force", false, "replace the file if it is there")
	set.BoolVar(&f.json, "json", false, "print a JSON line for each opening; the book goes to --output only")
	cli.CompleteChoice(cmd, "kind", "random", "all")
}

// settle checks the flags and says what to look for.
func (f *bookFlags) settle(name string) (openings.Balanced, error) {
	var b openings.Balanced
	if err := f.check(); err != nil {
		return b, err
	}
	rules, _, err := cli.Rules("", name, f.options)
	if err != nil {
		return b, err
	}
	if rules.Seats() != 2 {
		return b, cli.Usagef("%s with these options has %d seats, and books can be balanced for two only", name,
			rules.Seats())
	}
	player, err := cli.NewPlayer("--player", f.player, rules)
	if err != nil {
		return b, err
	}
	if err := checkValuer(player.Name(), f.player); err != nil {
		return b, err
	}
	source := openings.Source{Turns: f.turns}
	if f.kind == "all" {
		source.Kind = openings.All
	}
	return openings.Balanced{
		Rules: rules, Openings: source, Count: f.count, Tries: f.tries,
		Margin: search.Score(math.Round(100 * f.margin)),
		Valuer: openings.Valuer{
			Seed: f.seed, Player: player.Name(), NewPlayer: players.Recorded, Workers: f.workers,
		},
	}, nil
}

func (f *bookFlags) check() error {
	const most = openings.MaxTries
	if f.kind != "random" && f.kind != "all" {
		return cli.Usagef("--kind %s: there are random and all", f.kind)
	}
	if err := cmp.Or(cli.Between("turns", f.turns, 0, openings.MaxTurns),
		cli.Between("count", f.count, 1, most)); err != nil {
		return err
	}
	switch {
	case f.tries < f.count || f.tries > most:
		return cli.Usagef("--tries %d: must be from --count, which is %d, to %d", f.tries, f.count, most)
	case !(f.margin >= 0 && f.margin <= 100): // so written to catch what is not a number
		return cli.Usagef("--margin %g: must be from 0 to 100 logits", f.margin)
	case f.workers < 1:
		return cli.AtLeast("workers", f.workers, 1)
	case f.path != "":
		return cli.RefuseExisting(f.path, f.force)
	}
	return nil
}
