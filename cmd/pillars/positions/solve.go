package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/outside"
	"pillars/results/show/answer"
	"pillars/results/show/progress"
	"pillars/search/proof/certificate"
	"pillars/search/proof/prover"
	"pillars/search/proof/solver"
)

type solveFlags struct {
	game          cli.GameFlags
	method        string
	positions     int
	output, check string // paths of the certificate to write and of the one to check
	turns         int    // the certificate omits positions lost within this many turns
	all           bool   // prove every first turn
	memory        int    // MiB for proven positions
	workers       int
	partial       string // file with the results of an interrupted call
}

// NewSolveCommand returns the command "solve".
func NewSolveCommand() *cobra.Command {
	var f solveFlags
	cmd := cli.AddGameFlags(&f.game, cli.New("solve", "Prove the result of a small board under best play", f.run))
	set := cmd.Flags()
	set.StringVar(&f.method, "method", "",
		"`METHOD`: "+solver.BySearch+" or "+solver.ByRetrograde+" (default: the one that suits the game)")
	set.IntVar(&f.positions, "positions", 20_000_000, "give up beyond this many positions")
	set.StringVar(&f.output, "certificate", "", "write a proof that others can check to `FILE`")
	set.StringVar(&f.check, "check", "", "check the certificate in `FILE`")
	set.BoolVar(&f.all, "first-turns", false, "with --certificate for Pilastri: prove the value of every first turn")
	set.IntVar(&f.turns, "turns", 4,
		"with --certificate for Pilastri: leave out positions lost within `N` turns, counted over both seats")
	set.IntVar(&f.memory, "memory", 1024, "with --certificate for Pilastri: `MIB` of memory for proven positions")
	set.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	cli.JSONFlag(cmd, "print JSON")
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command, _ []string) error {
	if err := cli.ChooseOne(cmd, "certificate", "check"); err != nil {
		return err
	}
	if f.check != "" {
		return f.checkFile(cmd)
	}
	p, err := f.settle(cmd)
	if err != nil {
		return err
	}
	if f.output != "" {
		proven := answer.Certificate{}
		prove := f.rank
		if f.method == solver.BySearch {
			prove = f.search
		}
		err := f.keepGoing(cmd, func(ctx context.Context, status *progress.Screen) error {
			err := prove(ctx, status, p, &proven)
			if err != nil {
				return err
			}
			return cli.WriteNewFile("--certificate", f.output, false, proven.Proof.Write)
		})
		if err != nil {
			return err
		}
		return printCertificate(cmd, f.output, proven)
	}
	solution := answer.Solution{Limit: "--positions"}
	err = f.keepGoing(cmd, func(ctx context.Context, status *progress.Screen) (err error) {
		solution.Solution, err = solver.Solve(ctx, p, f.method, f.limits(status))
		return err
	})
	if err != nil {
		return err
	}
	return cli.Print(cmd, solution)
}

// settle checks the flags, completes f, and returns the position to solve.
func (f *solveFlags) settle(cmd *cobra.Command) (engine.Position, error) {
	p, err := f.game.Position(cmd)
	if err == nil {
		err = cmp.Or(cli.Between("positions", f.positions, 1, math.MaxInt32), cli.Between("memory", f.memory, 1, 1<<20),
			cli.Between("turns", f.turns, 0, certificate.MaxTurns), cli.AtLeast("workers", f.workers, 1),
			cli.Wrong("", solver.Check(p)))
	}
	if err != nil {
		return nil, err
	}
	f.method = cmp.Or(f.method, solver.MethodOf(p.Rules()))
	switch {
	case f.method != solver.BySearch && f.method != solver.ByRetrograde:
		return nil, cli.Usagef("--method %q: must be %s or %s", f.method, solver.BySearch, solver.ByRetrograde)
	case f.turns%2 != 0:
		return nil, cli.Usagef("--turns %d: must be even", f.turns)
	case f.output == "":
		// a name of its own for each position, rules and method
		f.partial = fmt.Sprintf(".solve-%016x.checkpoint",
			engine.DeriveSeed(0, p.String(), p.Rules().Settings().String(), f.method))
		return p, nil
	case cmd.Flags().Changed("position"):
		return nil, cli.Usagef("--certificate proves the start of the game; leave --position out")
	}
	f.partial = f.output + ".log"
	return p, cli.RefuseExisting("--certificate", f.output, false)
}

func (f *solveFlags) limits(status *progress.Screen) solver.Limits {
	return solver.Limits{Positions: f.positions, Report: status.Note, Resume: f.resume()}
}

