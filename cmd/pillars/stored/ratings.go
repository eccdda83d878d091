package stored

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/rating"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/conclusion"
	"pillars/results/show/table"
)

type ratingsFlags struct {
	tag, pgn, places, scale string
	all, pairsByRound       bool
	anchors                 []string
	crosstable, matrix      bool
	headToHead, fit         bool
}

// NewRatingsCommand returns the command "ratings".
func NewRatingsCommand() *cobra.Command {
	f := &ratingsFlags{}
	cmd := cli.New("ratings [RUN...]", "Print the standings of stored runs, or rate games from a file", f.run)
	cmd.ValidArgsFunction, cmd.Args = cli.CompleteRuns, cobra.ArbitraryArgs
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.StringVar(&f.tag, "tag", "", "rate the runs with this `TAG` together")
	set.BoolVar(&f.all, "all", false, "rate all stored runs together")
	set.StringVar(&f.pgn, "pgn", "", "rate the games of this PGN `FILE`, from any program; - is the standard input")
	set.BoolVar(&f.pairsByRound, "pairs-by-round", false, "with --pgn: two games of a round, seats swapped, are a pair")
	set.StringVar(&f.places, "places", "", "rate games of three or more seats from this CSV `FILE`, or -")
	set.StringVar(&f.scale, "scale", "elo", "`SCALE` of the ratings: elo or ordo")
	set.StringArrayVar(&f.anchors, "anchor", nil, "fix a rating: `PLAYER[=RATING]`, by default at 0; repeatable")
	set.BoolVar(&f.crosstable, "crosstable", false, "print a table of the results between all players")
	set.BoolVar(&f.matrix, "matrix", false, "print a table of the probabilities that one player is stronger")
	set.BoolVar(&f.headToHead, "head-to-head", false,
		"list all pairs of players that met: results, Elo difference, probability")
	set.BoolVar(&f.fit, "fit", false, "test how well the ratings fit: residuals, transitivity, players that do not fit")
	cli.JSONFlag(cmd, "print one JSON line")
	set.Bool("csv", false, "print a line of CSV for each player, or for each pair of players")
	cli.CompleteChoice(cmd, "scale", "elo", "ordo")
	cli.Complete(cmd, "anchor", completePlayer)
	return cmd
}

// ratingScales maps the names of scales to natural log odds per rating point. 0 means the Elo scale.
var ratingScales = map[string]float64{"elo": 0, "ordo": rating.OrdoScale}

// twoSeatFlags lists the flags that apply only to games of two seats.
var twoSeatFlags = []string{"scale", "anchor", "crosstable", "matrix", "head-to-head", "fit"}

func (f *ratingsFlags) check(cmd *cobra.Command, args []string) error {
	changed := cmd.Flags().Changed
	if err := cli.ChooseOne(cmd, "json", "csv"); err != nil {
		return err
	}
	switch _, known := ratingScales[f.scale]; {
	case f.headToHead && (f.crosstable || f.matrix):
		return cli.Usagef("--head-to-head lists what --crosstable and --matrix show as tables; choose one form")
	case f.fit && (f.crosstable || f.matrix || f.headToHead):
		return cli.Usagef("--fit prints tables of its own; leave out --crosstable, --matrix and --head-to-head")
	case !known:
		return cli.Usagef("--scale %q: must be elo or ordo", f.scale)
	case f.pairsByRound && !changed("pgn"):
		return cli.Usagef("--pairs-by-round is for the games of --pgn; stored games know their pairs")
	}
	for _, file := range []string{"places", "pgn"} {
		switch {
		case !changed(file):
		case len(args) > 0:
			return cli.Usagef("--%s rates the games of a file, but the run %q is given too; choose one", file, args[0])
		case changed("db"):
			return cli.Usagef("--%s rates the games of a file, but --db is given too; choose one", file)
		}
	}
	if len(args) > 0 && strings.HasSuffix(args[0], ".pgn") {
		return cli.Usagef("the file is given as --pgn %s", outside.Quoted(args[0]))
	}
	for _, flag := range append([]string{"csv"}, twoSeatFlags...) {
		if changed(flag) && len(args) == 0 && !changed("places") && !changed("pgn") && !changed("tag") && !f.all {
			return cli.Usagef("--%s needs a run; list the runs with pillars runs", flag)
		}
	}
	if len(args) > 0 && f.all {
		return cli.Usagef("--all rates all runs, but the run %q is given too; choose one", args[0])
	}
	return cli.ChooseOne(cmd, "all", "places", "pgn", "tag")
}

func refuseSeveralSeats(cmd *cobra.Command) error {
	for _, flag := range twoSeatFlags {
		if cmd.Flags().Changed(flag) {
			return cli.Usagef("--%s needs games of two seats, but these have more; leave it out", flag)
		}
	}
	return nil
}

