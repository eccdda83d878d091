package stored

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Texts that several commands have.
const (
	jsonRuns  = "print a JSON line for each run"
	unwritten = "interrupted: no file was written"
)

// NewRunsCommand returns the command "runs" with the commands below it.
func NewRunsCommand() *cobra.Command {
	cmd := newRunsListCommand("runs", "List stored runs; show, name, tag or delete them")
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
	var filter catalog.Filter
	cmd := cli.New(use, short, func(cmd *cobra.Command, _ []string) error {
		return cli.WithStore(cmd, func(db *store.Store) error { return listRuns(cmd, db, filter) })
	})
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	cli.JSONFlag(cmd, jsonRuns)
	set.StringVar(&filter.Tag, "tag", "", "only runs with this `TAG`")
	set.StringVarP(&filter.Game, "game", "g", "", "only runs of this `GAME`")
	set.StringVar(&filter.Player, "player", "", "only runs with a player whose name contains this `TEXT`")
	set.BoolVar(&filter.Deleted, "deleted", false, "only deleted runs")
	return cmd
}

func listRuns(cmd *cobra.Command, db *store.Store, filter catalog.Filter) error {
	grid, records, err := catalog.List(cmd.Context(), db, filter)
	switch {
	case err != nil:
		return err
	case len(records) == 0 && filter == catalog.Filter{}:
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

// A runChange describes a command that changes stored runs. If its usage ends with RUN..., do is called for each run.
// If not, do is called for one run with the arguments that follow it.
type runChange struct {
	use, short string
	do         func(*store.Store, context.Context, store.Run, ...string) error
}

var runChanges = []runChange{
	{"name RUN NAME", "Name a stored run",
		func(db *store.Store, ctx context.Context, run store.Run, words ...string) error {
			if len(words) > 1 {
				return cli.Usagef("a name is one word, but %q follows", words[1])
			}
			return db.Rename(ctx, run, words[0])
		}},
	{"tag RUN TAG...", "Tag a stored run", (*store.Store).Tag},
	{"untag RUN TAG...", "Remove tags from a stored run", (*store.Store).Untag},
	{"delete RUN...", "Delete stored runs",
		func(db *store.Store, ctx context.Context, run store.Run, _ ...string) error {
			return db.Delete(ctx, run)
		}},
	{"restore RUN...", "Restore deleted runs",
		func(db *store.Store, ctx context.Context, run store.Run, _ ...string) error {
			return db.Restore(ctx, run)
		}},
}

// change calls do for the runs that args name. If list is set, all of args are runs; otherwise only the first is.
func (c runChange) change(cmd *cobra.Command, db *store.Store, list bool, args []string) error {
	ids, words := args, []string(nil)
	if !list {
		ids, words = args[:1], args[1:]
	}
	for _, id := range ids {
		run, err := db.Run(cmd.Context(), id)
		if errors.Is(err, store.ErrDeleted) && cmd.Name() == "restore" {
			err = nil
		}
		if err = cli.RunError(err); err == nil {
			err = c.do(db, cmd.Context(), run, words...)
		}
		if err != nil || !list {
			return err
		}
		lost := ""
		if now, err := db.Run(cmd.Context(), run.ID); err == nil && now.Name != run.Name { // only after "restore"
			lost = " without its name, which another run has"
		}
		cmd.PrintErrf("run %s: %sd%s\n", run, cmd.Name(), lost) // "deleted" or "restored"
	}
	return nil
}

func (c runChange) command() *cobra.Command {
	list := strings.HasSuffix(c.use, "RUN...")
	cmd := cli.New(c.use, c.short, func(cmd *cobra.Command, args []string) error {
		return cli.WithStore(cmd, func(*store.Store) error { // so that a missing database is an error
			db, err := cli.OpenStore(cmd)
			if err != nil {
				return err
			}
			return db.CloseAfter(c.change(cmd, db, list, args))
		})
	})
	cmd.ValidArgsFunction = cli.CompleteRuns
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 || !list && len(args) == 1 {
			return cli.Usagef("%s needs other arguments; write pillars runs %s", cmd.CommandPath(), c.use)
		}
		return nil
	}
	cli.DatabaseFlag(cmd)
	return cmd
}

func newRunsPurgeCommand() *cobra.Command {
	var output string
	cmd := cli.New("purge -o FILE", "Write a new database without the deleted runs",
		func(cmd *cobra.Command, _ []string) error {
			if output == "" {
				return cli.Usagef("--output is missing; name the new file")
			}
			return cli.Interrupting(cmd, unwritten, func() error {
				return cli.WithStore(cmd, func(db *store.Store) error {
					deleted, err := db.Purge(cmd.Context(), output)
					if err == nil {
						cmd.PrintErrf("%s written without %s\n", output, tournament.Counted(deleted, "run"))
					}
					return err
				})
			})
		})
	cli.DatabaseFlag(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this new `FILE`")
	return cmd
}

func newRunsShowCommand() *cobra.Command {
	cmd := cli.New("show RUN", "Show the settings and results of a stored run",
		func(cmd *cobra.Command, args []string) error {
			return cli.WithRun(cmd, args[0], func(db *store.Store, run store.Run) error {
				summary, err := catalog.Summarize(cmd.Context(), db, run)
				switch {
				case err != nil:
					return err
				case cli.JSON(cmd):
					return cli.PrintJSON(cmd.OutOrStdout(), append(catalog.RunFacts(run), summary.Facts()...))
				}
				return summary.WriteText(cmd.OutOrStdout(), run)
			})
		})
	cmd.Args, cmd.ValidArgsFunction = cli.Arguments(aRun, "one run"), cli.CompleteOneRun
	cli.DatabaseFlag(cmd)
	cli.JSONFlag(cmd, jsonRuns)
	return cmd
}

// NewMergeCommand returns the command "merge".
func NewMergeCommand() *cobra.Command {
	var out string
	var force bool
	cmd := cli.New("merge FILE... -o FILE", "Join the databases that shards have made",
		func(cmd *cobra.Command, args []string) error {
			return cli.Interrupting(cmd, unwritten, func() error { return merge(cmd, out, force, args) })
		})
	cmd.Args = cli.Arguments("files to join; write pillars merge a.db b.db -o all.db", "")
	set := cmd.Flags()
	set.StringVarP(&out, "output", "o", "", "write to this new `FILE`")
	set.BoolVar(&force, "force", false, "replace the --output file if it exists")
	cli.JSONFlag(cmd, "print the result as a JSON line")
	cli.QuietFlag(cmd)
	return cmd
}

// merge joins databases into the file out, which may exist if force is set.
func merge(cmd *cobra.Command, out string, force bool, files []string) error {
	if out == "" {
		return cli.Usagef("--output is missing; name the new file")
	}
	if err := cli.RefuseExisting("--output", out, force); err != nil {
		return err
	}
	for _, file := range files {
		if err := checkDatabase(file); err != nil {
			return err
		}
	}
	say := cli.NewScreen(cmd)
	merged, err := store.Merge(cmd.Context(), files, out, force, func(done, all int) { say.Count(done, all, "step") })
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

// checkDatabase returns an error if the file at path is not a database, by its first bytes.
func checkDatabase(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return cli.Usagef("%w; name files that exist and that you may read", err)
	}
	defer file.Close()
	const begins = "SQLite format 3\x00"
	begin := make([]byte, len(begins))
	n, err := io.ReadFull(file, begin)
	switch {
	case errors.Is(err, io.EOF):
		return cli.Usagef("%s is empty: play its shard first, or copy it again", path)
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return cli.Usagef("%w; name files", err)
	case string(begin[:n]) != begins:
		return cli.Usagef("%s is not a database", path)
	}
	return nil
}
