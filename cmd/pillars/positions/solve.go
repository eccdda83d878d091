package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"time"

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
	game      cli.GameFlags
	positions int
	time      time.Duration

	output, check string // paths of the certificate to write and of the one to check
	turns         int    // the certificate omits positions that are lost within this number of turns
	all           bool   // whether to prove the value of every first turn
	memory        int    // size of the table of proven positions, in MiB
	workers       int
}

// NewSolveCommand returns the command "solve".
func NewSolveCommand() *cobra.Command {
	var flags solveFlags
	cmd := cli.AddGameFlags(&flags.game, cli.New("solve", "Prove the result of a small board under best play",
		flags.run))
	set := cmd.Flags()
	set.IntVar(&flags.positions, "positions", 20_000_000, "give up beyond this many positions")
	set.DurationVar(&flags.time, "time", 0, "stop after this time, such as 10m"+cli.NoLimit)
	set.StringVar(&flags.output, "certificate", "", "write a proof that others can check to `FILE`")
	set.StringVar(&flags.check, "check", "", "check the certificate in `FILE`")
	set.BoolVar(&flags.all, "first-turns", false,
		"with --certificate for Pilastri: prove the value of every first turn")
	set.IntVar(&flags.turns, "turns", 4,
		"with --certificate for Pilastri: leave out positions lost within `N` turns, counted over both seats")
	set.IntVar(&flags.memory, "memory", 1024, "with --certificate for Pilastri: `MIB` of memory for proven positions")
	set.IntVar(&flags.workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	cmd.MarkFlagsMutuallyExclusive("certificate", "check")
	cli.JSONFlag(cmd, "print JSON")
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command, _ []string) error {
	if err := cli.AtLeast("time", f.time, 0); err != nil {
		return err
	}
	if f.time > 0 {
		ctx, cancel := context.WithTimeout(cmd.Context(), f.time)
		defer cancel()
		cmd.SetContext(ctx)
	}
	if f.check != "" {
		return f.checkFile(cmd)
	}
	p, err := f.checkedPosition(cmd)
	switch {
	case err != nil:
		return err
	case f.output != "":
		return f.certify(cmd, p)
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	solution, err := solver.Solve(ctx, p, solver.Limits{Positions: f.positions, Report: status.Note})
	status.Clear()
	if err != nil {
		return explainUnsolved(err)
	}
	return cli.Print(cmd, answer.Solution{Solution: solution, Limit: "--positions"})
}

func (f *solveFlags) checkedPosition(cmd *cobra.Command) (engine.Position, error) {
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
	return p, nil
}

// certify proves who wins from the start and writes a certificate. It then removes the log, the file of proven
// positions.
func (f *solveFlags) certify(cmd *cobra.Command, p engine.Position) error {
	err := cmp.Or(cli.Between("memory", f.memory, 1, 1<<20), cli.Between("turns", f.turns, 0, certificate.MaxTurns),
		cli.AtLeast("workers", f.workers, 1), cli.RefuseExisting("--certificate", f.output, false))
	switch {
	case cmd.Flags().Changed("position"):
		return cli.Usagef("--certificate proves the start of the game; leave --position out")
	case err != nil:
		return err
	case f.turns%2 != 0:
		return cli.Usagef("--turns %d: must be even", f.turns)
	}
	prove, goesOn := f.proveBackwards, ""
	if prover.Takes(p.Rules()) == nil {
		prove, goesOn = f.search, "; the same command goes on from "+f.log()
	}
	var proven answer.Certificate
	err = cli.Watching(cmd, "interrupted before the proof was complete"+goesOn,
		func(status *progress.Screen) (err error) {
			proven, err = prove(cmd.Context(), status, p)
			return err
		})
	if err != nil {
		return err
	}
	if err := cli.WriteNewFile("--certificate", f.output, false, proven.Proof.Write); err != nil {
		return err
	}
	if err := os.Remove(f.log()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return printCertificate(cmd, f.output, proven)
}

// log returns the path of the file that stores proven positions until the certificate is written.
func (f *solveFlags) log() string { return f.output + ".log" }

// proveBackwards proves who wins in p by retrograde analysis.
func (f *solveFlags) proveBackwards(
	ctx context.Context, status *progress.Screen, p engine.Position,
) (proven answer.Certificate, err error) {
	made, err := certificate.NewRanked(p.Rules())
	if err != nil {
		return proven, cli.Usagef("%w", err)
	}
	limits := solver.Limits{Positions: f.positions, Report: status.Note}
	if err := solver.Losses(ctx, p, limits, made.Add); err != nil && ctx.Err() == nil {
		return proven, explainUnsolved(err)
	}
	return answer.Certificate{Proof: made}, ctx.Err()
}

// search proves who wins in the start p of a game of Pilastri by the prover of that game.
func (f *solveFlags) search(
	ctx context.Context, status *progress.Screen, p engine.Position,
) (proven answer.Certificate, err error) {
	made, err := certificate.New(p.Rules(), f.turns)
	if err != nil {
		return proven, cli.Usagef("%w", err)
	}
	debug.SetGCPercent(10) // by default, garbage may take as much memory as the table
	options := prover.Options{Memory: f.memory << 20, Threads: f.workers, Report: status.Note}
	searcher, err := prover.New(p.Rules(), options)
	if err != nil {
		return proven, cli.Usagef("%w", err)
	}
	defer func() { err = errors.Join(err, searcher.Close()) }()
	if err = searcher.Keep(f.log()); err != nil {
		return proven, err
	}
	if err = searcher.Members(ctx, f.turns, f.all, made.Add); err != nil {
		return proven, err
	}
	made.Sort()
	return answer.Certificate{Proof: made, Nodes: searcher.Nodes()}, nil
}

func (f *solveFlags) checkFile(cmd *cobra.Command) error {
	file, err := outside.Open(f.check)
	if err != nil {
		return err
	}
	defer file.Close()
	c, err := certificate.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", f.check, err)
	}
	err = cli.Watching(cmd, "interrupted; nothing is known of the certificate", func(status *progress.Screen) error {
		report := func(members int) { status.Count(members, c.Len(), "member") }
		return certificate.Check(cmd.Context(), c, f.workers, report)
	})
	switch {
	case cli.Exits(err, cli.ExitInterrupted):
		return err
	case err != nil:
		return fmt.Errorf("%s proves nothing: %w", f.check, err)
	}
	err = printCertificate(cmd, f.check, answer.Certificate{Proof: c, Checked: true})
	if value, _ := certificate.Values(c, c.Rules().Start()); err == nil && value == certificate.Unknown {
		err = fmt.Errorf("%s proves no winner: its positions are lost, but none settles the start", f.check)
	}
	return err
}

// explainUnsolved returns the error of a computation with what the user can do about it.
func explainUnsolved(err error) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return cli.Interrupted("interrupted before the proof was complete")
	case errors.Is(err, solver.ErrTooMany):
		return fmt.Errorf("%w; "+
			"give a smaller board, a later position or, if memory allows, a larger --positions", err)
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