func (f *ratingsFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd, args); err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("places"):
		return f.ratePlaces(cmd)
	case cmd.Flags().Changed("pgn"):
		return f.ratePGN(cmd)
	case len(args) == 0 && f.tag == "" && !f.all:
		return cli.WithStore(cmd, func(db *store.Store) error { return listRuns(cmd, db, catalog.Filter{}) })
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		combined, err := catalog.Together(cmd.Context(), db, args, f.tag, f.all)
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
	if fold.Seats() > 2 {
		if err := refuseSeveralSeats(cmd); err != nil {
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
	shown, err := combined.Conclusion(cmd.Context(), db, standing)
	if err != nil {
		return err
	}
	return f.print(cmd, "standings", combined.Facts(), standing, shown)
}

// options returns out, completed by the scale and the anchors that the flags name. fold holds the games to rate.
func (f *ratingsFlags) options(
	fold *results.Fold, out results.StandingsOptions,
) (_ results.StandingsOptions, err error) {
	out.Scale = ratingScales[f.scale]
	if out.Anchors, err = fold.ReadAnchors(f.anchors, out.Players); err != nil {
		err = cli.Usagef("--anchor: %w", err)
	}
	return out, err
}

// print prints standings in the form that the flags name. Text begins with sentences, the conclusion. JSON has the type
// kind and includes source, facts about the rated games.
func (f *ratingsFlags) print(
	cmd *cobra.Command, kind string, source table.Facts, s results.Standings, sentences []string,
) error {
	out := cmd.OutOrStdout()
	printAs := func(jsonType string, facts table.Facts, csv, text func(io.Writer) error) error {
		switch {
		case cli.JSON(cmd):
			return cli.PrintJSON(out, slices.Concat(table.Object("type", jsonType), source, facts))
		case cli.CSV(cmd):
			return csv(out)
		}
		return text(out)
	}
	if f.fit {
		fit, err := s.Fit()
		if err != nil {
			return err
		}
		return printAs("fit", fit.Facts(), fit.WriteCSV, fit.WriteText)
	}
	crosstable := s.Crosstable()
	switch {
	case f.headToHead:
		return printAs("crosstable", crosstable.Facts(), crosstable.WriteCSV, crosstable.WriteList)
	case f.matrix && f.crosstable:
		return printAs("crosstable", crosstable.Facts(), crosstable.WriteCSV, func(w io.Writer) error {
			return errors.Join(crosstable.WriteGames(w), table.Printf(w, "\n"), crosstable.WriteStronger(w))
		})
	case f.matrix:
		return printAs("crosstable", crosstable.Facts(), crosstable.WriteCSV, crosstable.WriteStronger)
	case f.crosstable:
		return printAs("crosstable", crosstable.Facts(), crosstable.WriteCSV, crosstable.WriteGames)
	}
	facts := append(s.Facts(), table.Object("conclusion", append([]string{}, sentences...))...)
	return printAs(kind, facts, s.WriteCSV, func(w io.Writer) error {
		return cmp.Or(conclusion.Write(w, sentences), s.WriteTable(w))
	})
}

func (f *ratingsFlags) ratePlaces(cmd *cobra.Command) error {
	if err := refuseSeveralSeats(cmd); err != nil {
		return err
	}
	var games []results.Game
	err := cli.ReadInput(cmd, f.places, func(in io.Reader) (err error) {
		games, err = results.ReadPlaces(in)
		return err
	})
	if err != nil {
		return cli.Usagef("--places: %w", err)
	}
	standing, err := results.NewStandings(games, results.StandingsOptions{Seats: 3,
		Remarks: []string{results.UnknownSchedule}})
	if err != nil {
		return fmt.Errorf("--places: %s: %w", f.places, err)
	}
	return f.print(cmd, "places", table.Object("file", f.places), standing, conclusion.OfStandings(standing, 0, ""))
}

func (f *ratingsFlags) ratePGN(cmd *cobra.Command) (err error) {
	var file results.PGNFold
	err = cli.ReadInput(cmd, f.pgn, func(in io.Reader) (err error) {
		file, err = results.FoldPGN(in, f.pairsByRound)
		return err
	})
	if err != nil {
		return cli.Usagef("--pgn: %w", err)
	}
	options, err := f.options(&file.Fold, results.StandingsOptions{Remarks: file.Remarks})
	if err != nil {
		return err
	}
	standing, err := file.Standings(options)
	if err != nil {
		return fmt.Errorf("--pgn: %s: %w", f.pgn, err)
	}
	return f.print(cmd, "standings", table.Object("file", f.pgn, "skipped", file.Unknown), standing,
		conclusion.OfStandings(standing, 0, ""))
}
