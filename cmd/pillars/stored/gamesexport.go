package stored

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"pillars/cmd/pillars/cli"
	"pillars/results/export"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

type gamesExportFlags struct {
	filterFlags
	db, format, path string
	force            bool
}

// NewGamesExportCommand writes games for other programs.
func NewGamesExportCommand() *cobra.Command {
	var flags gamesExportFlags
	cmd := &cobra.Command{
		Use: "export RUN...", Short: "Write stored games for other programs",
		Long: `Write stored games for other programs, to the standard output or into a file. The file appears when it
is complete; one that is there already is only replaced with --force. The flags leave out games as those of "pillars
games list" do.

  jsonl  a line of JSON for each game with all that is stored: moves, thoughts, tags, seeds
  csv    a line of comma-separated values for each game: who played whom and how it ended
  pgn    the shape of PGN, which Ordo (run it with -W -D) and BayesElo read; in games for three and four only the tag
         Score tells the result

Without --format the ending of the file's name tells it, and without that it is jsonl.`,
		Example: `  pillars games export 3f9c -o games.jsonl
  pillars games export 3f9c 77aa --format pgn > games.pgn
  pillars games export 3f9c --player greedy --format csv | head`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("%s wants a run or several; pillars runs lists those there are", cmd.CommandPath())
			}
			return nil
		},
		ValidArgsFunction: cli.CompleteRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.WithStore(flags.db, func(db *store.Store) error { return flags.export(cmd, db, args) })
		},
	}
	flags.register(cmd)
	cli.DatabaseFlag(cmd, &flags.db)
	set := cmd.Flags()
	set.StringVar(&flags.format, "format", "", "the `FORMAT`: "+strings.Join(export.Formats(), ", "))
	set.StringVarP(&flags.path, "output", "o", "", "write into this `FILE`; - is the standard output")
	set.BoolVar(&flags.force, "force", false, "replace the file if it is there")
	cli.CompleteChoice(cmd, "format", export.Formats()...)
	return cmd
}

func (f *gamesExportFlags) export(cmd *cobra.Command, db *store.Store, ids []string) (err error) {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	defer cli.TellInterrupted(ctx, &err, "interrupted: the games were not written to the end")
	all, err := findRuns(ctx, db, ids)
	if err != nil {
		return err
	}
	filter, err := f.filter(all)
	if err != nil {
		return err
	}
	format := cmp.Or(f.format, "jsonl")
	if told, ok := export.FormatOf(f.path); f.format == "" && ok {
		format = told
	}
	if !slices.Contains(export.Formats(), format) {
		return cli.Usagef("--format: format %q is not known; there are %s", format,
			strings.Join(export.Formats(), ", "))
	}
	var written, seats int
	write := func(w io.Writer) (err error) {
		written, seats, err = runs.Export(ctx, w, format, db, all, filter)
		return err
	}
	toFile := f.path != "" && f.path != "-"
	if toFile {
		err = cli.WriteNewFile("--output", f.path, f.force, write)
	} else {
		err = write(cmd.OutOrStdout())
	}
	if format == "pgn" && seats > 2 {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: PGN knows no results of three or four seats; only the tag Score "+
			"tells them, and programs that rate players pass such games over")
	}
	if err == nil && toFile {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s written to %s\n", tournament.Counted(written, "game"), f.path)
	}
	return err
}

// findRuns finds the runs that the user names, each once.
func findRuns(ctx context.Context, db *store.Store, ids []string) (all []store.Run, err error) {
	seen := map[string]string{}
	for _, id := range ids {
		run, err := cli.FindRun(ctx, db, id)
		if err != nil {
			return nil, err
		}
		if earlier, twice := seen[run.ID]; twice {
			return nil, cli.Usagef("%q and %q are the same run; name it once", earlier, id)
		}
		seen[run.ID] = id
		all = append(all, run)
	}
	return all, nil
}
