package positions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/conclusion"
	"pillars/search/proof/certificate"
	"pillars/search/proof/prover"
)

// certificateFlags are the flags of "solve" that have to do with certificates.
type certificateFlags struct {
	output, check string // files
	turns         int
	all           bool
	memory        int // MiB
	workers       int
}

func (f *certificateFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.output, "certificate", "", "write a proof that others can check to `FILE` (Pilastri)")
	set.StringVar(&f.check, "check", "", "check the certificate in `FILE`")
	set.BoolVar(&f.all, "first-turns", false, "with --certificate: prove the value of every first turn")
	set.IntVar(&f.turns, "turns", 4, "with --certificate: leave out positions lost within `N` turns of both seats")
	set.IntVar(&f.memory, "memory", 1024, "with --certificate: `MIB` of memory for what is proven")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	cmd.MarkFlagsMutuallyExclusive("certificate", "check")
}

// write proves the value of the start and writes its certificate.
func (f *certificateFlags) write(cmd *cobra.Command, rules engine.Rules) error {
	err := errors.Join(cli.Between("memory", f.memory, 1, 1<<20), cli.Between("turns", f.turns, 0, 20),
		cli.AtLeast("workers", f.workers, 1), cli.RefuseExisting("--certificate", f.output, false))
	switch {
	case err != nil:
		return err
	case f.turns%2 != 0:
		return cli.Usagef("--turns %d: must be even", f.turns)
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	c, nodes, err := f.prove(ctx, cmd, rules)
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Interrupted("interrupted before the proof was complete; the same command goes on from %s", f.log())
	case err != nil:
		return err
	}
	if err := cli.WriteNewFile("--certificate", f.output, false, c.Write); err != nil {
		return err
	}
	if err := os.Remove(f.log()); err != nil {
		return err
	}
	return f.print(cmd, f.output, c, nodes)
}

// log returns the file that keeps what has been proven until the certificate is written.
func (f *certificateFlags) log() string { return f.output + ".log" }

// prove returns the certificate and the number of positions searched.
func (f *certificateFlags) prove(ctx context.Context, cmd *cobra.Command, rules engine.Rules) (
	c *certificate.Certificate, nodes uint64, err error) {
	status := cli.NewScreen(cmd)
	defer status.Clear()
	b, err := certificate.NewBuilder(rules, f.turns)
	if err != nil {
		return nil, 0, cli.Usagef("%w", err)
	}
	p, err := prover.New(rules, prover.Options{Memory: f.memory << 20, Threads: f.workers, Report: status.Note})
	if err != nil {
		return nil, 0, cli.Usagef("%w", err)
	}
	title := "pillars proof 1 of " + rules.Game().Name() + " " + rules.Settings().String()
	if _, err := p.Resume(f.log(), title); err != nil {
		return nil, 0, fmt.Errorf("%w; remove it to start over", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if _, err := p.FirstWins(ctx); err != nil {
		return nil, 0, err
	}
	status.Sayf("the start is proven after %d positions; collecting the certificate", p.Nodes())
	if err := p.Members(ctx, f.turns, f.all, b.Add); err != nil {
		return nil, 0, err
	}
	return b.Certificate(), p.Nodes(), nil
}

// checkFile checks a certificate.
func (f *certificateFlags) checkFile(cmd *cobra.Command) error {
	var c *certificate.Certificate
	file, err := os.Open(f.check)
	if err != nil {
		return err
	}
	defer file.Close()
	if c, err = certificate.Read(file); err != nil {
		return fmt.Errorf("%s: %w", f.check, err)
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	err = c.Check(ctx, f.workers, func(members int) { status.Count(members, c.Len(), "members") })
	status.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Interrupted("interrupted; nothing is known of the certificate")
	case err != nil:
		return fmt.Errorf("%s proves nothing: %w", f.check, err)
	}
	return f.print(cmd, f.check, c, 0)
}

func (f *certificateFlags) print(cmd *cobra.Command, path string, c *certificate.Certificate, nodes uint64) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	start := c.Rules.Start()
	value, turns := c.Values(start)
	return cli.Print(cmd, conclusion.Certificate{
		Type: "certificate", Game: c.Rules.Game().Name(), Options: c.Rules.Settings().String(),
		Position: start.String(), Members: c.Len(), Turns: c.Turns, Bytes: info.Size(), Checked: nodes == 0,
		Value: value, FirstTurns: turns, Nodes: nodes, Seats: c.Rules.SeatNames(),
	})
}
