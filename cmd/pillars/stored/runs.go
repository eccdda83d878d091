package stored

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/store"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/tournament"
)

// NewRunsCommand returns the command "runs" with the commands below it.
func NewRunsCommand() *cobra.Command {
	var tag string
	cmd := cli.New("runs", "List stored runs; show or tag them", func(cmd *cobra.Command, _ []string) error {
		return cli.WithStore(cmd, func(db *store.Store) error { return listRuns(cmd, db, tag) })
	})
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return cli.Usagef("runs takes no arguments, but %q is given; write pillars runs show %[1]s", args[0])
		}
		return nil
	}
	cli.DatabaseFlag(cmd)
	cli.JSONFlag(cmd, "print a JSON line for each run")
	cmd.Flags().StringVar(&tag, "tag", "", "only runs with this `TAG`")
	cmd.AddCommand(newRunsShowCommand(),
		newTagCommand("tag RUN TAG...", "Tag a stored run", "tagged", (*store.Store).Tag),
		newTagCommand("untag RUN TAG...", "Remove tags from a stored run", "untagged", (*store.Store).Untag))
	return cmd
}

func listRuns(cmd *cobra.Command, db *store.Store, tag string) error {
	grid, records, err := runs.List(cmd.Context(), db, tag)
	switch {
	case err != nil:
		return err
	case len(records) == 0 && tag == "":
		cmd.PrintErrf("no run is stored in %s yet; play one with pillars tournament\n", db.Path())
	case len(records) == 0:
		cmd.PrintErrf("no run in %s has the tag %s\n", db.Path(), tag)
	case cli.JSON(cmd):
		return cli.PrintJSON(cmd.OutOrStdout(), records...)
	default:
		return grid.WriteText(cmd.OutOrStdout())
	}
	return nil
}

// newTagCommand returns a command that changes the tags of a stored run by do. use and short are of the command, done
// is what it prints.
func newTagCommand(
	use, short, done string, do func(*store.Store, context.Context, store.Run, ...string) error,
) *cobra.Command {
	cmd := cli.New(use, short, func(cmd *cobra.Command, args []string) error {
		return cli.WithStore(cmd, func(*store.Store) error { // so that a missing database is an error
			db, err := cli.OpenStore(cmd)
			if err != nil {
				return err
			}
			run, err := cli.FindRun(cmd.Context(), db, args[0])
			if err == nil {
				err = do(db, cmd.Context(), run, args[1:]...)
			}
			if err == nil {
				cmd.PrintErrf("run %s: %s\n", run, done)
			}
			return db.CloseAfter(err)
		})
	})
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) < 2 {
			return cli.Usagef("%s needs other arguments; write pillars runs %s", cmd.CommandPath(), use)
		}
		return nil
	}
	cli.DatabaseFlag(cmd)
	return cmd
}

func newRunsShowCommand() *cobra.Command {
	cmd := cli.New("show RUN", "Show the settings of a stored run", func(cmd *cobra.Command, args []string) error {
		return cli.WithRun(cmd, args[0], func(_ *store.Store, run store.Run) error {
			if cli.JSON(cmd) {
				return cli.PrintJSON(cmd.OutOrStdout(), runs.Facts(run))
			}
			return runs.WriteRun(cmd.OutOrStdout(), run)
		})
	})
	cmd.Args = cli.Arguments(aRun, "one run")
	cli.DatabaseFlag(cmd)
	cli.JSONFlag(cmd, "print a JSON line")
	return cmd
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
	cli.JSONFlag(cmd, "print the result as a JSON line")
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
	text := fmt.Sprintf("%s: %s from %s", out, tournament.Counted(merged.Games, "game"),
		tournament.Counted(len(files), "database file"))
	if merged.Twice > 0 {
		text += fmt.Sprintf("; %d more copies of them, all the same", merged.Twice)
	}
	return cli.Answer(cmd, table.Object("type", "merged", "file", out, "files", files, "games", merged.Games,
		"twice", merged.Twice), "%s", text)
}
