package learn

import (
	"context"
	"errors"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/parallel"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/results/training"
)

// fitFlags holds the values of the flags of commands that fit something to games.
type fitFlags struct{ dataFlags }

func (f *fitFlags) register(cmd *cobra.Command, output string) {
	f.dataFlags.register(cmd, output)
	f.gamesFlags(cmd)
	f.forceFlag(cmd)
	cli.QuietFlag(cmd)
}

const epochsUsage = "run at most this many epochs"

func workersFlag(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
}

func fromFlag(cmd *cobra.Command, from *string) {
	cmd.Flags().StringVar(from, "from", training.Current, "start from these `WEIGHTS`: zero, current, hand or a file")
}

// selectionFlags adds the flags of the positions to learn from, and sets their defaults.
func selectionFlags(cmd *cobra.Command, selection *training.Selection) {
	heldBackFlags(cmd, selection)
	set := cmd.Flags()
	set.StringVar((*string)(&selection.Quiet), "positions", string(selection.Quiet),
		"`KIND` of positions to learn from: quiet or any")
	set.StringVar((*string)(&selection.Stage), "stage", string(selection.Stage),
		"learn from positions of this `STAGE`: movement, set-up or both")
	set.Float64Var(&selection.Lambda, "lambda", selection.Lambda,
		"`SHARE` of the result in the target; the rest is the search's score")
}

// heldBackFlags adds --validation and --seed, which say which games are held back.
func heldBackFlags(cmd *cobra.Command, selection *training.Selection) {
	*selection = training.UsualSelection()
	cmd.Flags().Float64Var(&selection.Validation, "validation", selection.Validation,
		"hold back this `SHARE` of the games for validation")
	cmd.Flags().Uint64Var(&selection.Seed, "seed", selection.Seed, cli.SeedUsage)
}

// fit completes the job, calls do with a function that shows the progress, writes the result and prints it. optionsErr
// is the error of the flags of the command, or nil.
func (f *fitFlags) fit(cmd *cobra.Command, job *training.Job, optionsErr error,
	do func(context.Context, func(progress.State)) (outcome, error)) error {
	if err := f.settle(job, optionsErr, ""); err != nil {
		return err
	}
	var made outcome
	err := f.useGames(cmd, func(games training.Games) error {
		job.Games = games
		return interruptible(cmd, "", func(ctx context.Context, drain <-chan struct{}, say *progress.Screen) error {
			ctx, cancel := parallel.Until(ctx, drain) // a fit stops at the first interrupt
			defer cancel()
			job.Games.Remark = func(text string) { say.Sayf("%s", text) }
			var err error
			made, err = do(ctx, func(state progress.State) { say.Update(func() progress.State { return state }) })
			return err
		})
	})
	return conclude(cmd, made, err)
}

func newWeightsCommand() *cobra.Command {
	var f fitFlags
	run := training.WeightsRun{FitOptions: training.UsualFit()}
	cmd := cli.New("weights", "Fit the weights of the evaluation to games of self-play",
		func(cmd *cobra.Command, _ []string) error {
			do := func(ctx context.Context, show func(progress.State)) (_ outcome, err error) {
				if run.Start, err = training.LoadWeights(run.From, run.Rules); err != nil {
					return nil, cli.Usagef("--from %s: %w", run.From, err)
				}
				return run.Fit(ctx, training.ShowFit(run.Epochs, true, show))
			}
			return f.fit(cmd, &run.Job, errors.Join(run.Selection.Check(), run.FitOptions.Check()), do)
		})
	f.register(cmd, "write the weights to this `FILE`")
	fromFlag(cmd, &run.From)
	selectionFlags(cmd, &run.Selection)
	workersFlag(cmd, &run.Workers)
	set := cmd.Flags()
	set.BoolVar(&run.Selection.OnlyPatterns, "only-patterns", false, "fit patterns only, with all features at weight 0")
	set.Float64Var(&run.L2, "l2", run.L2, "`STRENGTH` of the regularization towards the weights of --from")
	set.IntVar(&run.Epochs, "epochs", run.Epochs, epochsUsage)
	set.IntVar(&run.Patience, "patience", run.Patience, "stop after this many epochs without a lower loss; 0 for never")
	return cmd
}

