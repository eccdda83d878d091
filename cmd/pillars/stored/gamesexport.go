package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/export"
	"pillars/results/store"
)

// gamesExportFlags say which stored games to write, where to and in which format.
type gamesExportFlags struct {
	filterFlags
	db     string
	format string
	path   string
	force  bool
}

func NewGamesExportCommand() *cobra.Command {
	var flags gamesExportFlags
	cmd := &cobra.Command{
		Use:   "export RUN...",
		Short: "Write stored games for other programs",
		Long: `Write stored games for other programs, to the standard output or into a file. The file appears when it is complete; one that is there
already is only replaced with --force. The flags leave out games as those of "pillars games list" do.

  jsonl  a line of JSON for each game with all that is stored: moves, thoughts, tags, seeds
  csv    a line of comma-separated values for each game: who played whom and how it ended
  pgn    the shape of PGN, which Ordo (run it with -W -D) and BayesElo read; in games for three and four only the tag Score tells the result

Without --format the ending of the file's name tells it, and without that it is jsonl.`,
		Example: `  pillars games export 3f9c -o games.jsonl
  pillars games export 3f9c 77aa --format pgn > games.pgn
  pillars games export 3f9c --player greedy --format csv | head`,
		Args:              someRuns,
		ValidArgsFunction: cli.CompleteRuns,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args) },
	}
	flags.Register(cmd)
	cmd.Flags().StringVar(&flags.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	cmd.Flags().StringVar(&flags.format, "format", "", "the `FORMAT`: "+strings.Join(export.Formats(), ", "))
	cmd.Flags().StringVarP(&flags.path, "output", "o", "", "write into this `FILE`; - is the standard output")
	cmd.Flags().BoolVar(&flags.force, "force", false, "replace the file if it is there")
	cli.Complete(cmd, "format", cobra.FixedCompletions(export.Formats(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// someRuns wants one word or more.
func someRuns(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usagef("%s wants a run or several; pillars runs lists those there are", cmd.CommandPath())
	}
	return nil
}

func (f *gamesExportFlags) Run(cmd *cobra.Command, ids []string) (err error) {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	db, err := cli.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	runs, err := findRuns(ctx, db, ids)
	if err != nil {
		return err
	}
	filter, err := f.Settle(runs)
	if err != nil {
		return err
	}
	e := exporter{db: db, runs: runs, filter: filter, options: export.Options{Format: f.settledFormat()}}
	if err := e.measure(ctx); err != nil {
		return err
	}
	if e.options.Format == "pgn" && e.options.Seats > 2 {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: PGN knows no results of three or four seats; only the tag Score tells them, and programs that rate "+
			"players pass such games over")
	}
	if f.path == "" || f.path == "-" {
		return e.write(ctx, cmd.OutOrStdout())
	}
	err = cli.WriteNewFile(f.path, f.force, func(w io.Writer) error { return e.write(ctx, w) })
	if err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s written to %s\n", cli.Counted(e.written, "game"), f.path)
	}
	return err
}

// settledFormat is the format asked for, by its name or by that of the file.
func (f *gamesExportFlags) settledFormat() string {
	if format, told := export.FormatOf(f.path); f.format == "" && told {
		return format
	}
	return cmp.Or(f.format, "jsonl")
}

// findRuns finds the runs that the user names, each once.
func findRuns(ctx context.Context, db *store.Store, ids []string) ([]store.Run, error) {
	var runs []store.Run
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
		runs = append(runs, run)
	}
	return runs, nil
}