// keepGoing calls do, and then removes the file that do left when it was interrupted earlier.
func (f *solveFlags) keepGoing(cmd *cobra.Command, do func(context.Context, *progress.Screen) error) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	err := do(ctx, status)
	status.Clear()
	if err != nil {
		return f.explain(err, ctx.Err() != nil)
	}
	if err := os.Remove(f.partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// explain adds advice to an error of a proof, which the user may have interrupted.
func (f *solveFlags) explain(err error, interrupted bool) error {
	switch {
	case errors.Is(err, solver.ErrNotKept):
		return cli.Interrupted("interrupted, and %v", err)
	case interrupted:
		return cli.Interrupted("interrupted before the proof was complete; the same command goes on from %s", f.partial)
	case errors.Is(err, solver.ErrTooMany):
		return fmt.Errorf("%w; give a smaller board, a later position or, if memory allows, a larger --positions", err)
	case errors.Is(err, solver.ErrCycles):
		return cli.Usagef("%w; use --method %s", err, solver.ByRetrograde)
	}
	return err
}

// resume returns the checkpoint from which an interrupted computation continues.
func (f *solveFlags) resume() *solver.Checkpoint {
	return &solver.Checkpoint{
		Read: func(read func(io.Reader) error) error {
			file, err := outside.Open(f.partial)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err == nil {
				defer file.Close()
				err = read(file)
			}
			if err != nil {
				return fmt.Errorf("%s: %w; remove this file to start over", f.partial, err)
			}
			return nil
		},
		Write: func(write func(io.Writer) error) error {
			return cli.WriteNewFile("the file", f.partial, true, write)
		},
	}
}

// rank proves who wins from the start p of a game, by retrograde analysis.
func (f *solveFlags) rank(
	ctx context.Context, status *progress.Screen, p engine.Position, proven *answer.Certificate,
) error {
	c, err := certificate.NewRanked(p.Rules())
	if err != nil {
		return cli.Wrong("", err)
	}
	proven.Proof = c
	return solver.Losses(ctx, p, f.limits(status), c.Add)
}

// search proves who wins from the start p of a game of Pilastri, with the prover of that game.
func (f *solveFlags) search(
	ctx context.Context, status *progress.Screen, p engine.Position, proven *answer.Certificate,
) error {
	made, err := certificate.New(p.Rules(), f.turns)
	if err != nil {
		return cli.Usagef("--method %s: %w; use --method %s", f.method, err, solver.ByRetrograde)
	}
	debug.SetGCPercent(10) // by default, garbage may take as much memory as the table
	search, err := prover.New(p.Rules(),
		prover.Options{Memory: f.memory << 20, Threads: f.workers, Report: status.Note})
	if err != nil {
		return cli.Wrong("", err)
	}
	if err = search.Keep(f.partial); err == nil {
		_, err = search.FirstWins(ctx)
	}
	if err == nil && f.all {
		err = search.FirstTurns(ctx)
	}
	if err == nil {
		status.Sayf("proven after %d positions; collecting the certificate", search.Nodes())
		err = search.Members(ctx, f.turns, f.all, made.Add)
	}
	made.Sort()
	*proven = answer.Certificate{Proof: made, Nodes: search.Nodes()}
	return errors.Join(err, search.Close())
}

func (f *solveFlags) checkFile(cmd *cobra.Command) error {
	file, err := outside.Open(f.check)
	if err != nil {
		return cli.Wrong("--check", err)
	}
	defer file.Close()
	c, err := certificate.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", f.check, err)
	}
	err = cli.Watching(cmd, "interrupted; nothing is known of the certificate", func(status *progress.Screen) error {
		return c.Check(cmd.Context(), f.workers, func(members int) { status.Count(members, c.Len(), "member") })
	})
	switch {
	case cli.Exits(err, cli.ExitInterrupted):
		return err
	case err != nil:
		return fmt.Errorf("%s proves nothing: %w", f.check, err)
	}
	err = printCertificate(cmd, f.check, answer.Certificate{Proof: c, Checked: true})
	if value, _ := c.Values(c.Rules().Start()); err == nil && value == certificate.Unknown {
		err = fmt.Errorf("%s proves no winner: its positions are lost, but none settles the start", f.check)
	}
	return err
}

// printCertificate prints what the certificate in the file at path proves.
func printCertificate(cmd *cobra.Command, path string, c answer.Certificate) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	c.Bytes = info.Size()
	return cli.Print(cmd, c)
}
