package learn

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/progress"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
)

type weightsFlags struct {
	jobFlags
	from string
	fit  training.Run
}

func newWeightsCommand() *cobra.Command {
	f := &weightsFlags{}
	cmd := cli.New("weights", "Fit the weights of the evaluation to games of self-play", f.run)
	f.register(cmd)
	f.gamesFlags(cmd)
	f.plotFlag(cmd, "draw the loss by epoch into this SVG `FILE`")
	return cmd
}

func (f *weightsFlags) register(cmd *cobra.Command) {
	f.jobFlags.register(cmd, "write the weights to this `FILE`", "txt")
	set, selection := cmd.Flags(), &f.fit.Selection
	fromFlag(cmd, &f.from)
	selectionFlags(cmd, selection)
	set.BoolVar(&selection.OnlyPatterns, "only-patterns", false, "fit patterns only, with all features at weight 0")
	set.Float64Var(&f.fit.L2, "l2", 100, "`STRENGTH` of the regularization towards the weights of --from")
	set.IntVar(&f.fit.Epochs, "epochs", 200, epochsUsage)
	set.IntVar(&f.fit.Patience, "patience", 10, "stop after this many epochs without a lower loss; 0 for never")
}

const epochsUsage = "run at most this many epochs"

func fromFlag(cmd *cobra.Command, from *string) {
	cmd.Flags().StringVar(from, "from", training.Current, "start from these `WEIGHTS`: zero, current, hand or a file")
	cli.Complete(cmd, "from",
		cobra.FixedCompletions([]string{"zero", "current", "hand"}, cobra.ShellCompDirectiveDefault))
}

func selectionFlags(cmd *cobra.Command, selection *training.Selection) {
	set := cmd.Flags()
	set.StringVar((*string)(&selection.Quiet), "positions", string(training.QuietSearch),
		"`KIND` of positions to learn from: quiet, no-noisy-step or any")
	cli.CompleteChoice(cmd, "positions", "quiet", "no-noisy-step", "any")
	set.StringVar((*string)(&selection.Stage), "stage", string(training.StageMovement),
		"learn from positions of this `STAGE`: movement, set-up or both")
	cli.CompleteChoice(cmd, "stage", "movement", "set-up", "both")
	set.IntVar(&selection.Margin, "margin", 30, "largest change by captures in a quiet position, in 1/100 logit")
	set.Float64Var(&selection.Lambda, "lambda", .7,
		"`SHARE` of the result in the target; the rest is the search's score")
	heldBackFlags(cmd, selection)
}

// settle checks the flags and completes f.fit. For state, see refuseFiles.
func (f *weightsFlags) settle(state string) (err error) {
	optionsErr := errors.Join(f.fit.Selection.Check(), f.fit.FitOptions.Check())
	if f.fit.Rules, err = f.settleFit(optionsErr, "weights", state); err != nil {
		return err
	}
	if f.fit.Start, err = training.LoadWeights(f.from, f.fit.Rules); err != nil {
		return cli.Usagef("--from %s: %w", f.from, err)
	}
	f.fit.Workers, f.fit.From, f.fit.File = f.workers, f.from, f.out
	return nil
}

func (f *weightsFlags) run(cmd *cobra.Command, _ []string) error {
	var fitted training.Fitted
	run := &f.fit
	run.Checkpoint = f.out + ".checkpoint"
	if err := f.settle(run.Checkpoint); err != nil {
		return err
	}
	err := f.learn(cmd, run.Checkpoint,
		func(ctx context.Context, games training.Games, show func(progress.State)) (err error) {
			run.Games = games
			fitted, err = run.Fit(ctx, training.ShowFit(run.Epochs, show))
			return err
		})
	if err == nil {
		err = f.draw(fitted.Draw)
	}
	return f.conclude(cmd, fitted, err)
}

// mixedOpenings is the default number of openings of a match with more than two seats.
const mixedOpenings = 40

type loopFlags struct {
	weightsFlags
	loop  training.Loop
	nodes uint64
}

func newLoopCommand() *cobra.Command {
	f := &loopFlags{}
	cmd := cli.New("loop", "Repeat self-play, fit and match", f.run)
	f.weightsFlags.register(cmd)
	registerPlay(cmd, &f.loop.Plan.Play)
	for _, name := range []string{"positions", "stage", "only-patterns", "lambda", "validation", "l2", "epochs",
		"patience", "random-turns", "stray", "own-set-up", "longest", "margin"} {
		cmd.Flags().Lookup(name).Hidden = true // "tune weights" and "selfplay" explain these flags
	}
	set, plan := cmd.Flags(), &f.loop.Plan
	f.matchFlags(cmd, &plan.OpeningTurns, &plan.Elo1)
	set.IntVar(&f.loop.Generations, "generations", 4, "generations to run")
	set.IntVar(&plan.Games, "games", 2000, "self-play games in each generation")
	set.Uint64Var(&f.nodes, "nodes", 1200, cli.NodesUsage)
	set.StringVar(&plan.Player, "player", "alphabeta:table=1", "the `PLAYER` to improve, without nodes and weights")
	set.IntVar(&plan.Window, "window", 3, "fit to the games of this many latest generations")
	set.IntVar(&plan.Pairs, "match-pairs", 200, "play at most this many pairs in a match; then the score decides. "+
		fmt.Sprintf("With more than two seats, at most this many openings, by default %d", mixedOpenings))
	return cmd
}

