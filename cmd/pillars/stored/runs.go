package stored

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
)

const jsonRuns = "print a JSON line for each run"

// NewRunsCommand lists runs, shows them, and has the commands that name, tag and delete them.
func NewRunsCommand() *cobra.Command {
	cmd := newRunsListCommand("runs", "List stored runs; show, name, tag or delete them")
	cmd.Example = `  pillars runs
  pillars runs list --tag confirmed --player mcts
  pillars runs show 3f9c
  pillars runs name 3f9c ladder
  pillars runs delete ladder`
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return cli.Usagef("runs takes no arguments, but %q is given; write pillars runs show %[1]s", args[0])
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
		Long: `List the stored runs, the oldest first: the command that planned each, when it began, how many of its
games are stored, and how many of these a player's fault ended. With several flags, only runs that match all are
listed.

Wherever a command takes a RUN, give its name, its id, or the first characters of its id.`,
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
	set.StringVar(&filter.Player, "player", "", "only runs with a player whose name contains this `TEXT`")
	set.BoolVar(&filter.Deleted, "deleted", false, "only deleted runs")
	return cmd
}

func listRuns(cmd *cobra.Command, db *store.Store, filter runs.Filter, asJSON bool) error {
	grid, records, err := runs.List(cmd.Context(), db, filter)
	switch {
	case err != nil:
		return err
	case len(records) == 0 && filter == runs.Filter{}:
		fmt.Fprintf(cmd.ErrOrStderr(), "no run is stored in %s yet; play one with pillars tournament\n", db.Path())
		return nil
	case len(records) == 0:
		fmt.Fprintf(cmd.ErrOrStderr(), "no run in %s matches the flags\n", db.Path())
		return nil
	case asJSON:
		return cli.PrintJSON(cmd.OutOrStdout(), records...)
	}
	return grid.WriteText(cmd.OutOrStdout())
}

// runChange is a command that notes something of a run, with all words behind it, or of every run that is named.
type runChange struct {
	use, short, more, example string

	do func(*store.Store, context.Context, store.Run, ...string) error
}

var runChanges = []runChange{
	{"name RUN NAME", "Name a stored run", `. Every command accepts the name in place of the id. No two runs
have the same name, and a name cannot look like the start of an id (only digits and the letters a to f). An empty NAME
removes the name. --name of "pillars tournament", "sprt" and "advantage" names a new run.`, "name 3f9c ladder",
		func(db *store.Store, ctx context.Context, run store.Run, words ...string) error {
			if len(words) > 1 {
				return cli.Usagef("a name is one word, but %q follows", words[1])
			}
			return db.Rename(ctx, run, words[0])
		}},
	{"tag RUN TAG...", "Tag a stored run", `. "pillars runs list --tag" finds runs by their tags, and "pillars
ratings" rates them together.`, "tag 3f9c confirmed may", (*store.Store).Tag},
	{"untag RUN TAG...", "Remove tags from a stored run", ".", "untag 3f9c confirmed", (*store.Store).Untag},
	{"delete RUN...", "Delete stored runs", `. They and their games no longer appear in any list or rating. The
file still holds them: "pillars runs list --deleted" lists them, "pillars runs restore" brings them back, and "pillars
runs purge" writes a new file without them.`, "delete 3f9c ladder",
		func(db *store.Store, ctx context.Context, run store.Run, _ ...string) error {
			return db.Delete(ctx, run)
		}},
	{"restore RUN...", "Restore deleted runs",
		" with their games, tags and names, but for a name that another run has now.", "restore 3f9c",
		func(db *store.Store, ctx context.Context, run store.Run, _ ...string) error {
			return db.Restore(ctx, run)
		}},
}

// nameLost says so if a restored run has lost its name to another one.
func nameLost(cmd *cobra.Command, db *store.Store, run store.Run) string {
	if now, err := db.Run(cmd.Context(), run.ID); err != nil || now.Name == run.Name {
		return ""
	}
	return " without its name, which another run has"
}

func (c runChange) command() *cobra.Command {
	var path string
	list := strings.HasSuffix(c.use, "RUN...")
	cmd := &cobra.Command{
		Use: c.use, Short: c.short, Long: c.short + c.more, Example: "  pillars runs " + c.example,
		ValidArgsFunction: cli.CompleteRuns,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || !list && len(args) == 1 {
				return cli.Usagef("%s needs other arguments; write pillars runs %s", cmd.CommandPath(), c.use)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.ChangeStore(path, func(db *store.Store) error {
				named, words := args, []string(nil)
				if !list {
					named, words = args[:1], args[1:]
				}
				for _, word := range named {
					run, err := db.Run(cmd.Context(), word)
					if errors.Is(err, store.ErrDeleted) && cmd.Name() == "restore" {
						err = nil
					}
					if err = cli.RunError(err); err == nil {
						err = c.do(db, cmd.Context(), run, words...)
					}
					if err != nil {
						return err
					}
					if list {
						fmt.Fprintf(cmd.ErrOrStderr(), "run %s: %sd%s\n", run, cmd.Name(), nameLost(cmd, db, run))
					}
				}
				return nil
			})
		},
	}
	cli.DatabaseFlag(cmd, &path)
	return cmd
}

func newRunsPurgeCommand() *cobra.Command {
	var path, output string
	cmd := &cobra.Command{
		Use: "purge -o FILE", Short: "Write a new database without the deleted runs",
		Long:    "Write a new database without the deleted runs. The old file does not change.",
		Example: `  pillars runs purge -o kept.db`, Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx, release := cli.Interruptible(cmd.Context())
			defer release()
			defer cli.TellInterrupted(ctx, &err, "interrupted: no file was written")
			if output == "" {
				return cli.Usagef("--output is missing; name the new file")
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
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this new `FILE`")
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
	return summary.WriteText(cmd.OutOrStdout(), run)
}
