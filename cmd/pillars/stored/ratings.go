package stored

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/tournament"
)

type ratingsFlags struct {
	pgn, places        string
	pairsByRound       bool
	anchors            []string
	crosstable, strict bool
	withoutFaults      bool
}

// NewRatingsCommand returns the command "ratings".
func NewRatingsCommand() *cobra.Command {
	f := &ratingsFlags{}
	cmd := cli.New("ratings [RUN... | FILE.pgn]", "Print the standings of stored runs, or rate games from a file",
		f.run)
	cmd.Args = cobra.ArbitraryArgs
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.StringVar(&f.pgn, "pgn", "", "rate the games of this PGN `FILE`, from any program; - is the standard input")
	set.BoolVar(&f.pairsByRound, "pairs-by-round", false, "with --pgn: two games of a round, seats swapped, are a pair")
	set.BoolVar(&f.strict, "strict", false, "with --pgn: refuse a file that has a fault")
	set.BoolVar(&f.withoutFaults, "without-faults", false,
		"leave out stored games that ended by a player's fault, such as a loss on time")
	set.StringVar(&f.places, "places", "", "rate games of three or more seats from this CSV `FILE`, or -")
	set.StringArrayVar(&f.anchors, "anchor", nil, "fix a rating: `PLAYER[=RATING]`, by default at 0; repeatable")
	set.BoolVar(&f.crosstable, "crosstable", false,
		"print tables of the results between all players, and of the probabilities that one is stronger")
	cli.JSONFlag(cmd, "print one JSON line")
	set.Bool("csv", false, "print a line of CSV for each player, or for each pair of players")
	return cmd
}

func (f *ratingsFlags) check(cmd *cobra.Command, args []string) error {
	changed := cmd.Flags().Changed
	if err := cli.ChooseOne(cmd, "json", "csv"); err != nil {
		return err
	}
	switch {
	case f.pairsByRound && !changed("pgn"):
		return cli.Usagef("--pairs-by-round is for the games of --pgn; stored games know their pairs")
	case f.strict && !changed("pgn"):
		return cli.Usagef("--strict is for the games of --pgn")
	}
	for _, file := range []string{"places", "pgn"} {
		switch {
		case !changed(file):
		case f.withoutFaults:
			return cli.Usagef("--without-faults is for stored games, but --%s is given; choose one", file)
		case len(args) > 0:
			return cli.Usagef("--%s rates the games of a file, but the run %q is given too; choose one", file, args[0])
		case changed("db"):
			return cli.Usagef("--%s rates the games of a file, but --db is given too; choose one", file)
		}
	}
	if file := slices.IndexFunc(args, cli.HoldsGames); file >= 0 {
		return cli.Usagef("%s is a file, but more is given; rate a single file, or runs", outside.Quoted(args[file]))
	}
	return cli.ChooseOne(cmd, "places", "pgn")
}

// refuseTwoSeatFlags returns an error if a flag that needs games of two seats is given.
func refuseTwoSeatFlags(cmd *cobra.Command) error {
	for _, flag := range []string{"anchor", "crosstable"} {
		if cmd.Flags().Changed(flag) {
			return cli.Usagef("--%s needs games of two seats, but these have more; leave it out", flag)
		}
	}
	return nil
}

func (f *ratingsFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && cli.HoldsGames(args[0]) && !cmd.Flags().Changed("pgn") {
		_ = cmd.Flags().Set("pgn", args[0]) // cannot fail: it is a text
		args = nil
	}
	if err := f.check(cmd, args); err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("places"):
		return f.ratePlaces(cmd)
	case cmd.Flags().Changed("pgn"):
		return f.ratePGN(cmd)
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		combined, err := catalog.Together(cmd.Context(), db, args...)
		if err != nil {
			return cli.RunError(err)
		}
		if f.withoutFaults {
			combined.LeaveFaults()
		}
		return f.rate(cmd, db, combined)
	})
}

