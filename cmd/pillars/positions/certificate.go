package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/conclusion"
	"pillars/results/show/progress"
	"pillars/search/proof/certificate"
	"pillars/search/proof/prover"
)

// certificateFlags are the flags of "solve" that have to do with certificates.
type certificateFlags struct {
	output, check string // files
	turns         int
	all           bool
	share         string // I/N
	memory        int    // MiB
	workers       int
}

func (f *certificateFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.output, "certificate", "", "write a proof that others can check to `FILE`")
	set.StringVar(&f.check, "check", "", "check the certificate in `FILE`")
	set.BoolVar(&f.all, "first-turns", false, "with --certificate for Pilastri: prove the value of every first turn")
	set.StringVar(&f.share, "share", "", "with --first-turns: prove only part `I/N` of the first turns: "+
		"every Nth, from the Ith on, so that N machines share the work")
	set.IntVar(&f.turns, "turns", 4,
		"with --certificate for Pilastri: leave out positions lost within `N` turns, counted over both seats")
	set.IntVar(&f.memory, "memory", 1024, "with --certificate for Pilastri: `MIB` of memory for proven positions")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	cmd.MarkFlagsMutuallyExclusive("certificate", "check")
}

// write proves who wins and writes the certificate. Kept is the file that keeps what has been proven until then.
func (f *certificateFlags) write(cmd *cobra.Command, kept string, prove proving) error {
	err := cmp.Or(cli.Between("memory", f.memory, 1, 1<<20), cli.Between("turns", f.turns, 0, 20),
		cli.AtLeast("workers", f.workers, 1), cli.RefuseExisting("--certificate", f.output, false))
	switch {
	case err != nil:
		return err
	case f.turns%2 != 0:
		return cli.Usagef("--turns %d: must be even", f.turns)
	}
	var c certificate.Proof
	var nodes uint64
	err = cli.Watching(cmd, "interrupted before the proof was complete; the same command goes on from "+kept,
		func(status *progress.Screen) (err error) {
			c, nodes, err = prove(cmd.Context(), status)
			return err
		})
	if err != nil {
		return err
	}
	if err := cli.WriteNewFile("--certificate", f.output, false, c.Write); err != nil {
		return err
	}
	if err := os.Remove(kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return printCertificate(cmd, f.output, c, conclusion.Certificate{Nodes: nodes})
}

// proveShare proves a share of the first turns, which another call makes a certificate of.
func (f *certificateFlags) proveShare(cmd *cobra.Command, rules engine.Rules) error {
	var number, shares int
	if n, _ := fmt.Sscanf(f.share, "%d/%d", &number, &shares); n < 2 || number < 1 || number > shares ||
		f.share != fmt.Sprintf("%d/%d", number, shares) {
		return cli.Usagef("--share %s: must be I/N with I from 1 to N, such as 2/3", f.share)
	}
	if !f.all || f.output == "" {
		return cli.Usagef("--share needs --first-turns and --certificate")
	}
	share := conclusion.Share{Log: f.log(), Certificate: f.output}
	err := cli.Watching(cmd, "interrupted; the same command goes on from "+share.Log,
		func(status *progress.Screen) error {
			p, err := f.prover(rules, status)
			if err != nil {
				return err
			}
			share.Proven, share.FirstTurns, err = p.FirstTurns(cmd.Context(), number-1, shares)
			return errors.Join(err, p.Close())
		})
	if err != nil {
		return err
	}
	return cli.Print(cmd, share)
}

// log returns the file that keeps what has been proven until the certificate is written.
func (f *certificateFlags) log() string { return prover.LogFile(f.output, f.share) }

// prover returns a prover that keeps what it proves in the log, and has read the logs of all shares.
func (f *certificateFlags) prover(rules engine.Rules, status *progress.Screen) (*prover.Prover, error) {
	p, err := prover.New(rules, prover.Options{Memory: f.memory << 20, Threads: f.workers, Report: status.Note})
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return p, p.Keep(f.output, f.share)
}

// proving is a function that returns a certificate and the number of positions searched.
type proving func(ctx context.Context, status *progress.Screen) (c certificate.Proof, nodes uint64, err error)

// search proves a board of Pilastri.
func (f *certificateFlags) search(ctx context.Context, status *progress.Screen, rules engine.Rules) (
	c certificate.Proof, nodes uint64, err error) {
	b, err := certificate.NewBuilder(rules, f.turns)
	if err != nil {
		return nil, 0, cli.Usagef("%w", err)
	}
	p, err := f.prover(rules, status)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if _, err := p.FirstWins(ctx); err != nil {
		return nil, 0, err
	}
	if f.all {
		if _, _, err := p.FirstTurns(ctx, 0, 1); err != nil {
			return nil, 0, err
		}
	}
	status.Sayf("proven after %d positions; collecting the certificate", p.Nodes())
	if err := p.Members(ctx, f.turns, f.all, b.Add); err != nil {
		return nil, 0, err
	}
	return b.Certificate(), p.Nodes(), nil
}

// checkFile checks a certificate.
func (f *certificateFlags) checkFile(cmd *cobra.Command) error {
	var c certificate.Proof
	file, err := os.Open(f.check)
	if err != nil {
		return err
	}
	defer file.Close()
	if c, err = certificate.Read(file); err != nil {
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
	return printCertificate(cmd, f.check, c, conclusion.Certificate{Checked: true})
}

// printCertificate prints what a certificate in a file says. How says how it came about.
func printCertificate(cmd *cobra.Command, path string, c certificate.Proof, how conclusion.Certificate) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	rules := c.Rules()
	start := rules.Start()
	how.Type, how.Game, how.Options = "certificate", rules.Game().Name(), rules.Settings().String()
	how.Position, how.Seats = start.String(), rules.SeatNames()
	how.Members, how.Bytes = c.Len(), info.Size()
	how.Value, how.FirstTurns = c.Values(start)
	return cli.Print(cmd, how)
}
