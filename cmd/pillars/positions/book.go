package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/books"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

type bookFlags struct {
	openings.Balanced
	bookFile
	game   cli.RulesFlags
	kind   string
	margin float64
}

// NewBookCommand returns the command "book".
func NewBookCommand() *cobra.Command {
	f := &bookFlags{}
	cmd := cli.New("book", "Make a book of balanced openings, or check one", f.run)
	set := cmd.Flags()
	f.game.Register(cmd)
	set.StringVar(&f.kind, "kind", "random", "`KIND` of openings: random (random turns), or all of --turns turns")
	set.IntVar(&f.Openings.Turns, "turns", 4, cli.RandomUsage+"; with --kind all, all turns")
	set.IntVar(&f.Count, "count", 50, "openings to find")
	set.IntVar(&f.Tries, "tries", openings.MaxTries, "evaluate at most this many openings")
	registerValuer(cmd, &f.Valuer, "alphabeta:nodes=20000")
	set.Float64Var(&f.margin, "margin", 0.5, "keep openings whose value is at most `X` logits from even")
	f.bookFile.register(cmd, " (default: the standard output)", "each opening; the book goes only to --output")
	cli.CompleteChoice(cmd, "kind", "random", "all")
	cmd.AddCommand(newBookCheckCommand(), newBookFairCommand())
	return cmd
}

func (f *bookFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.settle(); err != nil {
		return err
	}
	return f.resumably(cmd, &f.Valuer, f.Rules, func(ctx context.Context, status *progress.Screen) error {
		f.Report = func(kept, evaluated int) {
			status.Update(func() progress.State {
				return progress.State{Unit: "opening", Done: kept, Total: f.Count,
					Notes: []string{fmt.Sprintf("%d evaluated", evaluated)}}
			})
		}
		found, evaluated, err := f.Find(ctx)
		status.Clear()
		if interrupted := errors.Is(err, context.Canceled); err == nil || interrupted {
			return f.conclude(cmd, found, evaluated, interrupted)
		}
		return err
	})
}

// conclude writes the book of the openings found and prints how many there are. With --json it first prints a JSON line
// for each opening. After an interrupt, or if the openings are too few, it returns an error.
func (f *bookFlags) conclude(cmd *cobra.Command, found []openings.Valued, evaluated int, interrupted bool) error {
	counts := fmt.Sprintf("%d of %d openings found among %d evaluated", len(found), f.Count, evaluated)
	bookText := "; no book was written"
	if len(found) > 0 {
		bookText = "; the book holds these"
	}
	f.prints = !cli.JSON(cmd)
	if !f.prints {
		for _, o := range found {
			if err := cli.PrintJSON(cmd.OutOrStdout(), books.Balanced(f.Rules, o)); err != nil {
				return err
			}
		}
	}
	if err := f.write(cmd, f.Rules, found, books.BalancedHeader(f.Balanced)); err != nil {
		return err
	}
	switch {
	case interrupted:
		if f.path != "" {
			bookText += "; the same command goes on"
		}
		return cli.Interrupted("interrupted; %s%s", counts, bookText)
	case len(found) < f.Count:
		return fmt.Errorf("%s%s; give a larger --margin, more --tries or another number of --turns", counts, bookText)
	}
	cmd.PrintErrln(counts)
	return nil
}

// settle checks the flags and completes f.Balanced, the search for openings that they describe.
func (f *bookFlags) settle() (err error) {
	const mostTries = openings.MaxTries
	if f.kind != "random" && f.kind != "all" {
		return cli.Usagef("--kind %s: must be random or all", f.kind)
	}
	if err := cmp.Or(cli.Between("turns", f.Openings.Turns, 0, openings.MaxTurns),
		cli.Between("count", f.Count, 1, mostTries), cli.AtLeast("workers", f.Workers, 1)); err != nil {
		return err
	}
	switch {
	case f.Tries < f.Count || f.Tries > mostTries:
		return cli.Usagef("--tries %d: must be from --count, which is %d, to %d", f.Tries, f.Count, mostTries)
	case !(f.margin >= 0 && f.margin <= 100): // also true for NaN
		return cli.Usagef("--margin %g: must be from 0 to 100 logits", f.margin)
	}
	if f.Rules, _, err = f.game.Rules(); err != nil {
		return err
	}
	if seats := f.Rules.Seats(); seats != 2 {
		return cli.Usagef("%s with these options has %d seats; books can be balanced only for two", f.game.Game, seats)
	}
	if f.kind == "all" {
		f.Openings.Kind = openings.All
	}
	f.Margin = search.Score(math.Round(100 * f.margin))
	return settleValuer(&f.Valuer, f.Rules)
}