func (f *ratingsFlags) rate(cmd *cobra.Command, db *store.Store, combined *catalog.Combined) error {
	fold, err := combined.Fold(cmd.Context(), db)
	if err != nil {
		return err
	}
	if fold.Seats() > 2 {
		if err := refuseTwoSeatFlags(cmd); err != nil {
			return err
		}
	}
	options, err := f.options(fold, combined.Options())
	if err != nil {
		return err
	}
	standing, err := fold.Standings(options)
	if err != nil {
		return err
	}
	said, err := runs.Answer(cmd.Context(), db, combined, standing)
	if err != nil {
		return err
	}
	return f.print(cmd, "standings", runs.IDs(combined.Runs), standing, said)
}

// options returns out, completed by the anchors that the flags name. fold holds the games to rate.
func (f *ratingsFlags) options(
	fold *results.Fold, out results.StandingsOptions,
) (_ results.StandingsOptions, err error) {
	if out.Anchors, err = fold.ReadAnchors(f.anchors, out.Players); err != nil {
		err = cli.Usagef("--anchor: %w", err)
	}
	return out, err
}

// print prints standings in the form that the flags name. Text begins with the answer. JSON has the type kind and
// includes source, facts about the rated games.
func (f *ratingsFlags) print(
	cmd *cobra.Command, kind string, source table.Facts, s results.Standings, a answer.Answer,
) error {
	out := cmd.OutOrStdout()
	facts, writeCSV, writeText := s.Facts, s.WriteCSV, s.WriteTable
	if f.crosstable {
		c := s.Crosstable()
		kind, facts, writeCSV = "crosstable", c.Facts, c.WriteCSV
		writeText = func(w io.Writer) error {
			return cmp.Or(c.WriteGames(w), table.Printf(w, "\n"), c.WriteStronger(w))
		}
	}
	switch {
	case cli.JSON(cmd):
		return cli.PrintJSON(out, slices.Concat(table.Object("type", kind), source, facts(), a.Field()))
	case cli.CSV(cmd):
		return writeCSV(out)
	}
	return cmp.Or(a.WriteAbove(out), writeText(out))
}

// ratePlaces rates the players of the file that --places names, whose games have three or more seats.
func (f *ratingsFlags) ratePlaces(cmd *cobra.Command) error {
	if err := refuseTwoSeatFlags(cmd); err != nil {
		return err
	}
	var games []results.Finished
	err := cli.ReadInput(cmd, f.places, func(in io.Reader) (err error) {
		games, err = results.ReadPlaces(outside.Lines(in, 1<<20 /* bytes of a line */))
		return err
	})
	if err != nil {
		return cli.Usagef("--places: %w", err)
	}
	const fewestSeats = 3 // of such a file; used only if it has no games
	standing, err := results.NewStandings(games, results.StandingsOptions{Seats: fewestSeats,
		Remarks: []string{results.UnknownSchedule}})
	if err != nil {
		return fmt.Errorf("--places: %s: %w", f.places, err)
	}
	a := answer.OfStandings(standing, 0, tournament.FaultLoses) // a file names no faults
	return f.print(cmd, "places", table.Object("file", f.places), standing, a)
}

func (f *ratingsFlags) ratePGN(cmd *cobra.Command) (err error) {
	var file results.PGNFold
	err = cli.ReadInput(cmd, f.pgn, func(in io.Reader) (err error) {
		file, err = results.FoldPGN(in, f.pairsByRound)
		if err == nil && f.strict && len(file.Faults) > 0 {
			err = file.Faults[0]
		}
		return err
	})
	if err != nil {
		return cli.Usagef("--pgn: %w", err)
	}
	for _, fault := range file.Faults {
		cmd.PrintErrf("note: %s: %v\n", outside.Visible(f.pgn, ""), fault)
	}
	if more := file.Unread + file.Guessed - len(file.Faults); more > 0 {
		cmd.PrintErrf("note: %s: %s more\n", outside.Visible(f.pgn, ""), tournament.Counted(more, "fault"))
	}
	options, err := f.options(&file.Fold, results.StandingsOptions{Remarks: file.Remarks})
	if err != nil {
		return err
	}
	standing, err := file.Standings(options)
	if err != nil {
		return fmt.Errorf("--pgn: %s: %w", f.pgn, err)
	}
	a := answer.OfStandings(standing, 0, "") // a file names no faults
	source := table.Object("file", f.pgn, "skipped", file.Unknown, "unread", file.Unread)
	return f.print(cmd, "standings", source, standing, a)
}

