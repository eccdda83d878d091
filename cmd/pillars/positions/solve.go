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

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/conclusion"
	"pillars/results/show/progress"
	"pillars/search/proof/certificate"
	"pillars/search/proof/solver"
)

type solveFlags struct {
	game       cli.GameFlags
	method     string
	positions  int
	checkpoint string // file with the results of an interrupted call
	proof      certificateFlags
}

// NewSolveCommand returns the command "solve".
func NewSolveCommand() *cobra.Command {
	var flags solveFlags
	cmd := cli.GameCommandOf(&flags.game, cli.New("solve", "Prove the result of a small board under best play",
		flags.run))
	cmd.Flags().StringVar(&flags.method, "method", "",
		"`METHOD`: "+solver.BySearch+" or "+solver.ByRetrograde+" (default: the one that suits the game)")
	cmd.Flags().IntVar(&flags.positions, "positions", 20_000_000, "give up beyond this many positions")
	cmd.Flags().StringVar(&flags.checkpoint, "checkpoint", "",
		"`FILE` to continue from after an interrupt (default: a hidden one in the current folder)")
	flags.proof.register(cmd)
	cli.JSONFlag(cmd, "print JSON")
	cli.CompleteChoice(cmd, "method", solver.BySearch, solver.ByRetrograde)
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command, _ []string) error {
	if f.proof.check != "" {
		return f.proof.checkFile(cmd)
	}
	p, err := f.settle(cmd)
	switch {
	case err != nil:
		return err
	case f.proof.output != "" || f.proof.share != "":
		return f.certify(cmd, p)
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	if f.checkpoint == "" {
		name := engine.DeriveSeed(0, p.String(), p.Rules().Settings().String(), f.method)
		f.checkpoint = fmt.Sprintf(".solve-%016x.checkpoint", name)
	}
	solution, err := solver.Solve(ctx, p, f.method,
		solver.Limits{Positions: f.positions, Report: status.Note, Resume: f.resume()})
	status.Clear()
	if err != nil {
		return f.explainUnsolved(err)
	}
	if err := os.Remove(f.checkpoint); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return cli.Print(cmd, conclusion.Solution{Solution: solution, Limit: "--positions"})
}

// settle checks the flags and finds the position to solve.
func (f *solveFlags) settle(cmd *cobra.Command) (engine.Position, error) {
	if err := cli.Between("positions", f.positions, 1, math.MaxInt32); err != nil {
		return nil, err
	}
	p, err := f.game.Position(cmd)
	if err != nil {
		return nil, err
	}
	if err := solver.Check(p); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	if f.method == "" {
		f.method = solver.MethodOf(p.Rules())
	}
	if f.method != solver.BySearch && f.method != solver.ByRetrograde {
		return nil, cli.Usagef("--method %q: must be %s or %s", f.method, solver.BySearch, solver.ByRetrograde)
	}
	return p, nil
}

// certify proves who wins from the start and writes a certificate.
func (f *solveFlags) certify(cmd *cobra.Command, p engine.Position) error {
	if cmd.Flags().Changed("position") {
		return cli.Usagef("--certificate proves the start of the game; leave --position out")
	}
	if f.proof.share != "" {
		return f.proof.proveShare(cmd, p.Rules())
	}
	if f.method == solver.BySearch {
		return f.proof.write(cmd, f.proof.log(), func(ctx context.Context, status *progress.Screen) (
			certificate.Proof, uint64, error) {
			return f.proof.search(ctx, status, p.Rules())
		})
	}
	f.checkpoint = cmp.Or(f.checkpoint, f.proof.log())
	return f.proof.write(cmd, f.checkpoint, func(ctx context.Context, status *progress.Screen) (
		certificate.Proof, uint64, error) {
		c, err := certificate.NewRanked(p.Rules())
		if err != nil {
			return nil, 0, cli.Usagef("%w", err)
		}
		limits := solver.Limits{Positions: f.positions, Report: status.Note, Resume: f.resume()}
		if err := solver.Losses(ctx, p, limits, c.Add); err != nil && ctx.Err() == nil {
			return nil, 0, f.explainUnsolved(err)
		}
		return c, 0, ctx.Err()
	})
}

// resume returns the checkpoint from which an interrupted computation continues.
func (f *solveFlags) resume() *solver.Checkpoint {
	return &solver.Checkpoint{
		Read: func(read func(io.Reader) error) error {
			info, err := os.Stat(f.checkpoint)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err == nil && !info.Mode().IsRegular():
				return cli.Usagef("--checkpoint %s is not a regular file; name another", f.checkpoint)
			}
			file, err := os.Open(f.checkpoint)
			if err != nil {
				return fmt.Errorf("--checkpoint: %w", err)
			}
			defer file.Close()
			if err := read(file); err != nil {
				return fmt.Errorf("--checkpoint %s: %w; remove it to start over", f.checkpoint, err)
			}
			return nil
		},
		Write: func(write func(io.Writer) error) error {
			return cli.WriteNewFile("--checkpoint", f.checkpoint, true, write)
		},
	}
}

// explainUnsolved returns the error of a computation without a result, with advice for the user.
func (f *solveFlags) explainUnsolved(err error) error {
	switch {
	case errors.Is(err, solver.ErrNotKept):
		return cli.Interrupted("interrupted, and %v", err)
	case errors.Is(err, context.Canceled):
		return cli.Interrupted("interrupted before the proof was complete; the same command goes on from %s",
			f.checkpoint)
	case errors.Is(err, solver.ErrTooMany):
		return fmt.Errorf("%w; "+
			"give a smaller board, a later position or, if memory allows, a larger --positions", err)
	case errors.Is(err, solver.ErrCycles):
		return cli.Usagef("%w; use --method %s", err, solver.ByRetrograde)
	}
	return err
}
