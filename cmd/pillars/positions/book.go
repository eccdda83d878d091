package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/show/progress"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

type bookFlags struct {
	openings.Balanced
	game   cli.RulesFlags
	output string
	margin float64
	force  bool
}

// NewBookCommand returns the command "book".
func NewBookCommand() *cobra.Command {
	f := &bookFlags{}
	cmd := cli.New("book", "Make a book of balanced openings", f.run)
	set := cmd.Flags()
	f.game.Register(cmd)
	set.IntVar(&f.Openings.Turns, "turns", 4, cli.RandomUsage)
	set.IntVar(&f.Count, "count", 50, "openings to find")
	set.IntVar(&f.Tries, "tries", openings.MaxTries, "evaluate at most this many openings")
	set.StringVar(&f.Player, "player", "alphabeta:nodes=20000", "the `PLAYER` that evaluates")
	set.Uint64Var(&f.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	set.Float64Var(&f.margin, "margin", 0.5, "keep openings whose value is at most `X` logits from even")
	set.StringVarP(&f.output, "output", "o", "", "write the book to this `FILE` (default: -, the standard output)")
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	return cmd
}

// run searches for openings and writes them as a book. If it finds fewer openings than wanted, also because of an
// interrupt, it writes the book and returns an error.
func (f *bookFlags) run(cmd *cobra.Command, _ []string) error {
	err := f.settle()
	if err == nil {
		err = cli.RefuseOutput(f.output, f.force)
	}
	if err != nil {
		return err
	}
	found, evaluated, err := f.find(cmd)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	end := "no book was written"
	if len(found) > 0 {
		end = "the book holds these"
		made := "Made by: " + cli.CommandLine(cmd, "workers", "output", "force")
		err = cli.WriteOutput(cmd, f.output, f.force, func(w io.Writer) error {
			return openings.WriteBook(w, f.Rules, append(f.header(len(found)), made), found)
		})
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

// find searches for openings. After an interrupt it returns the openings found so far with the error of the interrupt.
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

// settle checks the flags and completes f.Balanced, the search for openings that they describe. The player must
// evaluate and have a limit.
func (f *bookFlags) settle() (err error) {
	if !(f.margin >= 0 && f.margin <= 100) { // also true for NaN
		return cli.Usagef("--margin %g: must be from 0 to 100 logits", f.margin)
	}
	f.Margin = search.Score(math.Round(100 * f.margin))
	if f.Rules, _, err = f.game.Rules(); err != nil {
		return err
	}
	given := f.Player
	player, err := cli.NewPlayer("--player", given, f.Rules)
	if err = cmp.Or(cli.Wrong("", f.Check()), err); err != nil {
		return err
	}
	f.Player, f.NewPlayer = player.Name(), players.Recorded
	switch {
	case f.Player == "random":
		return cli.Usagef("--player random: it cannot evaluate; name a player that can, such as alphabeta:nodes=10000")
	case players.Unlimited(f.Player):
		return cli.Usagef("--player %s: it has no limit; write %s", given, search.With(given, "nodes", 10000))
	}
	return players.CheckMemory(f.Workers, f.Player)
}

// header returns the first comment lines of a book: what it holds, where its openings come from and what their values
// mean.
func (f *bookFlags) header(found int) []string {
	return []string{fmt.Sprintf("%s of %s (%s).", tournament.Counted(found, "opening"), f.Rules.Game().Title(),
		f.Rules.Settings()), fmt.Sprintf("Drawn from: random, %s after the set-up; seed %d.",
		tournament.Counted(f.Openings.Turns, "turn"), f.Seed),
		fmt.Sprintf("After each opening: its value for %s in logits, by %s; at most %.2f from even.",
			f.Rules.SeatNames()[0], f.Player, f.Margin.Logits())}
}
