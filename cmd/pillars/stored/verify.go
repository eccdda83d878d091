package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/results/progress"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/results/verify"
	"pillars/tournament"
	"pillars/tournament/runner"
)

type verifyFlags struct {
	db                   string
	sample, workers      int
	seed                 uint64
	all, decisions, json bool
	allowEngines         bool
}

// decidedUnasked is how many games are decided again when the user does not say how many.
const decidedUnasked = 20

// NewVerifyCommand checks stored games.
func NewVerifyCommand() *cobra.Command {
	var flags verifyFlags
	cmd := &cobra.Command{
		Use: "verify RUN...|--all", Short: "Check stored games against the rules, the plan and the players",
		Long: `Check stored games, of whole runs (RUN) or one by one (RUN/GAME). The command replays each game by the
rules: every turn must be legal and lead to the stored end and result, and the players, the opening and the seeds must
be those that the run planned. It counts planned games that are not stored. The exit code is 1 if anything differs.

With --decisions the players also decide every turn again, with the same seeds. Under limits by nodes or depth they
must reach the same turns, scores, depths and nodes on any machine, with any number of workers. This takes as long as
playing did, so it checks 20 random games of a run unless --sample says otherwise. Runs with time limits cannot be
decided again.`,
		Example: `  pillars verify 3f9c
  pillars verify --all
  pillars verify 3f9c 77aa --sample 100
  pillars verify 3f9c --decisions --sample 0 --workers 4
  pillars verify 3f9c/1v2/4/1 --decisions`,
		ValidArgsFunction: completeRunOrGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	cli.DatabaseFlag(cmd, &flags.db)
	set := cmd.Flags()
	set.BoolVar(&flags.all, "all", false, "check all runs of the database")
	set.IntVar(&flags.sample, "sample", 0,
		fmt.Sprintf("check this many random games of a run; 0 for all (with --decisions default %d)",
			decidedUnasked))
	set.Uint64Var(&flags.seed, "seed", 1, cli.SeedUsage)
	set.BoolVar(&flags.decisions, "decisions", false, "let the players decide every turn again")
	set.BoolVar(&flags.allowEngines, "allow-engines", false,
		"with --decisions: run the programs that the database names for ugi players")
	set.IntVar(&flags.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	set.BoolVar(&flags.json, "json", false, "print JSON lines: each difference, then a summary")
	return cmd
}

func (f *verifyFlags) check(cmd *cobra.Command, names []string) error {
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
		f.sample = decidedUnasked
	}
	return cmp.Or(cli.AtLeast("workers", f.workers, 1), cli.AtLeast("sample", f.sample, 0))
}

func (f *verifyFlags) run(cmd *cobra.Command, names []string) error {
	if err := f.check(cmd, names); err != nil {
		return err
	}
	return cli.WithStore(f.db, func(db *store.Store) error {
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
			if exit, ok := errors.AsType[*cli.ExitError](err); ok && exit.Code != cli.ExitFailed {
				return errors.Join(wrong, err)
			}
			wrong = errors.Join(wrong, err)
		}
		return wrong
	})
}

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
	v := &verification{verifyFlags: *f, out: cmd.OutOrStdout(), say: cli.NewScreen(cmd.ErrOrStderr(), false)}
	if v.Verifier, err = verify.New(cmd.Context(), db, run); err != nil {
		return err
	}
	v.Found, v.Workers = v.found, f.workers
	if !named {
		return v.run(cmd.Context(), verify.Sample(v.Stored, f.sample, f.seed))
	}
	if !slices.Contains(v.Stored, identity) {
		return cli.Usagef("game %s/%s: %w; list the games with pillars games list %s", run.ID, identity,
			store.ErrNotFound, run.ID)
	}
	return v.run(cmd.Context(), []string{identity})
}

type verification struct {
	*verify.Verifier
	verifyFlags
	out io.Writer
	say *progress.Screen
}