func (f *loopFlags) run(cmd *cobra.Command, _ []string) error {
	f.settleFolder(".generations")
	if err := f.settle(f.folder); err != nil {
		return err
	}
	loop, plan := &f.loop, &f.loop.Plan
	plan.Player, plan.Selection = search.With(plan.Player, "nodes", f.nodes), f.fit.Selection
	plan.Seed, plan.L2, plan.Epochs, plan.Patience = plan.Selection.Seed, f.fit.L2, f.fit.Epochs, f.fit.Patience
	loop.Folder, loop.Rules, loop.Start, loop.From, loop.File = f.folder, f.fit.Rules, f.fit.Start, f.from, f.out
	loop.Workers, loop.NewPlayer = f.workers, players.Recorded
	if loop.Rules.Seats() > 2 && !cmd.Flags().Changed("match-pairs") {
		plan.Pairs = mixedOpenings
	}
	var outcome training.LoopOutcome
	err := f.work(cmd, loop.Folder, &loop.Work, func(ctx context.Context, screen *progress.Screen) (err error) {
		var printErr error
		loop.OnGeneration = func(g training.Generation) {
			printErr = errors.Join(printErr, cli.PrintTo(screen.Above(cmd.OutOrStdout()), cmd, g))
		}
		loop.Follow(screen)
		outcome, err = loop.Run(ctx)
		return errors.Join(err, printErr)
	})
	return f.conclude(cmd, outcome, err)
}

func newNetworkCommand() *cobra.Command {
	var f jobFlags
	var run training.NetworkRun
	cmd := cli.New("network", "Train a network to evaluate positions, on games of self-play",
		func(cmd *cobra.Command, _ []string) error { return f.trainNetwork(cmd, run) })
	f.register(cmd, "write the network to this `FILE`", "txt")
	f.gamesFlags(cmd)
	fromFlag(cmd, &run.From)
	selectionFlags(cmd, &run.Selection)
	set := cmd.Flags()
	set.IntVar(&run.Units, "units", 32, "hidden units: 32, 64 or 128")
	set.IntVar(&run.Epochs, "epochs", 10, epochsUsage)
	set.IntVar(&run.Batch, "batch", 4096, "positions in each step of gradient descent, a multiple of 1024")
	set.Float64Var(&run.Rate, "rate", .002, "learning `RATE` at the beginning; it falls to 0 along a cosine")
	set.Float64Var(&run.Decay, "decay", .03, "`STRENGTH` of the decay of weights towards 0, multiplied by the rate")
	return cmd
}

func (f *jobFlags) trainNetwork(cmd *cobra.Command, run training.NetworkRun) (err error) {
	run.File, run.Workers, run.Seed, run.Checkpoint = f.out, f.workers, run.Selection.Seed, f.out+".checkpoint"
	run.SetUp = run.Selection.Stage == training.StageSetUp
	optionsErr := errors.Join(run.Selection.Check(), run.NetworkOptions.Check())
	if run.Rules, err = f.settleFit(optionsErr, "network", run.Checkpoint); err != nil {
		return err
	}
	var made training.Trained
	err = f.learn(cmd, run.Checkpoint,
		func(ctx context.Context, games training.Games, show func(progress.State)) (err error) {
			run.Games = games
			made, err = run.Fit(ctx, training.ShowNetwork(run.Epochs, show))
			return err
		})
	if other, ok := errors.AsType[training.UnitsError](err); ok {
		return fmt.Errorf("%w; give --units %d", err, other.Units)
	}
	return f.conclude(cmd, made, err)
}

func newExamplesCommand() *cobra.Command {
	var f dataFlags
	var run training.ExampleRun
	cmd := cli.New("examples", "Write training positions of a network, for your own trainer",
		func(cmd *cobra.Command, _ []string) (err error) {
			if f.out == "" {
				return cli.Usagef("-o is missing; name a folder for the examples")
			}
			if err := run.Selection.Check(); err != nil {
				return cli.Usagef("%w", err)
			}
			if run.Rules, _, err = f.Rules(); err != nil {
				return err
			}
			if err := os.MkdirAll(f.out, 0o777); err != nil {
				return err
			}
			run.Folder = f.out
			return f.useGames(cmd, func(games training.Games) error {
				games.Remark = nil // no messages about games that are left out
				run.Games = games
				written, err := run.Write(cmd.Context())
				if err != nil {
					return err
				}
				return cli.Print(cmd, written)
			})
		})
	f.register(cmd, "write the examples into this `FOLDER`", "")
	f.gamesFlags(cmd)
	selectionFlags(cmd, &run.Selection)
	return cmd
}