func newBookCheckCommand() *cobra.Command {
	var game cli.RulesFlags
	cmd := cli.New("check FILE", "Check a book of openings", func(cmd *cobra.Command, args []string) error {
		rules, _, err := game.Rules()
		if err != nil {
			return err
		}
		file, err := os.Open(args[0])
		if err != nil {
			return cli.Usagef("%w", err)
		}
		defer file.Close()
		name := filepath.Base(args[0])
		report, err := openings.CheckBook(file, name, rules)
		if err == nil {
			err = cli.Print(cmd, books.Checked{Report: report, Name: name, Rules: rules})
		}
		switch problems := report.Problems(); {
		case err != nil:
			return err
		case problems != nil:
			return fmt.Errorf("the book has errors:\n%w", problems)
		case report.Openings == 0:
			return errors.New("the book has no openings; write one per line, as turns or as a position")
		}
		return nil
	})
	cmd.Args = cli.Arguments("a book file", "one file")
	game.Register(cmd)
	cli.JSONFlag(cmd, "print a JSON line")
	return cmd
}

type bookFile struct {
	flag   string // flag that names the file
	path   string // empty for no file
	force  bool   // an existing file may be replaced
	prints bool   // without a file, the book goes to the standard output
}

// register adds --output, --force and --json. The usage text of --output ends with fallback, and the text of --json
// with records.
func (b *bookFile) register(cmd *cobra.Command, fallback, records string) {
	b.flag = "--output"
	cmd.Flags().StringVarP(&b.path, "output", "o", "", "write the book to this `FILE`"+fallback)
	cmd.Flags().BoolVar(&b.force, "force", false, cli.ForceUsage)
	cli.JSONFlag(cmd, "print a JSON line for "+records)
}

// resumably calls do, which evaluates openings with v and writes the book. An interrupt ends the context of do. If the
// book has a file, resumably stores the values of openings beside this file. After an interrupt, the same command
// continues with these values and may replace the book.
func (b *bookFile) resumably(cmd *cobra.Command, v *openings.Valuer, rules engine.Rules,
	do func(context.Context, *progress.Screen) error) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	defer status.Clear()
	if b.path == "" {
		return do(ctx, status)
	}
	resumed, err := v.Remember(b.path, rules, runner.Program())
	if err != nil {
		return cli.Usagef("%s %s: %w; name a file in a folder that exists and that you may write to", b.flag, b.path,
			err)
	}
	b.force = b.force || resumed
	if err := cli.RefuseExisting(b.flag, b.path, b.force); err != nil {
		return errors.Join(err, v.Forget(false)) // false: keep the values for another call
	}
	err = do(ctx, status)
	return errors.Join(err, v.Forget(!cli.Exits(err, cli.ExitInterrupted)))
}

// write writes the book, if it has openings. Its header has the number of openings, the facts and the command line.
func (b *bookFile) write(cmd *cobra.Command, rules engine.Rules, entries []openings.Valued, facts []string) error {
	facts = append(facts, "Made by: "+cli.CommandLine(cmd, "workers", "output", "force", "book", "json"))
	write := func(w io.Writer) error { return books.Write(w, rules, entries, facts) }
	switch {
	case len(entries) == 0:
	case b.path != "":
		return cli.WriteNewFile(b.flag, b.path, b.force, write)
	case b.prints:
		return write(cmd.OutOrStdout())
	}
	return nil
}

type fairFlags struct {
	openings.Fair
	bookFile
	game   cli.GameFlags
	count  int
	margin float64
}

func newBookFairCommand() *cobra.Command {
	var flags fairFlags
	cmd := cli.AddGameFlags(&flags.game, cli.New("fair", "Find even set-ups of the board", flags.run))
	set := cmd.Flags()
	registerValuer(cmd, &flags.Valuer, "alphabeta:nodes=10000")
	set.IntVar(&flags.count, "count", 3, "print at most this many set-ups")
	set.IntVar(&flags.Tries, "tries", 100, "set-ups to draw and evaluate")
	set.Float64Var(&flags.margin, "margin", 0,
		"print only set-ups whose unevenness is at most `X` logits (default: no limit)")
	flags.flag = "--book"
	set.StringVar(&flags.path, "book", "", "also write the set-ups as a book to this new `FILE`")
	cli.JSONFlag(cmd, "print a JSON line for each set-up")
	return cmd
}

