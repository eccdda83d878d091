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
	crosstable, strict bool
	anchors            []string
}

// NewRatingsCommand returns the command "ratings".
func NewRatingsCommand() *cobra.Command {
	f := &ratingsFlags{}
	cmd := cli.New("ratings [RUN... | FILE.pgn | -]",
		"Print the standings of stored runs, or rate games from a file", f.run)
	cmd.Args = cobra.ArbitraryArgs
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.BoolVar(&f.strict, "strict", false, "refuse a PGN file that has a fault")
	set.StringArrayVar(&f.anchors, "anchor", nil, "fix a rating: `PLAYER[=RATING]`, by default at 0; repeatable")
	set.BoolVar(&f.crosstable, "crosstable", false,
		"print the results of every two players who met, and the probability that one is stronger")
	cli.JSONFlag(cmd, "print one JSON line")
	set.Bool("csv", false, "print a line of CSV for each player, or for each pair of players")
	return cmd
}

// run rates the games that args name: of runs, or of a PGN file or the standard input (-).
func (f *ratingsFlags) run(cmd *cobra.Command, args []string) error {
	if err := cli.ChooseOne(cmd, "json", "csv"); err != nil {
		return err
	}
	file := slices.IndexFunc(args, func(word string) bool { return word == "-" || cli.HoldsGames(word) })
	for flag, isFor := range map[string]string{"db": "stored runs", "strict": "a PGN file"} {
		if cmd.Flags().Changed(flag) && (file < 0) != (flag == "db") {
			return cli.Usagef("--%s is for games of %s; leave it out", flag, isFor)
		}
	}
	switch {
	case file >= 0 && len(args) > 1:
		return cli.Usagef("%s is a file, but more is given; rate a single file, or runs", outside.Quoted(args[file]))
	case file >= 0:
		return f.ratePGN(cmd, args[file])
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		combined, err := catalog.Together(cmd.Context(), db, args...)
		if err != nil {
			return cli.RunError(err)
		}
		return f.rate(cmd, db, combined)
	})
}

func (f *ratingsFlags) rate(cmd *cobra.Command, db *store.Store, combined *catalog.Combined) error {
	fold, err := combined.Fold(cmd.Context(), db)
	if err != nil {
		return err
	}
	for _, flag := range []string{"anchor", "crosstable"} {
		if fold.Seats() > 2 && cmd.Flags().Changed(flag) {
			return cli.Usagef("--%s needs games of two seats, but these have more; leave it out", flag)
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
	return f.print(cmd, runs.IDs(combined.Runs), standing, said)
}

// options returns out, completed by the anchors that the flags name. The argument fold holds the games to rate.
func (f *ratingsFlags) options(
	fold *results.Fold, out results.StandingsOptions,
) (_ results.StandingsOptions, err error) {
	out.Anchors, err = fold.ReadAnchors(f.anchors, out.Players)
	return out, cli.Wrong("--anchor", err)
}

// print prints standings in the form that the flags name. The text begins with the answer a. The JSON object includes
// source, which holds facts about the rated games.
func (f *ratingsFlags) print(cmd *cobra.Command, source table.Facts, s results.Standings, a answer.Answer) error {
	out, kind := cmd.OutOrStdout(), "standings"
	facts, writeCSV, writeText := s.Facts, s.WriteCSV, s.WriteTable
	if f.crosstable {
		c := s.Crosstable()
		kind, facts, writeCSV, writeText = "crosstable", c.Facts, c.WriteCSV, c.WriteText
	}
	switch {
	case cli.JSON(cmd):
		return cli.PrintJSON(out, slices.Concat(table.Object("type", kind), source, facts(), a.Field()))
	case cli.CSV(cmd):
		return writeCSV(out)
	}
	return cmp.Or(a.WriteAbove(out), writeText(out))
}

// ratePGN rates the players of the PGN file at path, or of the standard input if path is -.
func (f *ratingsFlags) ratePGN(cmd *cobra.Command, path string) (err error) {
	var file results.PGNFold
	err = cli.ReadInput(cmd, path, func(in io.Reader) (err error) {
		file, err = results.FoldPGN(in)
		if err == nil && f.strict && len(file.Faults) > 0 {
			err = file.Faults[0]
		}
		return err
	})
	if err != nil {
		return cli.Wrong("", err)
	}
	for _, fault := range file.Faults {
		cmd.PrintErrf("note: %s: %v\n", outside.Visible(path, ""), fault)
	}
	if more := file.Unread + file.Guessed - len(file.Faults); more > 0 {
		cmd.PrintErrf("note: %s: %s more\n", outside.Visible(path, ""), tournament.Counted(more, "fault"))
	}
	options, err := f.options(&file.Fold, results.StandingsOptions{Remarks: file.Remarks})
	if err != nil {
		return err
	}
	standing, err := file.Standings(options)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	a := answer.OfStandings(standing, 0, "") // the file does not say which games ended by faults
	source := table.Object("file", path, "skipped", file.Unknown, "unread", file.Unread)
	return f.print(cmd, source, standing, a)
}

type statsFlags struct {
	test  stats.SPRT
	model string
}

// NewStatsCommand returns the command "stats".
func NewStatsCommand() *cobra.Command {
	f := &statsFlags{}
	cmd := cli.New("stats COUNT...", "Compute Elo and tests from counts of results", f.run)
	cmd.Args = cli.Arguments("counts, such as W=136 D=111 L=96", "")
	set := cmd.Flags()
	set.Float64Var(&f.test.Elo0, "elo0", 0, "difference in `ELO` under H0, by --model")
	set.Float64Var(&f.test.Elo1, "elo1", 10, "difference in `ELO` under H1, by --model")
	set.Float64Var(&f.test.Alpha, "alpha", .05, "accept H1 with at most this `PROBABILITY` if H0 is true")
	set.Float64Var(&f.test.Beta, "beta", .05, "accept H0 with at most this `PROBABILITY` if H1 is true")
	set.StringVar(&f.model, "model", stats.Normalized.String(), "`MODEL` of the differences: normalized or logistic")
	cli.JSONFlag(cmd, "print JSON, with unrounded numbers")
	return cmd
}

// run prints the statistics of counts of games or pairs.
func (f *statsFlags) run(cmd *cobra.Command, args []string) (err error) {
	f.test.Model, err = stats.ModelNamed(f.model)
	if err := cmp.Or(cli.Wrong("--model", err), cli.Wrong("", f.test.Validate())); err != nil {
		return err
	}
	counts, err := answer.ReadCounts(args)
	if err != nil {
		return cli.Wrong("", err)
	}
	statistics, err := answer.NewObserved(counts).Statistics(f.test)
	if err != nil {
		return cli.Wrong(fmt.Sprintf("--elo0 %v and --elo1 %v", f.test.Elo0, f.test.Elo1), err)
	}
	return cli.Print(cmd, statistics)
}
