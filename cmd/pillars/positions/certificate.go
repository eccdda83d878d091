package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

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
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	c, nodes, err := prove(ctx, status)
	status.Clear()
	switch {
	case err != nil && ctx.Err() != nil:
		return cli.Interrupted("interrupted before the proof was complete; the same command goes on from %s", kept)
	case err != nil:
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

// log returns the file that keeps what has been proven until the certificate is written.
func (f *certificateFlags) log() string { return f.output + logSuffix }

// shareLog returns the file that keeps what one share of the work has proven.
func (f *certificateFlags) shareLog() string {
	return f.output + "." + strings.ReplaceAll(f.share, "/", "of") + logSuffix
}

const logSuffix = ".log"

// logsOfShares returns the files of all shares that lie beside the certificate.
func (f *certificateFlags) logsOfShares() (paths []string, err error) {
	entries, err := os.ReadDir(filepath.Dir(f.output))
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, filepath.Base(f.output)+".") && strings.HasSuffix(name, logSuffix) {
			paths = append(paths, filepath.Join(filepath.Dir(f.output), name))
		}
	}
	return paths, err
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
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	p, err := f.prover(rules, status, f.shareLog())
	if err != nil {
		return err
	}
	proven, all, err := p.FirstTurns(ctx, number-1, shares)
	err = errors.Join(err, p.Close())
	status.Clear()
	if ctx.Err() != nil {
		return cli.Interrupted("interrupted; the same command goes on from %s", f.shareLog())
	}
	if err != nil {
		return err
	}
	return cli.Print(cmd, conclusion.Share{Proven: proven, FirstTurns: all, Log: f.shareLog(), Certificate: f.output})
}

// prover returns a prover that has read what all shares have proven, and keeps what it proves in a file.
func (f *certificateFlags) prover(rules engine.Rules, status *progress.Screen, log string) (*prover.Prover, error) {
	p, err := prover.New(rules, prover.Options{Memory: f.memory << 20, Threads: f.workers, Report: status.Note})
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	others, err := f.logsOfShares()
	if err != nil {
		return nil, err
	}
	title := "pillars proof 1 of " + rules.Game().Name() + " " + rules.Settings().String()
	for _, path := range others {
		if _, err := p.Gather(path, title); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%w; move it away", err)
		}
	}
	if _, err := p.Resume(log, title); err != nil {
		return nil, fmt.Errorf("%w; remove it to start over", err)
	}
	return p, nil
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
	p, err := f.prover(rules, status, f.log())
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
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd)
	err = c.Check(ctx, f.workers, func(members int) { status.Count(members, c.Len(), "member") })
	status.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Interrupted("interrupted; nothing is known of the certificate")
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
