package positions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

type bookFlags struct {
	openings.Balanced
	game         cli.RulesFlags
	kind, output string
	margin       float64
	force        bool
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
	set.StringVar(&f.Player, "player", "alphabeta:nodes=20000", "the `PLAYER` that evaluates")
	set.Uint64Var(&f.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	set.Float64Var(&f.margin, "margin", 0.5, "keep openings whose value is at most `X` logits from even")
	set.StringVarP(&f.output, "output", "o", "", "write the book to this `FILE` (default: the standard output)")
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	cli.JSONFlag(cmd, "print a JSON line for each opening; the book goes only to --output")
	cmd.AddCommand(newBookCheckCommand())
	return cmd
}

// run searches for openings and writes them. A book with fewer than wanted, also after an interrupt, is an error, but
// it is written.
func (f *bookFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.settle(); err != nil {
		return err
	}
	toFile := f.output != ""
	if toFile {
		if err := cli.RefuseExisting("--output", f.output, f.force); err != nil {
			return err
		}
	}
	found, evaluated, err := f.find(cmd)
	interrupted := errors.Is(err, context.Canceled)
	switch {
	case err != nil && !interrupted:
		return err
	case cli.JSON(cmd):
		for _, o := range found {
			if err := cli.PrintJSON(cmd.OutOrStdout(), openingFacts(f.Rules, o)); err != nil {
				return err
			}
		}
	}
	end := "no book was written"
	if len(found) > 0 && (toFile || !cli.JSON(cmd)) {
		end = "the book holds these"
		write := func(w io.Writer) error {
			made := "Made by: " + cli.CommandLine(cmd, "workers", "output", "force", "json")
			header := append(f.header(len(found)), made)
			return openings.WriteBook(w, f.Rules, header, found)
		}
		if toFile {
			err = cli.WriteNewFile("--output", f.output, f.force, write)
		} else {
			err = write(cmd.OutOrStdout())
		}
		if err != nil {
			return err
		}
	}
	counts := fmt.Sprintf("%d of %d openings found among %d evaluated", len(found), f.Count, evaluated)
	switch {
	case interrupted:
		return cli.Interrupted("interrupted; %s; %s", counts, end)
	case len(found) < f.Count:
		return fmt.Errorf("%s; %s; give a larger --margin, more --tries or another number of --turns", counts, end)
	}
	cmd.PrintErrln(counts)
	return nil
}

// find searches for openings until an interrupt, whose error it returns with the openings so far.
func (f *bookFlags) find(cmd *cobra.Command) (found []openings.Valued, evaluated int, err error) {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	defer status.Clear()
	f.Report = func(kept, evaluated int) {
		status.Update(func() progress.State {
			return progress.State{Unit: "opening", Done: kept, Total: f.Count,
				Notes: []string{fmt.Sprintf("%d evaluated", evaluated)}}
		})
	}
	return f.Find(ctx)
}

// settle checks the flags and completes f.Balanced, the search for openings that they describe.
func (f *bookFlags) settle() (err error) {
	switch {
	case f.kind == "all":
		f.Openings.Kind = openings.All
	case f.kind != "random":
		return cli.Usagef("--kind %s: must be random or all", f.kind)
	case !(f.margin >= 0 && f.margin <= 100): // also true for NaN
		return cli.Usagef("--margin %g: must be from 0 to 100 logits", f.margin)
	}
	f.Margin = search.Score(math.Round(100 * f.margin))
	if f.Rules, _, err = f.game.Rules(); err != nil {
		return err
	}
	if err := f.Check(); err != nil {
		return cli.Usagef("%w", err)
	}
	return f.settlePlayer()
}

// settlePlayer replaces f.Player by the player's full name. It returns an error for a player that has no limit or that
// cannot evaluate.
func (f *bookFlags) settlePlayer() error {
	given := f.Player
	player, err := cli.NewPlayer("--player", given, f.Rules)
	if err != nil {
		return err
	}
	f.Player, f.NewPlayer = player.Name(), players.Recorded
	spec, err := search.ParseSpec(f.Player)
	switch {
	case err != nil:
		return cli.Usagef("--player: %w", err)
	case spec.Kind == "random":
		return cli.Usagef("--player random: it cannot evaluate; name a player that can, such as alphabeta:nodes=10000")
	case players.Unlimited(f.Player):
		return cli.Usagef("--player %s: it has no limit; write %s:nodes=10000", given, spec.Kind)
	}
	return players.CheckMemory(f.Workers, f.Player)
}

// openingFacts returns an opening as the fields of a JSON object: its value as a score in logits and as the expected
// result. For a proven result, the field "proven" has the number of steps, as in "win in 5".
func openingFacts(rules engine.Rules, o openings.Valued) table.Facts {
	facts := table.Object("type", "opening", "draw", o.Draw, "turns", append([]string{}, o.Turns...),
		"seat", rules.SeatNames()[0], "score", o.Score.Logits(), "expectation", o.Score.Expectation())
	if o.Score.Decided() {
		facts.Add("proven", o.Score.String())
	}
	return facts
}

// header returns the first comment lines of a book: what it holds, where its openings come from and what their values
// mean.
func (f *bookFlags) header(found int) []string {
	kind := fmt.Sprintf("random, %s after the set-up", tournament.Counted(f.Openings.Turns, "turn"))
	if f.Openings.Kind == openings.All {
		kind = tournament.OpeningsText(f.Openings)
	}
	return []string{fmt.Sprintf("%s of %s (%s).", tournament.Counted(found, "opening"), f.Rules.Game().Title(),
		f.Rules.Settings()), fmt.Sprintf("Drawn from: %s; seed %d.", kind, f.Seed),
		fmt.Sprintf("After each opening: its value for %s in logits, by %s; at most %.2f from even.",
			f.Rules.SeatNames()[0], f.Player, f.Margin.Logits())}
}

func newBookCheckCommand() *cobra.Command {
	var game cli.RulesFlags
	cmd := cli.New("check FILE", "Check a book of openings", func(cmd *cobra.Command, args []string) error {
		rules, _, err := game.Rules()
		if err != nil {
			return err
		}
		report, text, err := cli.LoadBook(args[0], rules)
		if err != nil {
			err = cli.Usagef("%w", err)
		} else {
			err = cli.Answer(cmd, table.Object("type", "book", "book", filepath.Base(args[0]),
				"game", rules.Game().Name(), "options", rules.Settings().String(), "openings", report.Openings,
				"wrong", report.Wrong), "%s", text)
		}
		if err != nil {
			return err
		}
		if _, err = report.Source(); err != nil {
			err = fmt.Errorf("the book has errors:\n%w", err)
		}
		return err
	})
	cmd.Args = cli.Arguments("a book file", "one file")
	game.Register(cmd)
	cli.JSONFlag(cmd, "print a JSON line")
	return cmd
}