func newNetworkCommand() *cobra.Command {
	var f fitFlags
	var run training.NetworkRun
	cmd := cli.New("network", "Train a network to evaluate positions, on games of self-play",
		func(cmd *cobra.Command, _ []string) error {
			run.File, run.Seed, run.SetUp = f.out, run.Selection.Seed, run.Selection.Stage == training.StageSetUp
			do := func(ctx context.Context, show func(progress.State)) (outcome, error) {
				return run.Fit(ctx, training.ShowFit(run.Epochs, false, show))
			}
			optionsErr := errors.Join(run.Selection.Check(), run.NetworkOptions.Check())
			return f.fit(cmd, &run.Job, optionsErr, do)
		})
	f.register(cmd, "write the network to this `FILE`")
	fromFlag(cmd, &run.From)
	selectionFlags(cmd, &run.Selection)
	workersFlag(cmd, &run.Workers)
	set := cmd.Flags()
	set.IntVar(&run.Units, "units", 32, "hidden units: 32, 64 or 128")
	set.IntVar(&run.Epochs, "epochs", 10, epochsUsage)
	set.IntVar(&run.Batch, "batch", 4096, "positions in each step of gradient descent, a multiple of 1024")
	set.Float64Var(&run.Rate, "rate", .002, "learning `RATE` at the beginning; it falls to 0 along a cosine")
	set.Float64Var(&run.Decay, "decay", .03, "`STRENGTH` of the decay of weights towards 0, multiplied by the rate")
	return cmd
}

func newPolicyCommand() *cobra.Command {
	var f fitFlags
	var run training.PolicyRun
	cmd := cli.New("policy", "Fit the policy of a search to games of self-play",
		func(cmd *cobra.Command, _ []string) error {
			do := func(ctx context.Context, show func(progress.State)) (outcome, error) {
				return run.Fit(ctx, training.ShowFit(run.Epochs, true, show))
			}
			return f.fit(cmd, &run.Job, run.Check(), do)
		})
	f.register(cmd, "write the policy to this `FILE`")
	heldBackFlags(cmd, &run.Selection)
	set := cmd.Flags()
	set.Float64Var(&run.L2, "l2", 3, "`STRENGTH` of the regularization towards 0")
	set.IntVar(&run.Epochs, "epochs", 40, epochsUsage)
	set.Float64Var(&run.Temperature, "temperature", 1,
		"divide the weights by this `NUMBER`: above 1 evens the policy out")
	return cmd
}

func newExamplesCommand() *cobra.Command {
	var f dataFlags
	var job training.Job
	cmd := cli.New("examples", "Write training positions of a network, for your own trainer",
		func(cmd *cobra.Command, _ []string) error {
			if err := f.settle(&job, job.Selection.Check(), f.out); err != nil { // files in the folder are replaced
				return err
			}
			return f.useGames(cmd, func(games training.Games) error {
				job.Games = games
				c, train, held, err := job.WriteExamples(cmd.Context())
				if err != nil {
					return err
				}
				facts := table.Object("type", "examples", "folder", f.out, "games", c.Games, "games_held_back",
					c.Validation, "train_positions", train, "validation_positions", held)
				return cli.Answer(cmd, facts,
					"%d positions of %d games, %d positions of %d games held back\nexamples: %s",
					train, c.Games-c.Validation, held, c.Validation, f.out)
			})
		})
	f.register(cmd, "write the examples into this `FOLDER`")
	f.gamesFlags(cmd)
	selectionFlags(cmd, &job.Selection)
	return cmd
}

func newCalibrationCommand() *cobra.Command {
	var f fitFlags
	var job training.Job
	cmd := cli.New("calibration", "Fit the expected results after scores to games of self-play",
		func(cmd *cobra.Command, _ []string) error {
			return f.fit(cmd, &job, nil, func(ctx context.Context, _ func(progress.State)) (outcome, error) {
				return job.Calibrate(ctx)
			})
		})
	f.register(cmd, "write the calibration to this `FILE`")
	return cmd
}

// settle checks the flags that all fits have, and completes the job. optionsErr is the error of other flags, or nil. It
// takes precedence over errors of files. For state, see refuseFiles.
func (f *dataFlags) settle(job *training.Job, optionsErr error, state string) error {
	rules, _, err := f.Rules()
	switch {
	case err != nil:
		return err
	case optionsErr != nil:
		return cli.Usagef("%w", optionsErr)
	case f.out == "":
		return cli.Usagef("-o is missing; name the file to write")
	}
	job.Rules, job.File = rules, f.out
	return f.refuseFiles(state)
}

// refuseFiles returns an error if --output names an existing file that must not be replaced. state is the path at which
// an interrupted call leaves its state. If it exists, the output is from that call and may be replaced.
func (f *dataFlags) refuseFiles(state string) error {
	if _, err := os.Stat(state); err == nil || f.out == "" {
		return nil
	}
	return cli.RefuseExisting("--output", f.out, f.force)
}
