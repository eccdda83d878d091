package measure

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/metrics"
	"pillars/results/recorder"
	"pillars/results/report"
	"pillars/results/store"
	"pillars/tournament"
)

// besides is what is known besides the run that is measured.
type besides struct {
	plan   []tournament.Planned // the games that count; nil for all
	chain  []metrics.Rung
	starts starts
}

// starts are the records of games from the start of the game, in which openings are measured.
type starts struct {
	run   string
	games []metrics.Game
}

type measureFlags struct {
	set        *pflag.FlagSet
	looks      recorder.Looks
	db         string
	quiet      bool
	json       bool
	csv        bool
	defineOnly bool
	squares    bool
}

func (f *measureFlags) register(cmd *cobra.Command) {
	f.registerLooks(cmd, 0)
	cmd.Flags().BoolVar(&f.json, "json", false, "print a JSON line for each column, numbers unrounded")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print comma-separated values, a line for each measure")
}

// registerLooks adds the flags that say what is looked at, of at most limit games unless the user says otherwise.
func (f *measureFlags) registerLooks(cmd *cobra.Command, limit int) {
	set := cmd.Flags()
	f.set = set
	set.StringVar(&f.looks.Judge, "judge", "alphabeta:nodes=2000,weights=hand",
		"the `PLAYER` whose opinions of positions count, none of those who played; empty for none")
	set.Func("referee", "", func(string) error { return errors.New("it is called --judge now") })
	_ = set.MarkHidden("referee") // it was just made
	set.StringVar(&f.looks.Shallow, "shallow", "alphabeta:nodes=30,weights=hand",
		"the `PLAYER` who looks briefly, for clarity")
	set.StringVar(&f.looks.Deep, "deep", "alphabeta:nodes=1000,weights=hand",
		"the `PLAYER` who looks closely, for clarity")
	set.IntVar(&f.looks.Take.Judgements, "judgements", 1, "positions of a game whose turns both look at; 0 for none")
	set.IntVar(&f.looks.Take.WholeTurns, "whole-turns", 100,
		"positions of a game, evenly spread, in which whole turns are counted; 0 for none")
	set.IntVar(&f.looks.Take.Promises, "promises", 10, "random games from the middle of each game; 0 for none")
	set.IntVar(&f.looks.Random, "random-games", 500, "random games from the start; 0 for none")
	set.IntVar(&f.looks.Limit, "limit", limit,
		"at most so many games of each run, drawn by whole pairs, of which one at least; 0 for all")
	set.Uint64Var(&f.looks.Take.Seed, "seed", 1, "all randomness derives from it")
	set.IntVar(&f.looks.Workers, "workers", runtime.NumCPU(), "games looked at at the same time")
	cli.DatabaseFlag(cmd, &f.db)
	cli.QuietFlag(cmd, &f.quiet)
}

func (f *measureFlags) check() error {
	switch {
	case f.json && f.csv:
		return cli.Usagef("--json and --csv are both given; choose one")
	case f.looks.Workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more", f.looks.Workers)
	}
	for _, flag := range []string{"judgements", "whole-turns", "promises", "random-games", "limit"} {
		if n, err := f.set.GetInt(flag); err != nil || n < 0 {
			return cli.Usagef("--%s %d: must be 0 or more", flag, n)
		}
	}
	return nil
}

func (f *measureFlags) looked(cmd *cobra.Command) (show func(n, of int), done func()) {
	say := cli.NewMessages(cmd.ErrOrStderr(), f.quiet)
	return func(n, of int) {
		say.Update(func() string { return fmt.Sprintf("looked at %d of %d games", n, of) })
	}, say.Clear
}

// tellJudge says where another judge is asked than the one that was named.
func (f *measureFlags) tellJudge(cmd *cobra.Command, rules engine.Rules, judge string) {
	if cmd.Flags().Changed("judge") && judge != "" && !recorder.AsksPlayer(rules) && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: --judge %s is not asked about games of %d seats: there it is always %s\n",
			f.looks.Judge, rules.Seats(), judge)
	}
}

// judgeName makes all players once, to refuse what they cannot be, and returns the full name of the judge.
func (f *measureFlags) judgeName(rules engine.Rules, playing []string) (string, error) {
	name, err := f.looks.JudgeName(rules, playing)
	if err != nil {
		return "", cli.Usagef("--%w", err)
	}
	return name, nil
}

