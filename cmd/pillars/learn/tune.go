package learn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/parallel"
	"pillars/eval/tune"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

type tuneFlags struct {
	dataFlags
	from      string
	force     bool
	plot      string
	fit       training.Run
	loop      training.Loop
	nodes     uint64
	search    training.TuningPlan
	constants string
	rEnd      float64
}

// NewTuneCommand makes "tune".
func NewTuneCommand() *cobra.Command {
	f := &tuneFlags{}
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Fit the weights of the evaluation to games of self-play",
		Long: `Fit weights so that the evaluation foretells results: logistic regression on the positions of files made
by "pillars selfplay". The target of a position is the game's result, mixed with what the search expected (--lambda is
the share of the result). A share of the games is held back; the fit ends when the loss on them no longer falls. Weights
are drawn to those they begin with by --l2, more so where there are few positions.

With --generations the whole loop is done: games with the newest weights, a fit to the games of the latest generations,
a sequential test of the new weights against those before, which decides whether they are kept. -o is written only if a
test at the end finds the last weights stronger than the first ones.

With --search numbers in a player's text are tuned instead of weights: the keys that --constants names, by SPSA with the
formulas of fishtest (each question is a batch of pairs of games between the constants moved up and down). --folder
shows the trajectory in trajectory.csv and trajectory.svg. -o is written, in the form that --constants reads, only if a
sequential test finds the tuned player better than the player at the start.

After Ctrl-C the same command goes on: a fit from its checkpoint (the file of -o with .checkpoint added), the others
from all that lies in --folder (without it, -o with .generations or .search added). No result depends on --workers.`,
		Example: `  pillars tune pit-of-pillars --data pit.psd --from zero -o weights.txt --plot loss.svg
  pillars tune pit-of-pillars --data a.psd --data b.psd --lambda 0.5 --l2 300 -o weights.txt
  pillars tune pilastri --option size=6 --generations 4 --games 2000 --nodes 1200 --folder pilastri-6 -o weights.txt
  pillars tune pit-of-pillars --search mcts:nodes=800 --constants cpuct=:0.2..3,temperature=:0.1..2 --folder cpuct
  pillars tune pilastri --search mcts --nodes 2000 --constants @constants.csv --folder constants`,
		Args:              cli.OneGame,
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.dataFlags.register(cmd, "the `FILE` that the weights are written to", "txt")
	cli.QuietFlag(cmd, &f.quiet)
	f.register(cmd)
	f.registerLoop(cmd)
	f.registerSearch(cmd)
	return cmd
}

func (f *tuneFlags) register(cmd *cobra.Command) {
	set, selection := cmd.Flags(), &f.fit.Selection
	dataFlag(cmd, &f.fit.Files)
	set.StringVar(&f.from, "from", training.Current, "the weights to begin with: zero, `current`, hand or a file")
	set.StringVar((*string)(&selection.Quiet), "positions", string(selfplay.QuietSettled),
		"which positions count: `settled`, calm or any")
	set.BoolVar(&selection.SetUp, "set-up", false, "positions of the set-up stage count too")
	set.BoolVar(&selection.OnlyPatterns, "only-patterns", false, "features weigh nothing, nor take time to count")
	set.Float64Var(&selection.Lambda, "lambda", .7, "share of the result in the target; the rest is the search's score")
	heldBackFlags(cmd, selection)
	set.Float64Var(&f.fit.L2, "l2", 100, "how strongly weights are drawn back, by the square of the way in logits")
	set.IntVar(&f.fit.Epochs, "epochs", 200, "steps of the descent at most")
	set.IntVar(&f.fit.Patience, "patience", 10, "steps without a lower held-back loss that end the fit; 0 for never")
	set.IntVar(&f.fit.Workers, "workers", runtime.NumCPU(), "goroutines that compute")
	set.BoolVar(&f.force, "force", false, "replace the file of --output though another command wrote it")
	set.StringVar(&f.plot, "plot", "", "draw the losses as an SVG `FILE`")
	cli.Complete(cmd, "plot", cli.CompleteFiles("svg"))
	cli.CompleteChoice(cmd, "positions", "settled", "calm", "any")
	cli.Complete(cmd, "from",
		cobra.FixedCompletions([]string{"zero", "current", "hand"}, cobra.ShellCompDirectiveDefault))
}

