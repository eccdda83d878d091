package stored

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/search/suite"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// NewMergeCommand returns the command "merge".
func NewMergeCommand() *cobra.Command {
	var out string
	var force bool
	cmd := cli.New("merge FILE... -o FILE", "Join the files that shards have made",
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

// merge joins files of one kind into the file out, which may exist if force is set.
func merge(cmd *cobra.Command, out string, force bool, files []string) error {
	if out == "" {
		return cli.Usagef("--output is missing; name the new file")
	}
	if err := cli.RefuseExisting("--output", out, force); err != nil {
		return err
	}
	var kind string
	for i, file := range files {
		this, err := kindOf(file)
		switch {
		case err != nil:
			return err
		case i > 0 && this != kind:
			return cli.Usagef("%s is a %s file and %s a %s file; merge joins files of one kind", files[0], kind, file,
				this)
		}
		kind = this
	}
	item, joined, twice := "game", 0, 0 // the numbers of items, and of repeated ones that are left out
	var err error
	if kind == "suite" {
		item = "problem"
		err = cli.WriteNewFile("--output", out, force, func(w io.Writer) (err error) {
			joined, twice, err = suite.Merge(cmd.Context(), files, w)
			return err
		})
	} else {
		say := cli.NewScreen(cmd)
		m, failed := store.Merge(cmd.Context(), files, out, force, func(i, of int) { say.Count(i, of, "step") })
		say.Clear()
		joined, twice, err = m.Games, m.Twice, failed
	}
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %s from %s", out, tournament.Counted(joined, item),
		tournament.Counted(len(files), kind+" file"))
	if twice > 0 {
		text += fmt.Sprintf("; %d more copies of them, all the same", twice)
	}
	return cli.Answer(cmd, table.Object("type", "merged", "kind", kind, "file", out,
		"files", files, item+"s", joined, "twice", twice), "%s", text)
}

// kindOf returns the kind of the file at path, by its first bytes.
func kindOf(path string) (kind string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", cli.Usagef("%w; name files that exist and that you may read", err)
	}
	defer file.Close()
	begin := make([]byte, 32)
	n, err := io.ReadFull(file, begin)
	switch {
	case errors.Is(err, io.EOF):
		return "", cli.Usagef("%s is empty: play its shard first, or copy it again", path)
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return "", cli.Usagef("%w; name files", err)
	case strings.HasPrefix(string(begin), "SQLite format 3\x00"):
		return "database", nil
	case suite.IsShare(string(begin[:n])):
		return "suite", nil
	}
	return "", cli.Usagef("%s is neither a database nor an output of pillars suite --shard --json", path)
}

type verifyFlags struct {
	sample, workers int
	seed            uint64

	all, decisions, allowEngines bool
}

const defaultSample = 20 // of --sample with --decisions

