package stored

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/export"
	"pillars/results/store"
)

// gamesListFlags say which stored games to list, and in which form.
type gamesListFlags struct {
	filterFlags
	db   string
	json bool
	csv  bool
}

func NewGamesListCommand() *cobra.Command {
	var flags gamesListFlags
	cmd := &cobra.Command{
		Use:   "list RUN",
		Short: "List the stored games of a run",
		Long: `List the stored games of a run in the order in which they were finished: name, players by seat, result, length, and why they ended. The flags
leave out games; one that is listed meets them all. Reasons are found by any part of them, in small or capital letters.`,
		Example: `  pillars games list 3f9c
  pillars games list 3f9c --player greedy --result draw
  pillars games list 3f9c --pairing 1v2 --opening 7
  pillars games list 3f9c --faults --json
  pillars games list 3f9c --reason "turn cap" --csv > long.csv`,
		Args:              oneRun,
		ValidArgsFunction: cli.CompleteRun,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	}
	flags.Register(cmd)
	cmd.Flags().StringVar(&flags.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print a JSON line for each game")
	cmd.Flags().BoolVar(&flags.csv, "csv", false, "print comma-separated values, a line for each game")
	return cmd
}

func (f *gamesListFlags) Run(cmd *cobra.Command, id string) (err error) {
	if f.json && f.csv {
		return cli.Usagef("--json and --csv are both given; choose one")
	}
	db, err := cli.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	run, err := cli.FindRun(cmd.Context(), db, id)
	if err != nil {
		return err
	}
	filter, err := f.Settle([]store.Run{run})
	if err != nil {
		return err
	}
	if f.csv {
		return f.listCSV(cmd, db, run, filter)
	}
	lister := &gameLister{cmd: cmd, run: run, json: f.json}
	return lister.list(db, filter)
}

// listCSV writes a table for programs.
func (f *gamesListFlags) listCSV(cmd *cobra.Command, db *store.Store, run store.Run, filter store.Filter) error {
	seats, err := seatsOf(cmd.Context(), db, run.ID)
	if err != nil {
		return err
	}
	table, err := export.NewWriter(cmd.OutOrStdout(), export.Options{Format: "csv", Seats: seats})
	if err != nil {
		return err
	}
	for game, err := range db.FindResults(cmd.Context(), run.ID, filter) {
		if err != nil {
			return err
		}
		if err := table.Write(exportedGame(run, game)); err != nil {
			return err
		}
	}
	return table.Flush()
}

// seatsOf is the number of seats in a run's games, which all have the same, or 2 without games.
func seatsOf(ctx context.Context, db *store.Store, run string) (int, error) {
	for game, err := range db.FindResults(ctx, run, store.Filter{Limit: 1}) {
		return len(game.Players), err
	}
	return 2, nil
}
