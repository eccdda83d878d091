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

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/books"
	"pillars/results/show/progress"
	"pillars/search"
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
	cmd.AddCommand(newBookCheckCommand(), newBookFairCommand(), newBookInformativeCommand())
	return cmd
}

// run searches for balanced openings and writes those found, even after an interrupt.
func (f *bookFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.settle(); err != nil {
		return err
	}
	var found []openings.Valued
	var valued int
	find := func(ctx context.Context, status *progress.Screen) (err error) {
		f.Report = func(kept, evaluated int) {
			status.Update(func() progress.State {
				return progress.State{Unit: "opening", Done: kept, Total: f.Count,
					Notes: []string{fmt.Sprintf("%d evaluated", evaluated)}}
			})
		}
		found, valued, err = f.Find(ctx)
		return err
	}
	return f.resumably(cmd, &f.Valuer, f.Rules, find, func(interrupted bool) error {
		if err := f.write(cmd, found); err != nil {
			return err
		}
		return f.ending(cmd, interrupted, len(found), valued)
	})
}

// ending prints how many openings the search found. After an interrupt, or if they are too few, it returns an error.
func (f *bookFlags) ending(cmd *cobra.Command, interrupted bool, found, evaluated int) error {
	counts := fmt.Sprintf("%d of %d openings found among %d evaluated", found, f.Count, evaluated)
	book := "; no book was written"
	if found > 0 {
		book = "; the book holds these"
	}
	switch {
	case interrupted:
		if f.path != "" {
			book += "; the same command goes on"
		}
		return cli.Interrupted("interrupted; %s%s", counts, book)
	case found < f.Count:
		return fmt.Errorf("%s%s; give a larger --margin, more --tries or another number of --turns", counts, book)
	}
	cmd.PrintErrln(counts)
	return nil
}

// write writes the book of the openings found. With --json it first prints a JSON line for each opening.
func (f *bookFlags) write(cmd *cobra.Command, found []openings.Valued) error {
	if len(found) == 0 {
		return nil
	}
	facts := books.BalancedHeader(f.Balanced)
	if cli.JSON(cmd) {
		for _, o := range found {
			if err := cli.PrintJSON(cmd.OutOrStdout(), books.Balanced(f.Rules, o)); err != nil {
				return err
			}
		}
	} else if f.path == "" {
		return bookOf(cmd, f.Rules, found, facts)(cmd.OutOrStdout())
	}
	return f.bookFile.write(cmd, f.Rules, found, facts)
}

// settle checks the flags and completes f.Balanced, the search for openings that they describe.
func (f *bookFlags) settle() (err error) {
	if err := f.check(); err != nil {
		return err
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

func (f *bookFlags) check() error {
	const most = openings.MaxTries
	if f.kind != "random" && f.kind != "all" {
		return cli.Usagef("--kind %s: must be random or all", f.kind)
	}
	if err := cmp.Or(cli.Between("turns", f.Openings.Turns, 0, openings.MaxTurns),
		cli.Between("count", f.Count, 1, most), cli.AtLeast("workers", f.Workers, 1)); err != nil {
		return err
	}
	switch {
	case f.Tries < f.Count || f.Tries > most:
		return cli.Usagef("--tries %d: must be from --count, which is %d, to %d", f.Tries, f.Count, most)
	case !(f.margin >= 0 && f.margin <= 100): // also true for NaN
		return cli.Usagef("--margin %g: must be from 0 to 100 logits", f.margin)
	}
	return nil
}

func newBookCheckCommand() *cobra.Command {
	var game cli.RulesFlags
	cmd := cli.New("check FILE", "Check a book of openings",
		func(cmd *cobra.Command, args []string) error { return checkBook(cmd, args[0], &game) })
	cmd.Args = cli.Arguments("a book file", "one file")
	game.Register(cmd)
	cli.JSONFlag(cmd, "print a JSON line")
	return cmd
}

func checkBook(cmd *cobra.Command, path string, game *cli.RulesFlags) error {
	rules, _, err := game.Rules()
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
	if err := cli.Print(cmd, books.Checked{Report: report, Name: name, Rules: rules}); err != nil {
		return err
	}
	if problems := report.Problems(); problems != nil {
		return fmt.Errorf("the book has errors:\n%w", problems)
	}
	if report.Openings == 0 {
		return fmt.Errorf("the book has no openings; write one per line, as turns or as a position")
	}
	return nil
}

type bookFile struct {
	flag  string // flag that names the file
	path  string // empty for no file
	force bool   // an existing file may be replaced
}

// register adds --output, --force and --json. The usage text of --output ends with
// fallback, and that for --json with records.
func (b *bookFile) register(cmd *cobra.Command, fallback, records string) {
	b.flag = "--output"
	set := cmd.Flags()
	set.StringVarP(&b.path, "output", "o", "", "write the book to this `FILE`"+fallback)
	set.BoolVar(&b.force, "force", false, cli.ForceUsage)
	cli.JSONFlag(cmd, "print a JSON line for "+records)
}

// resumably calls search, which evaluates openings with v, and then conclude, which writes the book. It calls conclude
// even after an interrupt. If the book has a file, resumably stores the values of openings beside this file. After an
// interrupt, the same command continues with these values and may replace the book.
func (b *bookFile) resumably(
	cmd *cobra.Command, v *openings.Valuer, rules engine.Rules,
	search func(context.Context, *progress.Screen) error, conclude func(interrupted bool) error,
) error {
	work := func() error {
		ctx, stop := cli.Interruptible(cmd.Context())
		defer stop()
		status := cli.NewScreen(cmd)
		err := search(ctx, status)
		status.Clear()
		if interrupted := errors.Is(err, context.Canceled); err == nil || interrupted {
			return conclude(interrupted)
		}
		return err
	}
	if b.path == "" {
		return work()
	}
	resumed, err := v.Remember(b.path, rules, runner.Program())
	if err != nil {
		return cli.Usagef("%s %s: %w; name a file in a folder that exists and that you may write to", b.flag, b.path,
			err)
	}
	b.force = b.force || resumed
	if err := cli.RefuseExisting(b.flag, b.path, b.force); err != nil {
		return errors.Join(err, v.Forget(false))
	}
	err = work()
	return errors.Join(err, v.Forget(!cli.Exits(err, cli.ExitInterrupted)))
}

// write writes the book to its file, if it has a file and openings. facts are lines of its header.
func (b *bookFile) write(cmd *cobra.Command, rules engine.Rules, entries []openings.Valued, facts []string) error {
	if b.path == "" || len(entries) == 0 {
		return nil
	}
	return cli.WriteNewFile(b.flag, b.path, b.force, bookOf(cmd, rules, entries, facts))
}

// bookOf returns a function that writes a book. Its header has the number of openings, the facts and the command line.
func bookOf(cmd *cobra.Command, rules engine.Rules, entries []openings.Valued, facts []string) func(io.Writer) error {
	made := "Made by: " + cli.CommandLine(cmd, "workers", "output", "force", "book", "json")
	return func(w io.Writer) error { return books.Write(w, rules, entries, append(facts, made)) }
}
