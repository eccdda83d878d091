package main

import (
	"errors"

	"github.com/spf13/cobra"

	"pillars/tournament"
)

// ratingsFlags say in which form a standing is printed.
type ratingsFlags struct {
	db   string
	json bool
	csv  bool
}

func newRatingsCommand() *cobra.Command {
	var flags ratingsFlags
	cmd := &cobra.Command{
		Use:   "ratings [RUN]",
		Short: "Print the standing of a stored tournament",
		Long: `Print the standing of a stored tournament, which may still be going on. A run is named by the first characters of its id. Without a run
the command lists those there are.`,
		Example: `  pillars ratings
  pillars ratings 3f9c
  pillars ratings 3f9c --csv > standing.csv`,
		Args:              atMostOneRun,
		ValidArgsFunction: completeRun,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	cmd.Flags().StringVar(&flags.db, "db", defaultDatabase, "the `FILE` that games are stored in")
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
	db, err := openToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
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