// run verifies games, as thoroughly as is asked for. It fails if anything differs.
func (v *verification) run(ctx context.Context, identities []string) error {
	ctx, release := cli.Interruptible(ctx)
	defer release()
	if v.decisions {
		if err := v.Repeatable(identities); err != nil {
			return cli.Usagef("--decisions: %w, so its players decide differently each time; "+
				"leave --decisions out to check only the rules and the plan", err)
		}
		if now := runner.Program(); !v.ownRun() {
			v.say.Sayf("note: run %s was played by other programs (%s) than this one (%s); players may have changed "+
				"since", v.Run.ID, strings.Join(v.Run.Programs(), ", "), now)
		}
	}
	total := len(identities)
	if v.decisions {
		total *= 2
	}
	v.Progress = func() {
		v.say.Update(func() progress.State {
			return progress.State{Unit: "game", Done: v.Checked + v.Decided, Total: total, Notes: []string{v.soFar()}}
		})
	}
	err := v.Check(ctx, identities)
	if err == nil && v.decisions {
		err = v.Decide(ctx, identities)
	}
	v.say.Clear()
	if ctx.Err() != nil {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted: "+v.soFar()))
	}
	if err != nil {
		return err
	}
	return v.conclude()
}

func (v *verification) found(identity string, fault error) error {
	v.say.Clear()
	if !v.json {
		return table.Printf(v.out, "game %s/%s: %s\n", v.Run.ID, identity, outside.Visible(fault.Error(), ""))
	}
	facts := table.Object("type", "wrong", "run", v.Run.ID, "game", identity, "error", fault.Error())
	if d, ok := errors.AsType[*verify.Difference](fault); ok {
		facts = table.Object("type", "difference", "run", v.Run.ID, "game", identity,
			"turn", d.Turn, "what", d.What, "stored", d.Stored, "new", d.New)
	}
	return cli.PrintJSON(v.out, facts)
}

// ownRun reports whether this program alone had to do with the run.
func (v *verification) ownRun() bool {
	return slices.Equal(v.Run.Programs(), []string{runner.Program()})
}

func (v *verification) soFar() string {
	text := fmt.Sprintf("%s checked, %d wrong", tournament.Counted(v.Checked, "game"), v.Wrong)
	if v.decisions {
		text += fmt.Sprintf("; %s decided again, %d differently", tournament.Counted(v.Decided, "game"), v.Different)
	}
	return text
}

func (v *verification) conclude() error {
	if v.json {
		facts := table.Object("type", "verification", "run", v.Run.ID, "stored", len(v.Stored), "missing", v.Missing,
			"checked", v.Checked, "wrong", v.Wrong)
		facts.AddSome("decided", v.Decided)
		facts.AddSome("different", v.Different)
		facts.Add("program", v.Run.Program)
		facts.Add("same_program", v.ownRun())
		if err := cli.PrintJSON(v.out, facts); err != nil {
			return err
		}
	}
	checked, decided := tournament.Counted(v.Checked, "game"), tournament.Counted(v.Decided, "game")
	var fine, failures []string
	if v.Wrong == 0 {
		fine = append(fine, checked+" as the rules and the plan have them")
	} else {
		failures = append(failures, fmt.Sprintf("%d of %s do not agree with the rules or the plan", v.Wrong, checked))
	}
	if v.Different > 0 {
		failures = append(failures, fmt.Sprintf("%d of %s were decided differently", v.Different, decided))
	} else if v.Decided > 0 {
		fine = append(fine, decided+" decided again, turn for turn the same")
	}
	if v.Missing > 0 {
		fine = append(fine, tournament.Counted(v.Missing, "game")+" planned and not stored")
	}
	for _, text := range fine {
		if !v.json {
			table.Printf(v.out, "run %s: %s\n", v.Run.ID, text)
		}
	}
	if len(failures) > 0 {
		return fmt.Errorf("run %s: %s", v.Run.ID, strings.Join(failures, "; "))
	}
	return nil
}
