package stored

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/diagram"
	"pillars/engine/outside"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Descriptions of arguments for the errors of [cli.Arguments].
const (
	aRun  = "a run; list the runs with pillars runs"
	aGame = "a game as RUN/GAME; list the games of a run with pillars games list RUN"
)

// NewGamesCommand returns the command "games" with the commands below it.
func NewGamesCommand() *cobra.Command {
	cmd := cli.New("games", "List, show and export stored games", nil)
	cmd.AddCommand(newGamesListCommand(), newGamesShowCommand(), newGamesExportCommand())
	return cmd
}

func newGamesListCommand() *cobra.Command {
	var filter store.Filter
	cmd := cli.New("list RUN", "List the stored games of a run", func(cmd *cobra.Command, args []string) error {
		return cli.WithRun(cmd, args[0], func(db *store.Store, run store.Run) error {
			return listGames(cmd, db, run, filter)
		})
	})
	cmd.Args = cli.Arguments(aRun, "one run")
	cmd.Flags().BoolVar(&filter.Faults, "faults", false, "only games that a player's fault ended")
	cli.DatabaseFlag(cmd)
	cli.JSONFlag(cmd, "print a JSON line for each game")
	return cmd
}

func listGames(cmd *cobra.Command, db *store.Store, run store.Run, filter store.Filter) error {
	listed := 0
	for game, err := range db.FindResults(cmd.Context(), run.ID, filter) {
		if err != nil {
			return err
		}
		listed++
		facts := append(runs.ResultFacts(run.ID, game.Result),
			table.Object("pair", game.Pair, "finished", game.Finished)...)
		if err := cli.Answer(cmd, facts, "%s", runs.GameLine(game)); err != nil {
			return err
		}
	}
	if listed == 0 {
		cmd.PrintErrf("none of the %s of run %s is listed\n", tournament.Counted(run.Games, "stored game"), run.ID)
	}
	return nil
}

type gamesExportFlags struct {
	format, path string
	force        bool
}

func newGamesExportCommand() *cobra.Command {
	var flags gamesExportFlags
	cmd := cli.New("export RUN...", "Write stored games for other programs",
		func(cmd *cobra.Command, args []string) error {
			return cli.Interrupting(cmd, "interrupted: not all games were written", func() error {
				return cli.WithStore(cmd, func(db *store.Store) error { return flags.export(cmd, db, args) })
			})
		})
	cmd.Args = cli.Arguments("one or more runs; list them with pillars runs", "")
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.StringVar(&flags.format, "format", "", "`FORMAT`: "+strings.Join(runs.Formats(), ", "))
	set.StringVarP(&flags.path, "output", "o", "", "write to this `FILE` (default: -, the standard output)")
	set.BoolVar(&flags.force, "force", false, cli.ForceUsage)
	return cmd
}

// export writes the games of the runs that words name, in the format that --format or the file's extension names.
func (f *gamesExportFlags) export(cmd *cobra.Command, db *store.Store, words []string) error {
	found, _, err := catalog.Find(cmd.Context(), db, words)
	if err != nil {
		return cli.RunError(err)
	}
	format := cmp.Or(f.format, "jsonl")
	if ending := strings.TrimPrefix(filepath.Ext(f.path), "."); f.format == "" &&
		slices.Contains(runs.Formats(), ending) {
		format = ending
	}
	if !slices.Contains(runs.Formats(), format) {
		return cli.Usagef("--format %s: must be one of %s", format, strings.Join(runs.Formats(), ", "))
	}
	var written, seats int
	note := func(err error) { cmd.PrintErrf("note: %s\n", outside.Visible(err.Error(), "")) }
	write := func(w io.Writer) (err error) {
		written, seats, err = runs.Export(cmd.Context(), w, format, db, found, note)
		return err
	}
	toFile := f.path != "" && f.path != "-"
	if toFile {
		err = cli.WriteNewFile("--output", f.path, f.force, write)
	} else {
		err = write(cmd.OutOrStdout())
	}
	if format == "pgn" && seats > 2 {
		cmd.PrintErrln("note: PGN has no results for three or four seats; only the tag Score " +
			"has them, and rating programs skip such games")
	}
	if err == nil && toFile {
		cmd.PrintErrf("%s written to %s\n", tournament.Counted(written, "game"), f.path)
	}
	return err
}

func newGamesShowCommand() *cobra.Command {
	var asPGN bool
	cmd := cli.New("show RUN/GAME", "Show a stored game", func(cmd *cobra.Command, args []string) error {
		if err := cli.ChooseOne(cmd, "pgn", "json"); err != nil {
			return err
		}
		return cli.WithStore(cmd, func(db *store.Store) error {
			game, err := cli.FindGame(cmd.Context(), db, args[0])
			switch out := cmd.OutOrStdout(); {
			case err != nil:
				return err
			case cli.JSON(cmd):
				return cli.PrintJSON(out, runs.GameFacts(game))
			case asPGN:
				return runs.WritePGN(out, game)
			default:
				return runs.WriteGame(out, game, diagram.TextStyle{Color: cli.UseColor(cmd)})
			}
		})
	})
	cmd.Args = cli.Arguments(aGame, "one game")
	cli.DatabaseFlag(cmd)
	cmd.Flags().BoolVar(&asPGN, "pgn", false, "print the game as PGN")
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}