// NewVerifyCommand returns the command "verify".
func NewVerifyCommand() *cobra.Command {
	var flags verifyFlags
	cmd := cli.New("verify RUN...|--all", "Check stored games against the rules, the plan and the players", flags.run)
	cmd.ValidArgsFunction, cmd.Args = completeRunOrGame, cobra.ArbitraryArgs
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.BoolVar(&flags.all, "all", false, "check all runs of the database")
	set.IntVar(&flags.sample, "sample", 0,
		fmt.Sprintf("check this many random games of a run; 0 for all (default: all, with --decisions %d)",
			defaultSample))
	set.Uint64Var(&flags.seed, "seed", 1, cli.SeedUsage)
	set.BoolVar(&flags.decisions, "decisions", false, "let the players decide every turn again")
	set.BoolVar(&flags.allowEngines, "allow-engines", false,
		"with --decisions: run the programs that the database names for ugi players")
	set.IntVar(&flags.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	cli.JSONFlag(cmd, "print JSON lines: each difference, then a summary")
	return cmd
}

func (f *verifyFlags) run(cmd *cobra.Command, names []string) error {
	switch {
	case len(names) == 0 && !f.all:
		return cli.Usagef("verify needs a run, or --all; list the runs with pillars runs")
	case len(names) > 0 && f.all:
		return cli.Usagef("--all checks all runs, but %s is named; leave one of them out", names[0])
	}
	for _, name := range names {
		if strings.Contains(name, "/") && cmd.Flags().Changed("sample") {
			return cli.Usagef("--sample is for whole runs, but the game %s is named; leave --sample out", name)
		}
	}
	if f.decisions && !cmd.Flags().Changed("sample") {
		f.sample = defaultSample
	}
	if err := cmp.Or(cli.AtLeast("workers", f.workers, 1), cli.AtLeast("sample", f.sample, 0)); err != nil {
		return err
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		if f.all {
			stored, err := db.Runs(cmd.Context())
			if err != nil {
				return err
			}
			for _, run := range stored {
				names = append(names, run.ID)
			}
		}
		var wrong error
		for _, name := range names {
			err := f.verify(cmd, db, name)
			wrong = errors.Join(wrong, err)
			exit, ok := errors.AsType[*cli.ExitError](err)
			if ok && exit.Code != cli.ExitFailed { // a wrong argument or an interrupt, not a difference
				break
			}
		}
		return wrong
	})
}

// verify verifies the run or the game that name names, as RUN or RUN/GAME.
func (f *verifyFlags) verify(cmd *cobra.Command, db *store.Store, name string) error {
	id, identity, named := strings.Cut(name, "/")
	run, err := cli.FindRun(cmd.Context(), db, id)
	if err != nil {
		return err
	}
	if f.decisions && !f.allowEngines {
		spec, err := tournament.ParseSpec(run.Spec)
		if err = cmp.Or(err, cli.RefuseEngines("--decisions", run.ID, spec.Players)); err != nil {
			return err
		}
	}
	v, err := catalog.NewVerifier(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	identities := catalog.Sample(v.Stored, f.sample, f.seed)
	if named {
		identities = []string{identity}
		if !slices.Contains(v.Stored, identity) {
			return cli.Usagef("game %s/%s: %w; list the games with pillars games list %s", run.ID, identity,
				store.ErrNotFound, run.ID)
		}
	}
	return f.verifyGames(cmd, v, identities)
}

// verifyGames verifies games of a run and prints all differences. It returns an error if there are any.
func (f *verifyFlags) verifyGames(cmd *cobra.Command, v *catalog.Verifier, identities []string) error {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	say, total := cli.NewScreen(cmd), len(identities)
	if v.Workers, v.Again = f.workers, f.decisions; f.decisions {
		total *= 2 // each game is checked by the rules, and then decided again
		if err := v.Repeatable(identities); err != nil {
			return cli.Usagef("--decisions: %w, so its players decide differently each time; "+
				"leave --decisions out to check only the rules and the plan", err)
		}
		if !v.OwnRun() {
			say.Sayf("note: run %s was played by other programs (%s) than this one (%s); players may have changed "+
				"since", v.Run.ID, strings.Join(v.Run.Programs(), ", "), runner.Program())
		}
	}
	v.Progress = func() {
		say.Update(func() progress.State {
			return progress.State{Unit: "game", Done: v.Checked + v.Decided, Total: total,
				Notes: []string{v.Standing()}}
		})
	}
	v.Found = func(identity string, fault error) error {
		say.Clear()
		return cli.Answer(cmd, v.FaultFacts(identity, fault), "game %s/%s: %s", v.Run.ID, identity,
			outside.Visible(fault.Error(), ""))
	}
	err := v.Verify(ctx, identities)
	say.Clear()
	if ctx.Err() != nil {
		return cli.Interrupted("interrupted: %s", v.Standing())
	}
	if err == nil {
		err = cli.Print(cmd, v)
	}
	return cmp.Or(err, v.Failure())
}
