package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/runs"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
)

const jsonRuns = "print a JSON line for each run"

// NewRunsCommand lists runs, shows them, and has the commands that name, tag and delete them.
func NewRunsCommand() *cobra.Command {
	cmd := newRunsListCommand("runs", "List the stored runs; show, name, tag or delete them")
	cmd.Example = `  pillars runs
  pillars runs list --tag confirmed --player mcts
  pillars runs show 3f9c
  pillars runs name 3f9c ladder
  pillars runs delete ladder`
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return cli.Usagef("runs takes no words, but %q is given; pillars runs show %[1]s shows a run", args[0])
		}
		return nil
	}
	cmd.AddCommand(newRunsListCommand("list", "List the stored runs"), newRunsShowCommand(), newRunsPurgeCommand())
	for _, change := range runChanges {
		cmd.AddCommand(change.command())
	}
	return cmd
}

func newRunsListCommand(use, short string) *cobra.Command {
	var path string
	var asJSON bool
	var filter runs.Filter
	cmd := &cobra.Command{
		Use: use, Short: short,
		Long: `List the stored runs, the oldest first: what planned them, when they began, how many of their games are
stored, and how many of these a player's fault ended. The flags leave out runs; one that is listed meets them all.

Wherever a command wants a RUN, give its name, its id, or the first characters of its id.`,
		Example: `  pillars runs list --game pylyx --json
  pillars runs list --deleted`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cli.WithStore(path, func(db *store.Store) error { return listRuns(cmd, db, filter, asJSON) })
		},
	}
	cli.DatabaseFlag(cmd, &path)
	set := cmd.Flags()
	set.BoolVar(&asJSON, "json", false, jsonRuns)
	set.StringVar(&filter.Tag, "tag", "", "only runs with this `TAG`")
	set.StringVarP(&filter.Game, "game", "g", "", "only runs of this `GAME`")
	set.StringVar(&filter.Player, "player", "", "only runs in which a player's name has this `TEXT` in it")
	set.BoolVar(&filter.Deleted, "deleted", false, "only runs that are deleted")
	return cmd
}

// listRuns prints runs of a database, the oldest first.
func listRuns(cmd *cobra.Command, db *store.Store, filter runs.Filter, asJSON bool) error {
	grid, records, err := runs.List(cmd.Context(), db, filter)
	switch {
	case err != nil:
		return err
	case len(records) == 0 && filter == runs.Filter{}:
		fmt.Fprintf(cmd.ErrOrStderr(), "no run is stored in %s yet; pillars tournament plays one\n", db.Path())
		return nil
	case len(records) == 0:
		fmt.Fprintf(cmd.ErrOrStderr(), "no such run is stored in %s\n", db.Path())
		return nil
	case asJSON:
		return cli.PrintJSON(cmd.OutOrStdout(), records...)
	}
	return grid.WriteText(cmd.OutOrStdout())
}

// runChange is a command that notes something of runs.
type runChange struct {
	use, short, long, example string

	words  int // wanted at least
	most   int // of words; 0 for any number
	change func(ctx context.Context, db *store.Store, words []string) error
}

var runChanges = []runChange{
	{"name RUN NAME", "Name a stored run", `Give a stored run a name, which every command takes in place
of its id. A name belongs to one run; it cannot look like the beginning of an id (digits and letters up to f alone). An
empty NAME takes the name away. "pillars tournament", "sprt" and "advantage" name the run that they make with --name.`,
		`  pillars runs name 3f9c ladder`, 2, 2,
		func(ctx context.Context, db *store.Store, words []string) error {
			return withRuns(ctx, db, words[:1], func(run store.Run) error { return db.Rename(ctx, run, words[1]) })
		}},
	{"tag RUN TAG...", "Tag a stored run", `Give a stored run tags, by which "pillars runs list" finds runs and
"pillars ratings" rates several together.`,
		`  pillars runs tag 3f9c confirmed may`, 2, 0,
		func(ctx context.Context, db *store.Store, words []string) error {
			return withRuns(ctx, db, words[:1], func(run store.Run) error { return db.Tag(ctx, run, words[1:]...) })
		}},
	{"untag RUN TAG...", "Take tags from a stored run", "Take tags from a stored run.",
		`  pillars runs untag 3f9c confirmed`, 2, 0,
		func(ctx context.Context, db *store.Store, words []string) error {
			return withRuns(ctx, db, words[:1], func(run store.Run) error { return db.Untag(ctx, run, words[1:]...) })
		}},
	{"delete RUN...", "Delete stored runs", `Delete stored runs: they and their games vanish from every list and rating.
The file keeps them, and "pillars runs restore" brings them back, until "pillars runs purge" writes a file without them.
"pillars runs list --deleted" lists them.`,
		`  pillars runs delete 3f9c ladder`, 1, 0,
		func(ctx context.Context, db *store.Store, words []string) error {
			all, err := findRuns(ctx, db, words)
			if err != nil {
				return err
			}
			return db.Delete(ctx, all...)
		}},
	{"restore RUN...", "Bring deleted runs back", "Bring deleted runs back with their games, names and tags.",
		`  pillars runs restore 3f9c`, 1, 0, restoreRuns},
}

