package learn

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/results/training"
)

// A fit is a command that learns something from stored games and writes it to a file.
type fit struct {
	outFlags
	job   *training.Job
	data  []string // runs of the games to learn from
	state string   // path at which an interrupted call leaves its state; "" if it leaves none
	check func() error
	learn func(ctx context.Context, show func(progress.State)) (outcome, error)
}

// outcome is a result that can be written to a file and reported.
type outcome interface {
	cli.Printed
	Write() error
}

// conclude writes the file of an outcome and prints the outcome.
func conclude(cmd *cobra.Command, made outcome) error {
	return cmp.Or(made.Write(), cli.Print(cmd, made))
}

// command returns the command. Its flag --output has the given usage text.
func (f *fit) command(name, short, output string) *cobra.Command {
	cmd := cli.New(name, short, f.run)
	f.register(cmd, output)
	cmd.Flags().StringArrayVar(&f.data, "data", nil, "learn from this `RUN` of self-play; repeatable")
	cli.DatabaseFlag(cmd)
	cli.QuietFlag(cmd)
	return cmd
}

func (f *fit) run(cmd *cobra.Command, _ []string) error {
	rules, _, err := f.Rules()
	switch checkErr := f.check(); {
	case err != nil:
		return err
	case checkErr != nil:
		return cli.Wrong("", checkErr)
	case f.out == "":
		return cli.Usagef("-o is missing; name the file to write")
	case len(f.data) == 0:
		return cli.Usagef("--data is missing; name a run of games (pillars selfplay plays one)")
	}
	if err := f.refuse(f.state); err != nil {
		return err
	}
	f.job.Rules, f.job.File = rules, f.out
	var made outcome
	err = cli.WithStore(cmd, func(db *store.Store) error {
		return cli.Watching(cmd, interruptedText(f.state), func(say *progress.Screen) (err error) {
			f.job.Games = training.Games{Store: db, Runs: f.data, Remark: func(text string) { say.Sayf("%s", text) }}
			show := func(state progress.State) { say.Update(func() progress.State { return state }) }
			made, err = f.learn(cmd.Context(), show)
			return cli.RunError(err)
		})
	})
	if err != nil {
		return err
	}
	return conclude(cmd, made)
}

// interruptedText says how to go on after an interrupt from the file or folder state, if there is one.
func interruptedText(state string) string {
	if state == "" {
		return "interrupted"
	}
	return "interrupted: the same command goes on from " + state
}

func workersFlag(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
}

func fromFlag(cmd *cobra.Command, from *string) {
	cmd.Flags().StringVar(from, "from", training.Current, "start from these `WEIGHTS`: zero, current, hand or a file")
}

