// Package stored provides the commands on stored runs and games, which list, rate, check, merge and delete them, and
// "stats", which computes with counts of results.
package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	grid, records, err := runs.List(cmd.Context(), db, filter)
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
	found, err := catalog.Find(cmd.Context(), db, words...)
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

// runChanges lists the commands that change stored runs. The field use shows a command's arguments: RUN... or
// RUN TAG...
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
				var found []store.Run // all named runs, found before the first is changed
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
	found, err := catalog.Find(cmd.Context(), db, words...)
	if err != nil {
		return cli.RunError(err)
	}
	if format == "" && f.path != "" && f.path != "-" && !cli.JSON(cmd) {
		return cli.Usagef("--output %s: its ending names no format; end it so, or give "+
			"--format: one of %s", outside.Quoted(f.path), strings.Join(runs.Formats(), ", "))
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
	written := 0
	note := func(err error) { cmd.PrintErrf("note: %s\n", outside.Visible(err.Error(), "")) }
	err := cli.WriteOutput(cmd, f.path, f.force, func(w io.Writer) (err error) {
		written, err = runs.Export(cmd.Context(), w, format, db, found, note)
		return err
	})
	if err == nil && f.path != "" && f.path != "-" {
		cmd.PrintErrf("%s written to %s\n", tournament.Counted(written, "game"), f.path)
	}
	return err
}
