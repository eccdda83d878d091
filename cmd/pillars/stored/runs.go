package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/tournament"
)

// NewRunsCommand returns the command "runs" with the commands below it.
func NewRunsCommand() *cobra.Command {
	var filter runs.Filter
	cmd := cli.New("runs [RUN...]", "List stored runs; show, tag or delete them",
		func(cmd *cobra.Command, words []string) error {
			return cli.WithStore(cmd, func(db *store.Store) error {
				if len(words) > 0 {
					return showRuns(cmd, db, words)
				}
				return listRuns(cmd, db, filter)
			})
		})
	cmd.Args = cobra.ArbitraryArgs
	cli.DatabaseFlag(cmd)
	cli.JSONFlag(cmd, "print a JSON line for each run")
	cmd.Flags().StringVar(&filter.Tag, "tag", "", "only runs with this `TAG`")
	cmd.Flags().BoolVar(&filter.Deleted, "deleted", false, "only deleted runs")
	cmd.AddCommand(newRunChangeCommands()...)
	return cmd
}

func listRuns(cmd *cobra.Command, db *store.Store, filter runs.Filter) error {
	grid, records, err := runs.List(cmd.Context(), db, filter, table.Columns(cmd.OutOrStdout()))
	switch {
	case err != nil:
		return err
	case len(records) == 0 && filter == runs.Filter{}:
		cmd.PrintErrf("no run is stored in %s yet; play one with pillars tournament\n", db.Path())
	case len(records) == 0:
		cmd.PrintErrf("no run in %s matches the flags\n", db.Path())
	case cli.JSON(cmd):
		return cli.PrintJSON(cmd.OutOrStdout(), records...)
	default:
		return grid.WriteText(cmd.OutOrStdout())
	}
	return nil
}

// showRuns prints the answer, the settings and the programs of each run that words name.
func showRuns(cmd *cobra.Command, db *store.Store, words []string) error {
	found, _, err := catalog.Find(cmd.Context(), db, words)
	if err != nil {
		return cli.RunError(err)
	}
	for i, run := range found {
		said, err := runs.AnswerOf(cmd.Context(), db, run)
		switch {
		case err != nil:
			return err
		case cli.JSON(cmd):
			err = cli.PrintJSON(cmd.OutOrStdout(), append(runs.Facts(run), said.Field()...))
		default:
			if i > 0 {
				fmt.Fprintln(cmd.OutOrStdout())
			}
			err = runs.WriteRun(cmd.OutOrStdout(), run, said)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runChanges lists the commands that change stored runs, given RUN... or RUN TAG..., as use says.
var runChanges = []struct {
	use, short, done string
	do               func(*store.Store, context.Context, store.Run, ...string) error
}{
	{"tag RUN TAG...", "Tag a stored run", "tagged", (*store.Store).Tag},
	{"untag RUN TAG...", "Remove tags from a stored run", "untagged", (*store.Store).Untag},
	{"delete RUN...", "Delete stored runs", "deleted", withoutTags((*store.Store).Delete)},
	{"restore RUN...", "Restore deleted runs", "restored", withoutTags((*store.Store).Restore)},
}

// withoutTags returns do as a function that takes tags, which it ignores.
func withoutTags(do func(*store.Store, context.Context, store.Run) error) func(
	*store.Store, context.Context, store.Run, ...string) error {
	return func(db *store.Store, ctx context.Context, run store.Run, _ ...string) error { return do(db, ctx, run) }
}

func newRunChangeCommands() (commands []*cobra.Command) {
	for _, c := range runChanges {
		several := strings.HasSuffix(c.use, "RUN...")
		cmd := cli.New(c.use, c.short, func(cmd *cobra.Command, args []string) error {
			names, tags := args, []string(nil)
			if !several {
				names, tags = args[:1], args[1:]
			}
			return cli.WithStore(cmd, func(*store.Store) error { // so that a missing database is an error
				db, err := cli.OpenStore(cmd)
				if err != nil {
					return err
				}
				var found []store.Run // all of them, before the first is changed
				for _, name := range names {
					run, runErr := db.Run(cmd.Context(), name)
					if errors.Is(runErr, store.ErrDeleted) && cmd.Name() == "restore" {
						runErr = nil
					}
					found, err = append(found, run), cmp.Or(err, cli.RunError(runErr))
				}
				for i := 0; err == nil && i < len(found); i++ {
					if err = c.do(db, cmd.Context(), found[i], tags...); err == nil {
						cmd.PrintErrf("run %s: %s\n", found[i], c.done)
					}
				}
				return db.CloseAfter(err)
			})
		})
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || !several && len(args) == 1 {
				return cli.Usagef("%s needs other arguments; write pillars runs %s", cmd.CommandPath(), c.use)
			}
			return nil
		}
		cli.DatabaseFlag(cmd)
		commands = append(commands, cmd)
	}
	return commands
}

// NewMergeCommand returns the command "merge".
func NewMergeCommand() *cobra.Command {
	var out string
	cmd := cli.New("merge FILE... -o FILE", "Join the databases that shards have made",
		func(cmd *cobra.Command, args []string) error {
			return cli.Interrupting(cmd, "interrupted: no file was written",
				func() error { return merge(cmd, out, args) })
		})
	cmd.Args = cli.Arguments("files to join; write pillars merge a.db b.db -o all.db", "")
	set := cmd.Flags()
	set.StringVarP(&out, "output", "o", "", "write to this new `FILE`")
	cli.QuietFlag(cmd)
	return cmd
}

// merge joins databases into the new file out.
func merge(cmd *cobra.Command, out string, files []string) error {
	if out == "" {
		return cli.Usagef("--output is missing; name the new file")
	}
	say := cli.NewScreen(cmd)
	merged, err := store.Merge(cmd.Context(), files, out, func(done, all int) { say.Count(done, all, "step") })
	say.Clear()
	if err != nil {
		return err
	}
	twice := ""
	if merged.Twice > 0 {
		twice = fmt.Sprintf("; %d more copies of them, all the same", merged.Twice)
	}
	return table.Printf(cmd.OutOrStdout(), "%s: %s from %s%s\n", out, tournament.Counted(merged.Games, "game"),
		tournament.Counted(len(files), "database file"), twice)
}