func (f *tuneFlags) run(cmd *cobra.Command, name string) error {
	loop := cmd.Flags().Changed("generations")
	switch {
	case cmd.Flags().Changed("search"):
		return f.runSearch(cmd, name)
	case f.constants != "":
		return cli.Usagef("--constants names what --search tunes; name the player with --search")
	}
	if err := f.settle(name, loop); err != nil {
		return err
	}
	if loop {
		return f.runLoop(cmd)
	}
	return f.runFit(cmd)
}

func (f *tuneFlags) settle(name string, loop bool) (err error) {
	if f.fit.Rules, _, err = cli.Rules("", name, f.options); err != nil {
		return err
	}
	if err := errors.Join(f.fit.Selection.Check(), f.fit.FitOptions.Check()); err != nil {
		return cli.Usagef("%w", err)
	}
	switch {
	case f.out == "":
		return cli.Usagef("name the file for the weights with -o")
	case !loop && len(f.fit.Files) == 0:
		return cli.Usagef("name a file of games with --data (pillars selfplay makes one), or play with --generations")
	case loop && len(f.fit.Files) > 0:
		return cli.Usagef("--data and --generations are both given: generations play their own games")
	}
	f.fit.Checkpoint = f.out + ".checkpoint"
	state := f.fit.Checkpoint
	if loop {
		state = f.folder(".generations")
	}
	if err := errors.Join(cli.AtLeast("workers", f.fit.Workers, 1), f.refuseFiles(state)); err != nil {
		return err
	}
	if f.fit.Start, err = training.LoadWeights(f.from, f.fit.Rules); err != nil {
		return cli.Usagef("--from %s: %w", f.from, err)
	}
	return nil
}

// folder is that of --folder or, without one, the output with a suffix.
func (f *tuneFlags) folder(suffix string) string {
	if f.loop.Folder == "" && f.out != "" {
		return f.out + suffix
	}
	return f.loop.Folder
}

// refuseFiles refuses, before anything is done, files that must not be replaced. Where state is, which a call leaves
// beside its output, the output is that of an earlier call, which goes on.
func (f *tuneFlags) refuseFiles(state string) error {
	if f.plot != "" {
		if err := cli.SvgPicture.RefuseOther("--plot", f.plot); err != nil {
			return err
		}
	}
	if _, err := os.Stat(state); err == nil || f.out == "" {
		return nil
	}
	return cli.RefuseExisting("--output", f.out, f.force)
}

// work does what can be broken off at any time, since state keeps all that is done.
func (f *tuneFlags) work(
	cmd *cobra.Command, state string, do func(ctx context.Context, say *cli.Messages, drain <-chan struct{}) error,
) error {
	say := cli.NewMessages(cmd.ErrOrStderr(), f.quiet)
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	err := do(ctx, say, stops.Drain)
	say.Clear()
	if stops.End() && training.Interrupted(err) {
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: the same command goes on from %s", state))
	}
	return err
}

func (f *tuneFlags) runFit(cmd *cobra.Command) error {
	var fitted training.Fitted
	run := &f.fit
	err := f.work(cmd, run.Checkpoint, func(ctx context.Context, say *cli.Messages, drain <-chan struct{}) (err error) {
		ctx, cancel := parallel.Until(ctx, drain)
		defer cancel()
		fitted, err = run.Fit(ctx, observeFit(say))
		return err
	})
	if err == nil && f.plot != "" {
		var picture []byte
		if picture, err = fitted.Draw(); err == nil {
			err = cli.SvgPicture.WriteDrawn("--plot", f.plot, picture)
		}
	}
	if err != nil {
		return err
	}
	best, counts := fitted.State.Least(), fitted.Data.Counts
	err = training.WriteWeights(f.out, fitted.Layout, fitted.Weights, f.weightsOf(),
		fmt.Sprintf("Fitted to %d positions of %d games, loss %.5f (games held back: %.5f), "+
			"from %s, lambda %g, l2 %g, positions %s.", fitted.Data.Train.Len(), counts.Games-counts.Validation,
			best.Train, best.Validation, f.from, f.fit.Selection.Lambda, f.fit.L2, f.fit.Selection.Quiet),
		"By "+runner.Program()+".")
	if err != nil {
		return err
	}
	return f.reportFit(cmd.OutOrStdout(), fitted)
}

