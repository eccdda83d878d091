package learn

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/eval"
	"pillars/results/progress"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

type networkFlags struct {
	jobFlags
	fit training.NetworkRun
}

func newNetworkCommand() *cobra.Command {
	f := &networkFlags{}
	cmd := &cobra.Command{
		Use:   "network",
		Short: "Train a network to value positions, on games of self-play",
		Long: `Train a network of one hidden layer on the patterns of positions of "pillars selfplay", for a game of two
seats. It starts from weights of patterns, or from a network, and keeps the epoch with the least loss on the games held
back. Ctrl-C ends it; the same command goes on after the last whole epoch, from the -o file with .checkpoint added. The
number of workers changes nothing.`,
		Example: `  pillars tune weights --data pit.psd --from zero --only-patterns -o weights.txt
  pillars tune network --data pit.psd --from weights.txt -o network.txt
  pillars sprt alphabeta:time=20ms,weights=network.txt alphabeta:time=20ms --workers 1`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "write the network to this `FILE`", "txt")
	dataFlag(cmd, &f.fit.Files)
	fromFlag(cmd, &f.fit.From)
	selectionFlags(cmd, &f.fit.Selection)
	set := cmd.Flags()
	set.IntVar(&f.fit.Units, "units", 32, "hidden units: 32, 64 or 128")
	set.IntVar(&f.fit.Epochs, "epochs", 10, epochsUsage)
	set.IntVar(&f.fit.Batch, "batch", 4096, "positions that each step of the descent looks at, a multiple of 1024")
	set.Float64Var(&f.fit.Rate, "rate", .002, "length of the first steps; it falls to 0 along a cosine")
	set.Float64Var(&f.fit.Decay, "decay", .03, "how strongly the network is drawn to 0, by the rate")
	return cmd
}

func (f *networkFlags) settle() (err error) {
	run := &f.fit
	if run.Rules, _, err = f.Rules(); err != nil {
		return err
	}
	run.Workers, run.Seed, run.Checkpoint = f.workers, run.Selection.Seed, f.out+".checkpoint"
	if err := errors.Join(run.Selection.Check(), run.NetworkOptions.Check()); err != nil {
		return cli.Usagef("%w", err)
	}
	if f.out == "" {
		return cli.Usagef("-o is missing; name the file for the network")
	}
	if len(run.Files) == 0 {
		return errNoData
	}
	return f.refuseFiles(run.Checkpoint)
}

func (f *networkFlags) run(cmd *cobra.Command) error {
	if err := f.settle(); err != nil {
		return err
	}
	var made training.Trained
	var work training.Work
	err := f.work(cmd, f.fit.Checkpoint, &work, func(ctx context.Context, s *progress.Screen) (err error) {
		made, err = f.fit.Fit(ctx, training.ObserveNetwork(s, f.fit.Epochs))
		return err
	})
	if err != nil {
		return err
	}
	counts, best := made.Counts, made.State.Least()
	var text bytes.Buffer
	err = eval.WriteNetwork(&text, made.Layout, made.Network,
		fmt.Sprintf("Network of %s (%s): %d hidden units.", f.fit.Rules.Game().Title(), f.fit.Rules.Settings(),
			f.fit.Units),
		fmt.Sprintf("Trained on %d positions of %d games, loss %.5f (games held back: %.5f), from %s, lambda %g, "+
			"positions %s, %d epochs, rate %g, decay %g, seed %d.", made.Train, counts.Games-counts.Validation,
			best.Train, best.Validation, f.fit.From, f.fit.Selection.Lambda, f.fit.Selection.Quiet,
			made.State.BestAt, f.fit.Rate, f.fit.Decay, f.fit.Seed), "By "+runner.Program()+".")
	if err == nil {
		err = lock.Replace(f.out, text.Bytes())
	}
	if err != nil {
		return err
	}
	return cli.Answer(cmd.OutOrStdout(), f.json, table.Object("type", "network", "file", f.out, "games", counts.Games,
		"games_held_back", counts.Validation, "train_positions", made.Train, "validation_positions", made.Held,
		"epochs", made.State.Epochs(), "best_epoch", made.State.BestAt, "loss", best.Train, "validation_loss",
		best.Validation, "bytes", text.Len()),
		"%d positions of %d games, %d positions of %d games held back\n"+
			"epoch %d is the best: loss %.5f, held back %.5f\nnetwork: %s, %d bytes", made.Train,
		counts.Games-counts.Validation, made.Held, counts.Validation, made.State.BestAt, best.Train, best.Validation,
		f.out, text.Len())
}
