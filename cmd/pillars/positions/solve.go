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
	method    string
	positions int
	time      time.Duration
	proof     certificateFlags
}

// NewSolveCommand returns the command "solve".
func NewSolveCommand() *cobra.Command {
	var flags solveFlags
	cmd := cli.AddGameFlags(&flags.game, cli.New("solve", "Prove the result of a small board under best play",
		flags.run))
	cmd.Flags().StringVar(&flags.method, "method", "",
		"`METHOD`: "+solver.BySearch+" or "+solver.ByRetrograde+" (default: the one that suits the game)")
	cmd.Flags().IntVar(&flags.positions, "positions", 20_000_000, "give up beyond this many positions")
	cmd.Flags().DurationVar(&flags.time, "time", 0, "stop after this time, such as 10m"+cli.NoLimit)
	flags.proof.register(cmd)
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
	if f.proof.check != "" {
		return f.proof.checkFile(cmd)
	}
	p, err := f.checkedPosition(cmd)
	switch {
	case err != nil:
		return err
	case f.proof.output != "":
		return f.certify(cmd, p)
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	solution, err := solver.Solve(ctx, p, f.method, solver.Limits{Positions: f.positions, Report: status.Note})
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
	if f.method == "" {
		f.method = solver.MethodOf(p.Rules())
	}
	switch {
	case f.method != solver.BySearch && f.method != solver.ByRetrograde:
		return nil, cli.Usagef("--method %q: must be %s or %s", f.method, solver.BySearch, solver.ByRetrograde)
	case f.method == solver.BySearch:
		if err := prover.Takes(p.Rules()); err != nil {
			return nil, cli.Usagef("--method %s: %w; use --method %s", f.method, err, solver.ByRetrograde)
		}
	}
	return p, nil
}

// certify proves who wins from the start and writes a certificate.
func (f *solveFlags) certify(cmd *cobra.Command, p engine.Position) error {
	if cmd.Flags().Changed("position") {
		return cli.Usagef("--certificate proves the start of the game; leave --position out")
	}
	if f.method == solver.BySearch {
		return f.proof.write(cmd, "; the same command goes on from "+f.proof.log(), p.Rules(), f.proof.search)
	}
	return f.proof.write(cmd, "", p.Rules(), func(
		ctx context.Context, status *progress.Screen, rules engine.Rules,
	) (proven answer.Certificate, err error) {
		c, err := certificate.NewRanked(rules)
		if err != nil {
			return proven, cli.Usagef("%w", err)
		}
		limits := solver.Limits{Positions: f.positions, Report: status.Note}
		if err := solver.Losses(ctx, p, limits, c.Add); err != nil && ctx.Err() == nil {
			return proven, explainUnsolved(err)
		}
		return answer.Certificate{Proof: c}, ctx.Err()
	})
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

type certificateFlags struct {
	output, check string // paths of the certificate to write and of the one to check
	turns         int    // the certificate omits positions that are lost within this number of turns
	all           bool   // whether to prove the value of every first turn
	memory        int    // size of the table of proven positions, in MiB
	workers       int
}

func (f *certificateFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.output, "certificate", "", "write a proof that others can check to `FILE`")
	set.StringVar(&f.check, "check", "", "check the certificate in `FILE`")
	set.BoolVar(&f.all, "first-turns", false, "with --certificate for Pilastri: prove the value of every first turn")
	set.IntVar(&f.turns, "turns", 4,
		"with --certificate for Pilastri: leave out positions lost within `N` turns, counted over both seats")
	set.IntVar(&f.memory, "memory", 1024, "with --certificate for Pilastri: `MIB` of memory for proven positions")
	set.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	cmd.MarkFlagsMutuallyExclusive("certificate", "check")
}

// write calls prove and writes the certificate. It then removes the log, the file of proven positions. If the user
// interrupts the proof, the error ends with the text goesOn.
func (f *certificateFlags) write(cmd *cobra.Command, goesOn string, rules engine.Rules, prove proving) error {
	err := cmp.Or(cli.Between("memory", f.memory, 1, 1<<20), cli.Between("turns", f.turns, 0, certificate.MaxTurns),
		cli.AtLeast("workers", f.workers, 1), cli.RefuseExisting("--certificate", f.output, false))
	switch {
	case err != nil:
		return err
	case f.turns%2 != 0:
		return cli.Usagef("--turns %d: must be even", f.turns)
	}
	var proven answer.Certificate
	err = cli.Watching(cmd, "interrupted before the proof was complete"+goesOn,
		func(status *progress.Screen) (err error) {
			proven, err = prove(cmd.Context(), status, rules)
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
func (f *certificateFlags) log() string { return f.output + ".log" }

// A proving function proves who wins from the start of a game.
type proving func(context.Context, *progress.Screen, engine.Rules) (answer.Certificate, error)

// search is the [proving] function for Pilastri, with the prover of that game.
func (f *certificateFlags) search(
	ctx context.Context, status *progress.Screen, rules engine.Rules,
) (proven answer.Certificate, err error) {
	made, err := certificate.New(rules, f.turns)
	if err != nil {
		return proven, cli.Usagef("%w", err)
	}
	debug.SetGCPercent(10) // by default, garbage may take as much memory as the table
	p, err := prover.New(rules, prover.Options{Memory: f.memory << 20, Threads: f.workers, Report: status.Note})
	if err != nil {
		return proven, cli.Usagef("%w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err = p.Keep(f.log()); err != nil {
		return proven, err
	}
	if err = p.Members(ctx, f.turns, f.all, made.Add); err != nil {
		return proven, err
	}
	made.Sort()
	return answer.Certificate{Proof: made, Nodes: p.Nodes()}, nil
}

func (f *certificateFlags) checkFile(cmd *cobra.Command) error {
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