func (f *tuneFlags) weightsOf() string {
	return fmt.Sprintf("Weights of %s (%s), in hundredths of a logit of the expected result.",
		f.fit.Rules.Game().Title(), f.fit.Rules.Settings())
}

func observeFit(say *cli.Messages) training.RunObserver {
	return training.RunObserver{
		Remark: func(text string) { say.Sayf("%s", text) },
		Epoch: func(s *tune.State) {
			losses := s.Losses[s.Epochs()]
			say.Update(func() string {
				return fmt.Sprintf("epoch %d: loss %.5f, on games held back %.5f, the least %.5f after %d", s.Epochs(),
					losses.Train, losses.Validation, s.Least().Validation, s.BestAt)
			})
		},
	}
}

const mostChanged = 12 // weights that a report shows

func (f *tuneFlags) reportFit(w io.Writer, fitted training.Fitted) error {
	data, counts, state := fitted.Data, fitted.Data.Counts, fitted.State
	begun, best := state.Losses[0], state.Least()
	least := tune.Losses{Train: data.Train.LeastLoss(), Validation: data.Validation.LeastLoss()}
	changes := training.MostChanged(fitted.Layout, f.fit.Start, fitted.Weights, mostChanged)
	if f.json {
		changed := []table.Facts{}
		for _, c := range changes {
			changed = append(changed, table.Object("name", c.Name,
				"before", [2]float64{c.Before.Early, c.Before.Late}, "after", [2]float64{c.After.Early, c.After.Late}))
		}
		return cli.PrintJSON(w, table.Object("type", "tune", "file", f.out, "games", counts.Games,
			"games_held_back", counts.Validation, "turns", counts.Turns, "noisy", counts.Noisy,
			"repeated", counts.Twice, "train_positions", data.Train.Len(),
			"validation_positions", data.Validation.Len(), "bytes", data.Train.Bytes()+data.Validation.Bytes(),
			"epochs", state.Epochs(), "best_epoch", state.BestAt,
			"loss", table.Object("before", begun.Train, "after", best.Train, "least", least.Train), "validation_loss",
			table.Object("before", begun.Validation, "after", best.Validation, "least", least.Validation),
			"most_changed", changed))
	}
	fmt.Fprintf(w, "%d games, %d of them held back; "+
		"%d turns, of which %d are left out as not quiet and %d as repeated\n\n",
		counts.Games, counts.Validation, counts.Turns, counts.Noisy, counts.Twice)
	losses := table.New("#", "#positions", "#loss before", "#after", "#least possible")
	losses.Add("learned from", data.Train.Len(), formatted("%.5f", begun.Train, best.Train, least.Train))
	if n := data.Validation.Len(); n > 0 {
		losses.Add("held back", n, formatted("%.5f", begun.Validation, best.Validation, least.Validation))
	}
	weights := table.New("#most changed", "#early before", "#after", "#late before", "#after")
	for _, c := range changes {
		weights.Add(c.Name, formatted("%.2f", c.Before.Early, c.After.Early, c.Before.Late, c.After.Late))
	}
	losses.Indent, weights.Indent = 2, 2
	err := losses.WriteText(w)
	fmt.Fprintf(w, "\n%s, the best is number %d\n\n", tournament.Counted(state.Epochs(), "epoch"), state.BestAt)
	err = errors.Join(err, weights.WriteText(w))
	fmt.Fprintf(w, "\nweights: %s\n", f.out)
	return err
}

func formatted(format string, values ...float64) (texts []string) {
	for _, value := range values {
		texts = append(texts, fmt.Sprintf(format, value))
	}
	return texts
}
