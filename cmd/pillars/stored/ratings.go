package stored

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/runs"
	"pillars/tournament"
)

// ratingsFlags say what is rated, how, and in which form it is printed.
type ratingsFlags struct {
	db           string
	pgn          string
	pairsByRound bool
	places       string

	scale   string
	anchors []string

	crosstable bool
	matrix     bool
	headToHead bool
	json       bool
	csv        bool
}

func NewRatingsCommand() *cobra.Command {
	var flags ratingsFlags
	cmd := &cobra.Command{
		Use:   "ratings [RUN]",
		Short: "Print the standing of a stored tournament, or rate games from a file",
		Long: `Print the standing of a stored tournament, which may still be going on. A run is named by the first characters of its id. Without a run
the command lists those there are.

Ratings come from one joint fit of all games, with the worth of the first seat; errors are at 95 %, and the games from one opening count together in
them. --anchor gives a player's rating; without anchors ratings average 0. --scale ordo prints points on the scale of the program Ordo.

--crosstable, --matrix and --head-to-head print what every two players did against each other in place of the standing: results in a table, the
probability that one is stronger than the other in a table, and both in a list.

--pgn rates the games of a file in Portable Game Notation, from any program: it reads their tags alone, White is the first seat. Games without a
result (*) are left out and counted. Files of other programs do not tell pairs of games from one opening, so games are taken as independent, unless
--pairs-by-round says that two games of a round between the same players, with the seats swapped, are a pair. What pillars games export
writes tells which games share an opening.

--places rates games of three or more seats from a table: a line per game, columns seat1, seat2, ... for the players and rank1, rank2,
... for their places. Equal ranks are a tie; an empty rank is one behind all others that is not known. A winner with everyone else on rank 2 means
that only the winner is known; write a tie for the second place of three as 1,2.5,2.5.`,
		Example: `  pillars ratings
  pillars ratings 3f9c
  pillars ratings 3f9c --crosstable --matrix
  pillars ratings 3f9c --anchor random=0 --csv > standing.csv
  pillars ratings --pgn games.pgn --scale ordo
  pillars ratings --places games.csv`,
		Args:              atMostOneRun,
		ValidArgsFunction: tournaments.CompleteRun,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args) },
	}
	flags.add(cmd)
	return cmd
}

func (f *ratingsFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	flags.StringVar(&f.pgn, "pgn", "", "rate the games of a PGN `FILE`, or - for the standard input")
	flags.BoolVar(&f.pairsByRound, "pairs-by-round", false, "with --pgn: two games of a round with the seats swapped are a pair")
	flags.StringVar(&f.places, "places", "", "rate the games of three or more seats in a table, `FILE`, or - for the standard input")
	flags.StringVar(&f.scale, "scale", "elo", "what a point of rating is: `SCALE` is elo or ordo")
	flags.StringArrayVar(&f.anchors, "anchor", nil, "give the rating of a player, `PLAYER[=RATING]`, 0 if left out; repeatable")
	flags.BoolVar(&f.crosstable, "crosstable", false, "print a table of results between every two players")
	flags.BoolVar(&f.matrix, "matrix", false, "print a table of the probabilities that one player is stronger than another")
	flags.BoolVar(&f.headToHead, "head-to-head", false, "print a list of every two players: results, Elo difference, probability")
	flags.BoolVar(&f.json, "json", false, "print one JSON line")
	flags.BoolVar(&f.csv, "csv", false, "print comma-separated values, a line per player or per two players")
	cli.Complete(cmd, "scale", cobra.FixedCompletions([]string{"elo", "ordo"}, cobra.ShellCompDirectiveNoFileComp))
	cli.Complete(cmd, "anchor", completeStoredPlayer)
}

// atMostOneRun refuses a second word.
func atMostOneRun(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("%s takes one run, but %q follows", cmd.Name(), args[1])
	}
	return nil
}

func (f *ratingsFlags) Run(cmd *cobra.Command, args []string) error {
	if err := f.Check(cmd, args); err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("places"):
		return f.ratePlaces(cmd)
	case cmd.Flags().Changed("pgn"):
		return f.ratePGN(cmd)
	}
	return f.rateRun(cmd, args)
}

// rateRun prints the standing of a run, or lists the runs.
func (f *ratingsFlags) rateRun(cmd *cobra.Command, args []string) (err error) {
	db, err := tournaments.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if len(args) == 0 {
		return listRuns(cmd, db, f.json)
	}
	run, err := tournaments.FindRun(cmd.Context(), db, args[0])
	if err != nil {
		return err
	}
	spec, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return fmt.Errorf("run %s: %w", run.ID, err)
	}
	rated, err := runs.Rate(cmd.Context(), db, run.ID, spec.OnFault)
	if err != nil {
		return err
	}
	options, err := f.runOptions(cmd, rated, spec.Players)
	if err != nil {
		return err
	}
	standing, err := rated.Standing(options)
	if err != nil {
		return err
	}
	return f.Print(cmd, tournaments.RatingsHead{Type: "standing", Run: run.ID}, standing)
}