type calibrationFlags struct {
	dataFlags
	builtIn bool
}

func newCalibrationCommand() *cobra.Command {
	f := &calibrationFlags{}
	cmd := cli.New("calibration", "Fit score-to-result curves to games of self-play", f.run)
	f.register(cmd, "write the calibration to this `FILE`", "txt")
	f.gamesFlags(cmd)
	cmd.Flags().BoolVar(&f.force, "force", false, cli.ForceUsage)
	cmd.Flags().BoolVar(&f.builtIn, "built-in", false,
		"test the built-in calibration on the games instead of fitting one")
	f.plotFlag(cmd, "draw predicted against observed results into this SVG `FILE`")
	return cmd
}

func (f *calibrationFlags) run(cmd *cobra.Command, _ []string) error {
	rules, _, err := f.Rules()
	if err != nil {
		return err
	}
	switch {
	case len(f.data) == 0:
		return errNoData
	case f.builtIn && f.out != "":
		return cli.Usagef("--built-in fits nothing to write to -o; leave one of them out")
	case f.out != "":
		if err := cli.RefuseExisting("--output", f.out, f.force); err != nil {
			return err
		}
	}
	var made *training.Calibrated
	err = f.useGames(cmd, func(games training.Games) error {
		scores, err := games.Scores(cmd.Context(), rules)
		if err == nil {
			made, err = scores.Calibrate(f.builtIn)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := cli.Print(cmd, made); err != nil {
		return err
	}
	if err := f.draw(made.Draw); err != nil || f.out == "" {
		return err
	}
	return made.Write(f.out)
}

type policyFlags struct {
	dataFlags
	selection training.Selection
	fit       training.PolicyRun
	target    string
}

// Values of --target, which says what a policy should predict.
const (
	targetVisits = "visits" // the fraction of a search's visits that each step got
	targetPlayed = "played" // the step played
)

func newPolicyCommand() *cobra.Command {
	f := &policyFlags{}
	cmd := cli.New("policy", "Fit the policy of a search to games of self-play", f.run)
	f.register(cmd, "write the policy to this `FILE`", "txt")
	set := cmd.Flags()
	f.gamesFlags(cmd)
	heldBackFlags(cmd, &f.selection)
	set.Float64Var(&f.fit.L2, "l2", 3, "`STRENGTH` of the regularization towards 0")
	set.IntVar(&f.fit.Steps, "epochs", 40, "run at most this many steps of gradient descent")
	set.Float64Var(&f.fit.Temperature, "temperature", 1,
		"divide the weights by this `NUMBER`: above 1 evens the policy out")
	set.StringVar(&f.target, "target", targetVisits,
		"`TARGET` of the fit: visits, where games have them, or played, the steps played")
	cli.CompleteChoice(cmd, "target", targetVisits, targetPlayed)
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	return cmd
}

func (f *policyFlags) run(cmd *cobra.Command, _ []string) error {
	rules, _, err := f.Rules()
	if err != nil {
		return err
	}
	if err := f.checkPolicy(); err != nil {
		return err
	}
	patterned, ok := rules.(engine.StepPatternRules)
	if !ok {
		return cli.Usagef("%s names no patterns of steps to learn from", rules.Game().Title())
	}
	f.selection.Quiet = training.QuietAny
	f.fit.Rules, f.fit.File = rules, f.out
	f.fit.Patterns = len(patterned.StepPatterns())
	if err := errors.Join(f.selection.Check(), f.fit.Check()); err != nil {
		return cli.Usagef("%w", err)
	}
	var report training.Report
	err = f.useGames(cmd, func(games training.Games) error {
		decisions, err := games.Decisions(cmd.Context(), rules, f.selection, f.target == targetVisits)
		if err == nil {
			report, err = f.fit.Fit(decisions)
		}
		return err
	})
	if err != nil {
		return err
	}
	return cli.Print(cmd, report)
}

func (f *policyFlags) checkPolicy() error {
	switch {
	case f.out == "" || len(f.data) == 0:
		return cli.Usagef("--data or -o is missing; name the runs of games with --data and the file to write with -o")
	case f.target != targetVisits && f.target != targetPlayed:
		return cli.Usagef("--target %s: write %s or %s", f.target, targetVisits, targetPlayed)
	case !(f.fit.Temperature >= 0.01 && f.fit.Temperature <= 100):
		return cli.Usagef("--temperature %v: must be from 0.01 to 100", f.fit.Temperature)
	}
	return cli.RefuseExisting("--output", f.out, f.force)
}