func epochsFlag(cmd *cobra.Command, epochs *int, usual int) {
	cmd.Flags().IntVar(epochs, "epochs", usual, "run at most this many epochs")
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

func newWeightsCommand() *cobra.Command {
	run := training.WeightsRun{FitOptions: training.UsualFit()}
	f := fit{job: &run.Job,
		check: func() error { return errors.Join(run.Selection.Check(), run.FitOptions.Check()) },
		learn: func(ctx context.Context, show func(progress.State)) (_ outcome, err error) {
			if run.Start, err = training.LoadWeights(run.From, run.Rules); err != nil {
				return nil, cli.Wrong("--from "+run.From, err)
			}
			return run.Fit(ctx, training.ShowFit(run.Epochs, true, show))
		}}
	cmd := f.command("weights", "Fit the weights of the evaluation to games of self-play",
		"write the weights to this `FILE`")
	fromFlag(cmd, &run.From)
	selectionFlags(cmd, &run.Selection)
	workersFlag(cmd, &run.Workers)
	set := cmd.Flags()
	set.BoolVar(&run.Selection.OnlyPatterns, "only-patterns", false, "fit patterns only, with all features at weight 0")
	set.Float64Var(&run.L2, "l2", run.L2, "`STRENGTH` of the regularization towards the weights of --from")
	epochsFlag(cmd, &run.Epochs, run.Epochs)
	return cmd
}

func newNetworkCommand() *cobra.Command {
	var run training.NetworkRun
	f := fit{job: &run.Job}
	f.check = func() error {
		run.File, run.Seed, run.SetUp = f.out, run.Selection.Seed, run.Selection.Stage == training.StageSetUp
		f.state = run.Checkpoint()
		return errors.Join(run.Selection.Check(), run.NetworkOptions.Check())
	}
	f.learn = func(ctx context.Context, show func(progress.State)) (outcome, error) {
		return run.Fit(ctx, training.ShowFit(run.Epochs, false, show))
	}
	cmd := f.command("network", "Train a network to evaluate positions, on games of self-play",
		"write the network to this `FILE`")
	fromFlag(cmd, &run.From)
	selectionFlags(cmd, &run.Selection)
	workersFlag(cmd, &run.Workers)
	epochsFlag(cmd, &run.Epochs, 10)
	set := cmd.Flags()
	set.IntVar(&run.Units, "units", 32, "hidden units: 32, 64 or 128")
	set.IntVar(&run.Batch, "batch", 4096, "positions in each step of gradient descent, a multiple of 1024")
	set.Float64Var(&run.Rate, "rate", .002, "learning `RATE` at the beginning; it falls to 0 along a cosine")
	set.Float64Var(&run.Decay, "decay", .03, "`STRENGTH` of the decay of weights towards 0, multiplied by the rate")
	return cmd
}

func newPolicyCommand() *cobra.Command {
	var run training.PolicyRun
	f := fit{job: &run.Job, check: func() error { return run.Check() },
		learn: func(ctx context.Context, show func(progress.State)) (outcome, error) {
			return run.Fit(ctx, training.ShowFit(run.Epochs, true, show))
		}}
	cmd := f.command("policy", "Fit the policy of a search to games of self-play", "write the policy to this `FILE`")
	heldBackFlags(cmd, &run.Selection)
	epochsFlag(cmd, &run.Epochs, 40)
	cmd.Flags().Float64Var(&run.L2, "l2", 3, "`STRENGTH` of the regularization towards 0")
	cmd.Flags().Float64Var(&run.Temperature, "temperature", 1,
		"divide the weights by this `NUMBER`: above 1 evens the policy out")
	return cmd
}

func newCalibrationCommand() *cobra.Command {
	var job training.Job
	f := fit{job: &job, check: func() error { return nil },
		learn: func(ctx context.Context, _ func(progress.State)) (outcome, error) { return job.Calibrate(ctx) }}
	return f.command("calibration", "Fit the expected results after scores to games of self-play",
		"write the calibration to this `FILE`")
}

func newExamplesCommand() *cobra.Command {
	var job training.Job
	f := fit{job: &job}
	f.check = func() error {
		f.state = f.out // the files in an existing folder are replaced
		return job.Selection.Check()
	}
	f.learn = func(ctx context.Context, _ func(progress.State)) (outcome, error) {
		made := examples{folder: f.out}
		var err error
		made.counts, made.train, made.held, err = job.WriteExamples(ctx)
		return made, err
	}
	cmd := f.command("examples", "Write training positions of a network, for your own trainer",
		"write the examples into this `FOLDER`")
	selectionFlags(cmd, &job.Selection)
	return cmd
}

// examples says how many positions were written into a folder.
type examples struct {
	folder      string
	counts      training.Counts
	train, held int
}

// Write does nothing, since the files are written.
func (e examples) Write() error { return nil }

// Records returns the numbers as one record for JSON.
func (e examples) Records() []any {
	return []any{table.Object("type", "examples", "folder", e.folder, "games", e.counts.Games, "games_held_back",
		e.counts.Validation, "train_positions", e.train, "validation_positions", e.held)}
}

// WriteText writes the numbers and the folder.
func (e examples) WriteText(w io.Writer) error {
	return table.Printf(w, "%d positions of %d games, %d positions of %d games held back\nexamples: %s\n",
		e.train, e.counts.Games-e.counts.Validation, e.held, e.counts.Validation, e.folder)
}

// outFlags holds the values of --game, --option, --output and --force.
type outFlags struct {
	cli.RulesFlags
	out   string // path of the result
	force bool   // an existing file may be replaced
}

// register adds the flags and --json. output is the usage text of --output; if it is empty, the command writes no file.
func (f *outFlags) register(cmd *cobra.Command, output string) {
	f.RulesFlags.Register(cmd)
	cli.JSONFlag(cmd, "print the results as JSON lines")
	if output != "" {
		cmd.Flags().StringVarP(&f.out, "output", "o", "", output)
		cmd.Flags().BoolVar(&f.force, "force", false, "replace the --output file even if another command wrote it")
	}
}

// refuse returns an error if --output names an existing file that must not be replaced. state is the path at which an
// interrupted call leaves its state. If it exists, the output is from that call and may be replaced.
func (f *outFlags) refuse(state string) error {
	if _, err := os.Stat(state); err == nil {
		return nil
	}
	return cli.RefuseExisting("--output", f.out, f.force)
}
