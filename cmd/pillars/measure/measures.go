package measure

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/stored"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/metrics"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
)

func NewMeasuresCommand() *cobra.Command {
	var flags measureFlags
	cmd := &cobra.Command{
		Use:   "measures RUN...",
		Short: "Measure games: balance, length, choice, drama, depth and more",
		Long: `Measure the stored games of runs: how even they are, how long, how wide, how they go, how they end, and what the game itself counts, each
figure with its number of observations and a 95 % interval. Several runs are printed side by side. --define lists the measures with their definitions;
docs/METRICS.md says more. --squares prints instead in what share of the games each square of the board is used.

Some measures need opinions of positions. They are those of a --judge, a player who took no part in the games. In games for three and four no
player says what all seats expect; there it is always the evaluation set by hand after a quiescence search, and clarity is left out. The same games,
flags and seed give the same figures for any number of workers; only the time of random games depends on the machine.`,
		Example: `  pillars measures 3f2a
  pillars measures 3f2a 77c0 --judge alphabeta:nodes=5000,weights=hand
  pillars measures 3f2a --csv > measures.csv
  pillars measures 3f2a --squares
  pillars measures --define`,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.runMeasures(cmd, args) },
		ValidArgsFunction: stored.CompleteRuns,
	}
	flags.Register(cmd)
	cmd.Flags().BoolVar(&flags.defineOnly, "define", false, "list the measures with their definitions, and measure nothing")
	cmd.Flags().BoolVar(&flags.squares, "squares", false, "print the share of games that use each square, and no other measure")
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
	if err := f.Check(); err != nil {
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
	return f.Print(cmd, columns)
}

// measureStored measures a stored run. An interrupt ends it with everything kept that is stored.
func (f *measureFlags) measureStored(cmd *cobra.Command, id string, more besides) (c column, err error) {
	err = f.stored(cmd, id, func(ctx context.Context, db *store.Store, run store.Run) (err error) {
		c, err = f.measureRun(ctx, cmd, db, run, more)
		return err
	})
	return c, err
}

// stored calls look with a stored run. An interrupt ends it with everything kept that is stored.
func (f *measureFlags) stored(cmd *cobra.Command, id string, look func(context.Context, *store.Store, store.Run) error) (err error) {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	defer cli.TellInterrupted(ctx, &err, "interrupted: the games are stored, and not yet measured")
	db, err := tournaments.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	run, err := tournaments.FindRun(ctx, db, id)
	if err != nil {
		return err
	}
	return look(ctx, db, run)
}

// measureRun measures the stored games of a run, those of a plan if one is given.
func (f *measureFlags) measureRun(ctx context.Context, cmd *cobra.Command, db *store.Store, run store.Run, more besides) (column, error) {
	played, err := runs.Games(ctx, db, run.ID)
	if err != nil {
		return column{}, err
	}
	if more.plan != nil {
		played = runs.Planned(more.plan, played, func(g tournament.Game) string { return g.Identity })
	}
	spec, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return column{}, fmt.Errorf("run %s: %w", run.ID, err)
	}
	if len(played) == 0 {
		return column{}, cli.Usagef("run %s has no games yet", run.ID)
	}
	played = f.looks.Draw(played)
	rules, err := rulesPlayed(played[0].Record)
	if err != nil {
		return column{}, err
	}
	names := playing(spec, rules)
	if _, err := f.judgeName(rules, names); err != nil {
		return column{}, err
	}
	c, err := f.measure(ctx, cmd, rules, played, more)
	c.Title, c.run, c.games, c.players, c.itself = run.ID, run.ID, len(played), names, spec.Format.Mirrored()
	return c, err
}

// rulesPlayed are the rules of a stored game.
func rulesPlayed(record engine.Record) (engine.Rules, error) {
	game, err := games.Find(record.Game)
	if err != nil {
		return nil, err
	}
	return game.New(record.Settings)
}