func withRuns(ctx context.Context, db *store.Store, words []string, do func(store.Run) error) error {
	all, err := findRuns(ctx, db, words)
	for _, run := range all {
		err = cmp.Or(err, do(run))
	}
	return err
}

func restoreRuns(ctx context.Context, db *store.Store, words []string) error {
	for _, word := range words {
		run, err := db.Run(ctx, word)
		switch {
		case err == nil:
			return cli.Usagef("run %v is not deleted", run)
		case !errors.Is(err, store.ErrDeleted):
			return cli.Usagef("%w; pillars runs list --deleted lists those that are deleted", err)
		}
		if err := db.Restore(ctx, run); err != nil {
			return err
		}
	}
	return nil
}

func (c runChange) command() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use: c.use, Short: c.short, Long: c.long, Example: c.example, ValidArgsFunction: cli.CompleteRuns,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < c.words || c.most > 0 && len(args) > c.most {
				return cli.Usagef("%s is used as: pillars runs %s", cmd.CommandPath(), c.use)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.ChangeStore(path, func(db *store.Store) error { return c.change(cmd.Context(), db, args) })
		},
	}
	cli.DatabaseFlag(cmd, &path)
	return cmd
}

func newRunsPurgeCommand() *cobra.Command {
	var path, output string
	cmd := &cobra.Command{
		Use: "purge -o FILE", Short: "Write a new database without the runs that are deleted",
		Long:    "Write a new database without the runs that are deleted. The present file stays as it is.",
		Example: `  pillars runs purge -o kept.db`, Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx, release := cli.Interruptible(cmd.Context())
			defer release()
			defer cli.TellInterrupted(ctx, &err, "interrupted: no file was written")
			if output == "" {
				return cli.Usagef("name the new file with --output")
			}
			return cli.WithStore(path, func(db *store.Store) error {
				deleted, err := db.Purge(ctx, output)
				if err == nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s written without %s\n", output,
						tournament.Counted(deleted, "run"))
				}
				return err
			})
		},
	}
	cli.DatabaseFlag(cmd, &path)
	cmd.Flags().StringVarP(&output, "output", "o", "", "the new `FILE`; one that is there already is refused")
	return cmd
}

func newRunsShowCommand() *cobra.Command {
	var path string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show RUN", Short: "Show what a stored run was asked for and what it came to",
		Long: `Show a stored run: all that was settled when it began, the program that began it, and what its games
came to so far: for which reasons they ended, what the first seat scored, and who was at fault how often. "pillars
ratings RUN" rates the players.`,
		Example: `  pillars runs show 3f9c
  pillars runs show 3f9c --json`,
		Args: cli.OneWord(aRun, "one run"), ValidArgsFunction: cli.CompleteRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.WithRun(cmd.Context(), path, args[0], func(db *store.Store, run store.Run) error {
				return showRun(cmd, db, run, asJSON)
			})
		},
	}
	cli.DatabaseFlag(cmd, &path)
	cmd.Flags().BoolVar(&asJSON, "json", false, jsonRuns)
	return cmd
}

func showRun(cmd *cobra.Command, db *store.Store, run store.Run, asJSON bool) error {
	summary, err := runs.Summarize(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	if asJSON {
		return cli.PrintJSON(cmd.OutOrStdout(), append(runs.Record(run), table.Object("reasons", summary.Reasons,
			"first_seat", summary.FirstSeat, "player_counts", summary.Players)...))
	}
	if err := printRun(cmd.OutOrStdout(), run); err != nil {
		return err
	}
	return printSummary(cmd.OutOrStdout(), summary)
}

// printRun writes what a run is and all of its spec.
func printRun(w io.Writer, run store.Run) error {
	grid, err := runs.SpecGrid(run)
	if err != nil {
		return err
	}
	games := tournament.Counted(run.Games, "game")
	if run.Total > 0 {
		games = fmt.Sprintf("%d of %s", run.Games, tournament.Counted(run.Total, "game"))
	}
	table.Printf(w, "run %v: %s, %s stored\n\n", run, run.Kind, games)
	return grid.WriteText(w)
}

func printSummary(w io.Writer, s runs.Summary) error {
	if s.Games == 0 {
		_, err := fmt.Fprintln(w, "\nno game is stored yet")
		return err
	}
	percent := func(share float64) string { return stats.Percent(share, 1) }
	reasons := table.New("#games", "#share", "#mean turns", "~ended by")
	for _, r := range s.Reasons {
		reasons.Add(r.Games, percent(float64(r.Games)/float64(s.Games)),
			stats.FormatNumber(float64(r.Turns)/float64(r.Games), 1), r.Reason)
	}
	players := table.New("#games", "#points", "#faults", "…player")
	for _, p := range s.Players {
		players.Add(p.Games, stats.FormatNumber(p.Points, 1), p.Faults, p.Player)
	}
	for _, grid := range []*table.Grid{reasons, players} {
		grid.Indent = 2
		fmt.Fprintln(w)
		if err := grid.WriteText(w); err != nil {
			return err
		}
	}
	err := table.Printf(w, "\nFirst seat: %v.\n", s.FirstSeat)
	return err
}
