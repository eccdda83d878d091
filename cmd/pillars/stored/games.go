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

type gamesFlags struct {
	format, path  string
	force, faults bool
}

// NewGamesCommand returns the command "games".
func NewGamesCommand() *cobra.Command {
	f := &gamesFlags{}
	cmd := cli.New("games RUN... | RUN/GAME", "List, show and export stored games",
		func(cmd *cobra.Command, args []string) error {
			return cli.Interrupting(cmd, "interrupted: not all games were written", func() error {
				return cli.WithStore(cmd, func(db *store.Store) error { return f.run(cmd, db, args) })
			})
		})
	cmd.Args = cli.Arguments("one or more runs, or a game as RUN/GAME; list the runs with pillars runs", "")
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.StringVar(&f.format, "format", "", "export in this `FORMAT`: "+strings.Join(runs.Formats(), ", ")+
		" (default: by the ending of the file of --output)")
	set.StringVarP(&f.path, "output", "o", "", "write to this `FILE` (default: -, the standard output)")
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	set.BoolVar(&f.faults, "faults", false, "list only games that a player's fault ended")
	cli.JSONFlag(cmd, "print a JSON line for each game")
	return cmd
}

// run lists, exports or shows the games that words name.
func (f *gamesFlags) run(cmd *cobra.Command, db *store.Store, words []string) error {
	format := f.format
	if ending := strings.TrimPrefix(filepath.Ext(f.path), "."); slices.Contains(runs.Formats(), ending) {
		format = cmp.Or(format, ending)
	}
	if format != "" && !slices.Contains(runs.Formats(), format) {
		return cli.Usagef("--format %s: must be one of %s", format, strings.Join(runs.Formats(), ", "))
	}
	if len(words) == 1 && strings.Contains(words[0], "/") {
		return f.show(cmd, db, words[0], format)
	}
	found, _, err := catalog.Find(cmd.Context(), db, words)
	if err != nil {
		return cli.RunError(err)
	}
	if format != "" || f.path != "" {
		return f.export(cmd, db, found, cmp.Or(format, "jsonl"))
	}
	for _, run := range found {
		if err := f.list(cmd, db, run); err != nil {
			return err
		}
	}
	return nil
}

// show shows one game, or writes it in a format.
func (f *gamesFlags) show(cmd *cobra.Command, db *store.Store, name, format string) error {
	game, err := cli.FindGame(cmd.Context(), db, name)
	if err != nil {
		return err
	}
	return cli.WriteOutput(cmd, f.path, f.force, func(w io.Writer) error {
		switch {
		case cli.JSON(cmd) || format == "jsonl":
			return cli.PrintJSON(w, runs.GameFacts(game))
		case format == "pgn":
			return runs.WritePGN(w, game)
		case format != "":
			return cli.Usagef("--format %s is for the games of a run; write one game as jsonl or pgn", format)
		}
		return runs.WriteGame(w, game, diagram.TextStyle{Color: cli.UseColor(w)})
	})
}

// list lists the games of a run.
func (f *gamesFlags) list(cmd *cobra.Command, db *store.Store, run store.Run) error {
	listed := 0
	for game, err := range db.FindResults(cmd.Context(), run.ID, store.Filter{Faults: f.faults}) {
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

// export writes the games of runs in a format.
func (f *gamesFlags) export(cmd *cobra.Command, db *store.Store, found []store.Run, format string) error {
	if f.faults {
		return cli.Usagef("--faults is for the list of games, but they are exported; leave it out")
	}
	var written, seats int
	note := func(err error) { cmd.PrintErrf("note: %s\n", outside.Visible(err.Error(), "")) }
	err := cli.WriteOutput(cmd, f.path, f.force, func(w io.Writer) (err error) {
		written, seats, err = runs.Export(cmd.Context(), w, format, db, found, note)
		return err
	})
	if format == "pgn" && seats > 2 {
		cmd.PrintErrln("note: PGN has no results for three or four seats; only the tag Score " +
			"has them, and rating programs skip such games")
	}
	if err == nil && f.path != "" && f.path != "-" {
		cmd.PrintErrf("%s written to %s\n", tournament.Counted(written, "game"), f.path)
	}
	return err
}