type statsFlags struct {
	test  stats.SPRT
	model string
}

// NewStatsCommand returns the command "stats" with the commands below it.
func NewStatsCommand() *cobra.Command {
	cmd := cli.New("stats", "Compute Elo, intervals and tests from counts of results", nil)
	cmd.AddCommand(
		countingCommand("pairs LL=N LD=N WL=N DD=N WD=N WW=N", "Compute Elo, intervals and tests from pairs of games",
			answer.PairNames, answer.ObservedPairs),
		countingCommand("games W=N D=N L=N", "Compute Elo, intervals and tests from single games", answer.GameNames,
			answer.ObservedGames),
		newStatsPlanCommand())
	return cmd
}

// countingCommand returns a command that prints statistics of counts with one of the lists of names.
func countingCommand(
	use, short string, names [][]string, observed func(counts map[string]int) answer.Observed,
) *cobra.Command {
	var flags statsFlags
	cmd := cli.New(use, short, func(cmd *cobra.Command, args []string) error {
		numbers, err := answer.ReadCounts(args, names...)
		if err != nil {
			return cli.Usagef("%w", err)
		}
		if err := flags.check(); err != nil {
			return err
		}
		statistics, err := observed(numbers).Statistics(flags.test)
		if err != nil {
			return cli.Usagef("--elo0 %v and --elo1 %v: %w", flags.test.Elo0, flags.test.Elo1, err)
		}
		return cli.Print(cmd, statistics)
	})
	cmd.Args = cobra.ArbitraryArgs
	return flags.register(cmd)
}

// register adds the flags to cmd, and returns cmd.
func (f *statsFlags) register(cmd *cobra.Command) *cobra.Command {
	set := cmd.Flags()
	set.Float64Var(&f.test.Elo0, "elo0", 0, "difference in `ELO` under H0, by --model")
	set.Float64Var(&f.test.Elo1, "elo1", 10, "difference in `ELO` under H1, by --model")
	set.Float64Var(&f.test.Alpha, "alpha", .05, "accept H1 with at most this `PROBABILITY` if H0 is true")
	set.Float64Var(&f.test.Beta, "beta", .05, "accept H0 with at most this `PROBABILITY` if H1 is true")
	set.StringVar(&f.model, "model", stats.Normalized.String(), "`MODEL` of the differences: normalized or logistic")
	cli.JSONFlag(cmd, "print JSON, with unrounded numbers")
	return cmd
}

func (f *statsFlags) check() (err error) {
	if f.test.Model, err = stats.ModelNamed(f.model); err != nil {
		return cli.Usagef("--model: %w", err)
	}
	if err := f.test.Validate(); err != nil {
		return cli.Usagef("%w", err)
	}
	return nil
}

func newStatsPlanCommand() *cobra.Command {
	var flags statsFlags
	var draws, first float64
	cmd := cli.New("plan", "Predict the length of a sequential test", func(cmd *cobra.Command, _ []string) error {
		test := &flags.test
		err := cmp.Or(flags.check(), cli.Between("first", first, .05, .95), cli.Between("draws", draws, 0, .99))
		if err != nil {
			return err
		}
		if test.Elo1-test.Elo0 < .001 {
			return cli.Usagef("--elo0 %v and --elo1 %v: must be .001 apart or more", test.Elo0, test.Elo1)
		}
		plan := answer.TestPlan{SPRT: *test, Conditions: stats.Conditions{Draws: draws}}
		plan.Conditions.Advantage, _ = stats.EloOfScore(first) // fails only for scores of 0 and 1
		if err := plan.Predict(); err != nil {
			return cli.Usagef("--elo0 %v and --elo1 %v: %w", test.Elo0, test.Elo1, err)
		}
		return cli.Print(cmd, plan)
	})
	cmd.Flags().Float64Var(&draws, "draws", 0, "`SHARE` of draws between equal players, 0 to 0.99")
	cmd.Flags().Float64Var(&first, "first", .5,
		"`SHARE` of the points that the first seat scores between equal players, 0.05 to 0.95")
	return flags.register(cmd)
}