func NewMeasuresCommand() *cobra.Command {
	var flags measureFlags
	cmd := &cobra.Command{
		Use:   "measures RUN...",
		Short: "Measure games: balance, length, choice, drama, depth and more",
		Long: `Measure the stored games of runs: how even they are, how long, how wide, how they go, how they end, and
what the game itself counts, each figure with its number of observations and a 95 % interval. Several runs are printed
side by side. --define lists the measures with their definitions; docs/METRICS.md says more. --squares prints instead
in what share of the games each square of the board is used.

Some measures need opinions of positions. They are those of a --judge, a player who took no part in the games. In
games for three and four no player says what all seats expect; there it is always the evaluation set by hand after a
quiescence search, and clarity is left out. The same games, flags and seed give the same figures for any number of
workers; only the time of random games depends on the machine.`,
		Example: `  pillars measures 3f2a
  pillars measures 3f2a 77c0 --judge alphabeta:nodes=5000,weights=hand
  pillars measures 3f2a --csv > measures.csv
  pillars measures 3f2a --squares
  pillars measures --define`,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.runMeasures(cmd, args) },
		ValidArgsFunction: cli.CompleteRuns,
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&flags.defineOnly, "define", false,
		"list the measures with their definitions, and measure nothing")
	cmd.Flags().BoolVar(&flags.squares, "squares", false,
		"print the share of games that use each square, and no other measure")
	return cmd
}

func (f *measureFlags) runMeasures(cmd *cobra.Command, args []string) error {
	switch {
	case f.defineOnly && (len(args) > 0 || f.csv || f.squares):
		return cli.Usagef("--define lists all measures, as text or with --json; leave out runs, --csv and --squares")
	case f.defineOnly && f.json:
		return printDefinitions(cmd.OutOrStdout())
	case f.defineOnly:
		return metrics.WriteDefinitions(cmd.OutOrStdout())
	case len(args) == 0:
		return cli.Usagef("measures wants a run; pillars runs lists those there are")
	}
	if err := f.check(); err != nil {
		return err
	}
	if f.squares {
		f.lookAtBoards()
	}
	var columns []column
	for _, id := range args {
		column, err := f.measureStored(cmd, id, besides{})
		if err != nil {
			return err
		}
		columns = append(columns, column)
	}
	if f.squares {
		return f.printSquares(cmd.OutOrStdout(), columns)
	}
	return f.print(cmd, columns)
}

// stored calls look with a stored run. An interrupt ends it with everything kept that is stored.
func (f *measureFlags) stored(
	cmd *cobra.Command, id string, look func(context.Context, *store.Store, store.Run) error,
) (err error) {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	defer cli.TellInterrupted(ctx, &err, "interrupted: the games are stored, and not yet measured")
	return cli.WithRun(ctx, f.db, id, func(db *store.Store, run store.Run) error { return look(ctx, db, run) })
}

// measureStored measures the stored games of a run, those of a plan if one is given.
func (f *measureFlags) measureStored(cmd *cobra.Command, id string, more besides) (c column, err error) {
	err = f.stored(cmd, id, func(ctx context.Context, db *store.Store, run store.Run) error {
		played, err := gamesOf(ctx, db, run.ID, more.plan)
		if err != nil {
			return err
		}
		spec, err := tournament.ParseSpec(run.Spec)
		if err != nil {
			return fmt.Errorf("run %s: %w", run.ID, err)
		}
		if len(played) == 0 {
			return cli.Usagef("run %s has no games yet", run.ID)
		}
		played = f.looks.Draw(played)
		game, err := games.Find(played[0].Record.Game)
		if err != nil {
			return err
		}
		if c.rules, err = game.New(played[0].Record.Settings); err != nil {
			return err
		}
		c.Title, c.run, c.games, c.itself = run.ID, run.ID, len(played), spec.Format.Mirrored()
		c.players = playing(spec, c.rules)
		if _, err := f.judgeName(c.rules, c.players); err != nil {
			return err
		}
		return f.measure(ctx, cmd, &c, played, more)
	})
	return c, err
}

func (f *measureFlags) measure(
	ctx context.Context, cmd *cobra.Command, c *column, games []tournament.Game, more besides,
) error {
	looked, done := f.looked(cmd)
	defer done()
	s, err := f.looks.Sample(ctx, c.rules, games, func(n int) { looked(n, len(games)) })
	if err != nil {
		return err
	}
	f.tellJudge(cmd, c.rules, s.Judge)
	if more.chain != nil {
		s.Chain = more.chain
	}
	s.Starts = more.starts.games
	c.judge, c.starts = s.Judge, more.starts
	if f.squares {
		c.squares = metrics.SquaresUsed(s)
		return nil
	}
	c.Metrics, c.summary = metrics.Of(s), report.SummaryOf(s.Games)
	return nil
}
