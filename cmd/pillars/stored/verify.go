package stored

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
	"pillars/tournament"
	"pillars/tournament/runner"
)

type verifyFlags struct {
	sample, workers int
	seed            uint64

	decisions, allowEngines bool
}

const defaultSample = 20 // default of --sample if --decisions is given

// NewVerifyCommand returns the command "verify".
func NewVerifyCommand() *cobra.Command {
	var flags verifyFlags
	cmd := cli.New("verify [RUN...]", "Check stored games against the rules, the plan and the players", flags.run)
	cmd.Args = cobra.ArbitraryArgs
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.IntVar(&flags.sample, "sample", 0,
		fmt.Sprintf("check this many random games of a run; 0 for all (default: all, with --decisions %d)",
			defaultSample))
	set.Uint64Var(&flags.seed, "seed", 1, cli.SeedUsage)
	set.BoolVar(&flags.decisions, "decisions", false, "let the players decide every turn again")
	set.BoolVar(&flags.allowEngines, "allow-engines", false,
		"with --decisions: run the programs that the database names for ugi players")
	set.IntVar(&flags.workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	cli.JSONFlag(cmd, "print JSON lines: each difference, then a summary")
	return cmd
}

func (f *verifyFlags) run(cmd *cobra.Command, names []string) error {
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
		if len(names) == 0 {
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
			word, identity, _ := strings.Cut(name, "/")
			runs, err := catalog.Find(cmd.Context(), db, word)
			if err != nil {
				return errors.Join(wrong, cli.RunError(err))
			}
			for _, run := range runs {
				err := f.verify(cmd, db, run, identity)
				wrong = errors.Join(wrong, err)
				exit, ok := errors.AsType[*cli.ExitError](err)
				if ok && exit.Code != cli.ExitFailed { // a wrong argument or an interrupt, not a difference
					return wrong
				}
			}
		}
		return wrong
	})
}

// verify verifies a run, or only the game with the given identity if it is not empty.
func (f *verifyFlags) verify(cmd *cobra.Command, db *store.Store, run store.Run, identity string) error {
	if f.decisions && !f.allowEngines {
		spec, _, err := catalog.SpecOf(run)
		if err = cmp.Or(err, cli.RefuseEngines("--decisions", run.ID, spec.Players)); err != nil {
			return err
		}
	}
	v, err := catalog.NewVerifier(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	identities := catalog.Sample(v.Stored, f.sample, f.seed)
	if identity != "" {
		identities = []string{identity}
		if !slices.Contains(v.Stored, identity) {
			return cli.Usagef("game %s/%s: %w; list the games with pillars games %s", run.ID, identity,
				store.ErrNotFound, run.ID)
		}
	}
	return f.verifyGames(cmd, verification{v}, identities)
}

// verifyGames verifies games of a run and prints all differences. It returns an error if there are any.
func (f *verifyFlags) verifyGames(cmd *cobra.Command, v verification, identities []string) error {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	say, total := cli.NewScreen(cmd), len(identities)
	v.Workers, v.Again = f.workers, f.decisions
	if f.decisions {
		total *= 2 // each game is checked by the rules, and then decided again
		if err := v.Repeatable(); err != nil {
			return cli.Usagef("--decisions: %w, so its players decide differently each time; "+
				"leave --decisions out to check only the rules and the plan", err)
		}
		if !v.OwnRun() {
			say.Sayf("note: run %s was begun by %s, and this program is %s; players may have changed since", v.Run.ID,
				v.Run.Program, runner.Program())
		}
	}
	v.Progress = func() {
		say.Update(func() progress.State {
			return progress.State{Unit: "game", Done: v.Checked + v.Decided, Total: total,
				Notes: []string{v.standing()}}
		})
	}
	v.Found = func(identity string, fault error) error {
		say.Clear()
		return cli.Answer(cmd, v.faultFacts(identity, fault), "game %s/%s: %s", v.Run.ID, identity,
			outside.Visible(fault.Error(), ""))
	}
	err := v.Verify(ctx, identities)
	say.Clear()
	if ctx.Err() != nil {
		return cli.Interrupted("interrupted: %s", v.standing())
	}
	if err == nil {
		err = cli.Print(cmd, v)
	}
	return cmp.Or(err, v.failure())
}

// A verification prints what a verifier has found.
type verification struct{ *catalog.Verifier }

// standing returns one line with the numbers of games verified so far.
func (v verification) standing() string {
	text := fmt.Sprintf("%s checked, %d wrong", tournament.Counted(v.Checked, "game"), v.Wrong)
	if v.Again {
		text += fmt.Sprintf("; %d decided again, %d differently", v.Decided, v.Different)
	}
	return text
}

// Records returns the numbers of games as one record for JSON.
func (v verification) Records() []any {
	facts := table.Object("type", "verification", "run", v.Run.ID, "stored", len(v.Stored), "missing", v.Missing,
		"checked", v.Checked, "wrong", v.Wrong)
	facts.AddSome("decided", v.Decided)
	facts.AddSome("different", v.Different)
	return []any{append(facts, table.Object("program", v.Run.Program, "same_program", v.OwnRun())...)}
}

// WriteText writes one line with the numbers of games verified and missing.
func (v verification) WriteText(w io.Writer) (err error) {
	missing := ""
	if v.Missing > 0 {
		missing = fmt.Sprintf("; %d planned and not stored", v.Missing)
	}
	return table.Printf(w, "run %s: %s%s\n", v.Run.ID, v.standing(), missing)
}

// failure returns an error with the number of games that failed a check, or nil.
func (v verification) failure() error {
	if v.Wrong+v.Different == 0 {
		return nil
	}
	return fmt.Errorf("run %s: %d of %s failed", v.Run.ID, v.Wrong+v.Different, tournament.Counted(v.Checked, "game"))
}

// faultFacts returns the facts about a fault or a difference in a game, for JSON.
func (v verification) faultFacts(identity string, fault error) table.Facts {
	if d, ok := errors.AsType[*tournament.Difference](fault); ok {
		return table.Object("type", "difference", "run", v.Run.ID, "game", identity, "turn", d.Turn, "what", d.What,
			"stored", d.Stored, "new", d.New)
	}
	return table.Object("type", "wrong", "run", v.Run.ID, "game", identity, "error", fault.Error())
}
