package main

import (
	"errors"

	"github.com/spf13/cobra"

	"pillars/tournament"
)

// ratingsFlags say in which form a standing is printed.
type ratingsFlags struct {
	db     string
	places string
	json   bool
	csv    bool
}

func newRatingsCommand() *cobra.Command {
	var flags ratingsFlags
	cmd := &cobra.Command{
		Use:   "ratings [RUN]",
		Short: "Print the standing of a stored tournament",
		Long: `Print the standing of a stored tournament, which may still be going on. A run is named by the first characters of its id. Without a run
the command lists those there are.

With --places it rates games of three or more seats from a table instead: a line per game, columns seat1, seat2, ... for the players and rank1, rank2,
... for their places. Equal ranks are a tie; an empty rank is one behind all others that is not known. A winner with everyone else on rank 2 means
that only the winner is known; write a tie for the second place of three as 1,2.5,2.5.`,
		Example: `  pillars ratings
  pillars ratings 3f9c
  pillars ratings 3f9c --csv > standing.csv
  pillars ratings --places games.csv`,
		Args:              atMostOneRun,
		ValidArgsFunction: completeRun,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	cmd.Flags().StringVar(&flags.db, "db", defaultDatabase, "the `FILE` that games are stored in")
	cmd.Flags().StringVar(&flags.places, "places", "", "rate the games of three or more seats in a table, `FILE`, or - for the standard input")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON line")
	cmd.Flags().BoolVar(&flags.csv, "csv", false, "print comma-separated values, a line per player")
	return cmd
}

// atMostOneRun refuses a second word.
func atMostOneRun(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%s takes one run, but %q follows", cmd.Name(), args[1])
	}
	return nil
}

func (f *ratingsFlags) run(cmd *cobra.Command, args []string) (err error) {
	if f.json && f.csv {
		return usagef("--json and --csv are both given; choose one")
	}
	if cmd.Flags().Changed("places") {
		return f.ratePlaces(cmd, args)
	}
	db, err := openToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if len(args) == 0 && f.csv {
		return usagef("--csv is for the standing of a run; pillars ratings lists the runs")
	}
	if len(args) == 0 {
		return listRuns(cmd, db, f.json)
	}
	run, err := findRun(cmd.Context(), db, args[0])
	if err != nil {
		return err
	}
	spec, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return err
	}
	standing, err := standingOf(cmd.Context(), db, run.ID, spec.Players)
	switch {
	case err != nil:
		return err
	case f.json:
		return printJSON(cmd.OutOrStdout(), standingAnswer{"standing", run.ID, standing})
	case f.csv:
		return standing.WriteCSV(cmd.OutOrStdout())
	}
	return standing.WriteTable(cmd.OutOrStdout())
}