func registerValuer(cmd *cobra.Command, v *openings.Valuer, player string) {
	cmd.Flags().StringVar(&v.Player, "player", player, "the `PLAYER` that evaluates")
	cmd.Flags().Uint64Var(&v.Seed, "seed", 1, cli.SeedUsage)
	cmd.Flags().IntVar(&v.Workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
}

// settleValuer completes v, which evaluates openings, and replaces v.Player by the player's full name. It returns an
// error for a player that has no limit or that cannot evaluate.
func settleValuer(v *openings.Valuer, rules engine.Rules) error {
	given := v.Player
	player, err := cli.NewPlayer("--player", given, rules)
	if err != nil {
		return err
	}
	v.Player, v.NewPlayer = player.Name(), players.Recorded
	spec, err := search.ParseSpec(v.Player)
	switch {
	case err != nil:
		return cli.Usagef("--player: %w", err)
	case spec.Kind == "random":
		return cli.Usagef("--player random: it cannot evaluate; name a player that can, such as alphabeta:nodes=10000")
	case players.Unlimited(v.Player):
		return cli.Usagef("--player %s: it has no limit; write %s:nodes=10000", given, spec.Kind)
	}
	return players.CheckMemory(v.Workers, v.Player)
}

func (f *fairFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.settle(cmd); err != nil {
		return err
	}
	return f.resumably(cmd, &f.Valuer, f.Start.Rules(), func(ctx context.Context, status *progress.Screen) error {
		f.Report = func(done, total int) { status.Count(done, total, "set-up") }
		valued, err := f.SetUps(ctx) // the most even first
		status.Clear()
		interrupted := errors.Is(err, context.Canceled)
		if err != nil && !interrupted {
			return err
		}
		even, evaluated := valued, len(valued)
		if cmd.Flags().Changed("margin") {
			even = openings.Within(valued, f.margin)
		}
		if err := f.report(cmd, even[:min(f.count, len(even))], evaluated); err != nil {
			return err
		}
		if interrupted {
			return cli.Interrupted("interrupted; printed are the most even of the %d set-ups evaluated so far",
				evaluated)
		}
		if evaluated < f.Tries {
			cmd.PrintErrf("set-ups that came up: only %d of %d\n", evaluated, f.Tries)
		}
		if len(even) == 0 {
			return fmt.Errorf("none of %d set-ups is within --margin %g of even; give more --tries or a larger margin",
				evaluated, f.margin)
		}
		return nil
	})
}

func (f *fairFlags) settle(cmd *cobra.Command) (err error) {
	if err := cmp.Or(cli.AtLeast("count", f.count, 1), cli.Between("tries", f.Tries, 1, openings.MaxTries),
		cli.AtLeast("workers", f.Workers, 1), cli.AtLeast("margin", f.margin, 0)); err != nil {
		return err
	}
	if f.Start, err = f.game.Unfinished(cmd); err != nil {
		return err
	}
	return settleValuer(&f.Valuer, f.Start.Rules())
}

// report prints set-ups and writes them as a book if --book is given. evaluated is the number of set-ups evaluated.
func (f *fairFlags) report(cmd *cobra.Command, shown []openings.SetUp, evaluated int) error {
	rules := f.Start.Rules()
	if !cli.JSON(cmd) {
		table.Printf(cmd.OutOrStdout(), "%s (%s), seed %d: the most even %d of %d set-ups, evaluated by %s\n",
			rules.Game().Title(), rules.Settings(), f.Seed, len(shown), evaluated, f.Player)
	}
	var entries []openings.Valued
	for i := range shown {
		s := &shown[i]
		if err := cli.Print(cmd, books.SetUp{SetUp: s, Rank: i + 1}); err != nil {
			return err
		}
		entries = append(entries, openings.Valued{Opening: f.Opening(s), Score: s.Score, Spread: s.Spread()})
	}
	return f.write(cmd, rules, entries, books.FairHeader(f.Fair, evaluated))
}
