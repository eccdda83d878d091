// Package learn provides the commands that make players stronger: "selfplay" plays games, and the commands below "tune"
// fit weights, networks, policies, calibrations and search constants.
package learn

import (
	"cmp"
	"context"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/eval/tune"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// NewTuneCommand returns the command "tune" with the commands below it.
func NewTuneCommand() *cobra.Command {
	cmd := cli.New("tune", "Tune weights, policies and search constants", nil)
	cmd.AddCommand(newWeightsCommand(), newNetworkCommand(), newExamplesCommand(), newLoopCommand(),
		newConstantsCommand(), newPolicyCommand(), newCalibrationCommand(), newPopulationCommand())
	return cmd
}

// jobFlags holds the values of the flags of commands that play games, and that can be interrupted and continued.
type jobFlags struct {
	outFlags
	folder  string
	workers int
}

// register adds the flags of f and of [outFlags] to cmd, and the flag --elo1, which sets *elo1.
func (f *jobFlags) register(cmd *cobra.Command, output string, elo1 *float64) {
	f.outFlags.register(cmd, output)
	cli.QuietFlag(cmd)
	workersFlag(cmd, &f.workers)
	set := cmd.Flags()
	set.StringVar(&f.folder, "folder", "", "keep all intermediate files in this `FOLDER`")
	set.Float64Var(elo1, "elo1", 20, "difference in normalized `ELO` that a match tests for, against 0")
}

// outcome is a result that can be written to a file and to people.
type outcome interface {
	Write() error
	WriteText(io.Writer) error
}

// work sets the fields of its argument work that do not depend on the command, calls run, and writes the outcome. The
// first interrupt closes work.Drain, the second ends the context of run. If the user later gives the same command
// again, it resumes from the files in work.Folder.
func (f *jobFlags) work(
	cmd *cobra.Command, work *training.Work, run func(context.Context, *progress.Screen) (outcome, error),
) error {
	say := cli.NewScreen(cmd)
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	work.Workers, work.NewPlayer, work.Drain = f.workers, players.Recorded, stops.Drain
	work.Show = func(state progress.State) { say.Update(func() progress.State { return state }) }
	made, err := run(ctx, say)
	say.Clear()
	if stops.End() && training.Interrupted(err) {
		return cli.Interrupted("interrupted: the same command goes on from %s", work.Folder)
	}
	if err != nil {
		return err
	}
	if err := made.Write(); err != nil {
		return err
	}
	return made.WriteText(cmd.OutOrStdout())
}

// NewSelfplayCommand returns the command "selfplay".
func NewSelfplayCommand() *cobra.Command {
	f := tournaments.RunFlags{Openings: "random"} // the command has no flag --openings
	play := training.UsualSelfPlay()
	var player string
	run := func(cmd *cobra.Command, _ []string) error {
		if err := cli.Between("games", f.Spec.Rounds, 1, tournament.MaxRounds); err != nil {
			return err
		}
		rules, _, err := f.Rules()
		if err != nil {
			return err
		}
		f.Spec = play.Spec(rules, player, f.Spec.Rounds, f.Spec.Seed) // f.Spec has held only --games and --seed so far
		job, err := f.Job(cmd, "self-play", f.Spec.Players)
		if err != nil {
			return err
		}
		job.Finish = func(context.Context) error {
			id, database, games := job.Run.ID, cli.Database(cmd), job.Progress.Done
			facts := table.Object("type", "selfplay", "run", id, "database", database, "games", games)
			return cli.Answer(cmd, facts, "run %s in %s: %s", id, database, tournament.Counted(games, "game"))
		}
		return job.Do()
	}
	cmd := cli.New("selfplay", "Play games of a player against itself, to learn from", run)
	f.RulesFlags.Register(cmd)
	set := cmd.Flags()
	set.Func("random-turns", "begin each self-play game with `A..B` random turns after the set-up (default 2..12)",
		play.SetRandomTurns)
	set.Float64Var(&play.Stray, "stray", play.Stray,
		"`SHARE` of self-play games in which one later turn in twelve is random")
	set.Float64Var(&play.OwnSetUp, "own-set-up", 0,
		"`SHARE` of self-play games in which the player makes the set-up, after the random turns")
	set.BoolVar(&play.Visits, "visits", false,
		"keep how often the player, mcts, tried each step, for \"pillars tune policy\"")
	set.Uint64Var(&f.Spec.Seed, "seed", 1, cli.SeedUsage)
	set.StringVar(&player, "player", "alphabeta:nodes=1200,table=1", "the `PLAYER` in all seats")
	set.IntVar(&f.Spec.Rounds, "games", 1000, "games in the run, over all shards and continuations")
	f.RegisterWork(cmd)
	return cmd
}

type loopFlags struct {
	jobFlags
	loop  training.Loop
	nodes uint64
}

func newLoopCommand() *cobra.Command {
	f := &loopFlags{}
	cmd := cli.New("loop", "Repeat self-play, fit and match", f.run)
	set, plan := cmd.Flags(), &f.loop.Plan
	f.register(cmd, "write the weights to this `FILE`", &plan.Elo1)
	fromFlag(cmd, &f.loop.From)
	set.IntVar(&f.loop.Generations, "generations", 4, "generations to run")
	set.IntVar(&plan.Games, "games", 2000, "self-play games in each generation")
	set.Uint64Var(&f.nodes, "nodes", 1200, cli.NodesUsage)
	set.StringVar(&plan.Player, "player", "alphabeta:table=1", "the `PLAYER` to improve, without nodes and weights")
	set.IntVar(&plan.Pairs, "match-pairs", 200,
		"play at most this many pairs (with more than two seats: openings) in a match; then the score decides")
	set.Uint64Var(&plan.Seed, "seed", 1, cli.SeedUsage)
	return cmd
}

func (f *loopFlags) run(cmd *cobra.Command, _ []string) error {
	if err := given(cmd, "output"); err != nil {
		return err
	}
	f.folder = cmp.Or(f.folder, f.out+".generations")
	rules, _, err := f.Rules()
	err = cmp.Or(err, cli.AtLeast("workers", f.workers, 1), cli.Between("generations", f.loop.Generations, 1, 999),
		cli.Between("games", f.loop.Plan.Games, 1, tournament.MaxRounds),
		cli.AtLeast("match-pairs", f.loop.Plan.Pairs, 1))
	if err != nil {
		return err
	}
	if _, err := os.Stat(f.folder); err != nil { // otherwise the output is from a call that was interrupted
		if err := cli.RefuseExisting("--output", f.out, f.force); err != nil {
			return err
		}
	}
	loop, plan := &f.loop, &f.loop.Plan
	start, err := training.LoadWeights(loop.From, rules)
	if err != nil {
		return cli.Wrong("--from "+loop.From, err)
	}
	player, err := cli.NewPlayer("--player", plan.Player, rules)
	if err != nil {
		return err
	}
	cli.ClosePlayers(cmd.ErrOrStderr(), player)
	plan.Player = search.With(plan.Player, "nodes", f.nodes)
	plan.Play, plan.Selection = training.UsualSelfPlay(), training.UsualSelection()
	plan.Selection.Seed = plan.Seed
	loop.Rules, loop.Start, loop.Folder, loop.File = rules, start, f.folder, f.out
	return f.work(cmd, &loop.Work, func(ctx context.Context, screen *progress.Screen) (outcome, error) {
		loop.OnGeneration = func(g training.Generation) error {
			return g.WriteText(screen.Above(cmd.OutOrStdout()))
		}
		return loop.Run(ctx)
	})
}

type constantsFlags struct {
	jobFlags
	plan      training.TuningPlan
	games     int
	constants string
}

func newConstantsCommand() *cobra.Command {
	f := &constantsFlags{}
	cmd := cli.New("constants", "Tune the constants of a search by matches", f.run)
	set, plan := cmd.Flags(), &f.plan
	f.register(cmd, "", &plan.Elo1)
	set.StringVar(&plan.Player, "player", "", "the `PLAYER` to tune")
	set.StringVar(&f.constants, "constants", "", "`RANGES` to tune: name=start:min..max[:c_end[:r_end]],...")
	set.IntVar(&f.games, "games", 2000, "games to play for tuning")
	set.IntVar(&plan.Batch, "batch", 4, "pairs of games in an iteration")
	set.IntVar(&plan.Pairs, "match-pairs", 2000, "play at most this many pairs in the final match")
	set.Uint64Var(&plan.Seed, "seed", 1, cli.SeedUsage)
	return cmd
}

func (f *constantsFlags) run(cmd *cobra.Command, _ []string) error {
	plan := f.plan
	if err := given(cmd, "player", "constants", "folder"); err != nil {
		return err
	}
	if players.Unlimited(plan.Player) {
		return cli.Usagef("--player %s: it has no limit; write %s", plan.Player,
			search.With(plan.Player, "nodes", 1200))
	}
	rules, _, err := f.Rules()
	err = cmp.Or(err, cli.AtLeast("workers", f.workers, 1), cli.Between("batch", plan.Batch, 1, tournament.MaxRounds),
		cli.AtLeast("games", f.games, 1), cli.AtLeast("match-pairs", plan.Pairs, 1))
	if err != nil {
		return err
	}
	if _, err := cli.NewPlayer("--player", plan.Player, rules); err != nil {
		return err
	}
	if plan.Parameters, err = training.Constants(f.constants, plan.Player); err != nil {
		return cli.Wrong("--constants", err)
	}
	plan.Iterations = (f.games + 2*plan.Batch - 1) / (2 * plan.Batch) // rounded up; an iteration plays plan.Batch pairs
	tuning := &training.Tuning{Plan: plan, Work: training.Work{Folder: f.folder, Rules: rules,
		Workers: f.workers, NewPlayer: players.Recorded}}
	if _, err := tuning.Check(); err != nil {
		return cli.Wrong("", err)
	}
	return f.work(cmd, &tuning.Work, func(ctx context.Context, _ *progress.Screen) (outcome, error) {
		return tuning.Run(ctx)
	})
}

// A fit is a command that learns something from stored games and writes it to a file.
type fit struct {
	outFlags
	job   *training.Job
	data  []string // runs of the games to learn from
	check func() error
	learn func(ctx context.Context, show func(progress.State)) (fitted, error)
}

// fitted is an outcome that can be printed as JSON too.
type fitted interface {
	outcome
	cli.Printed
}

// command returns the command that runs f. The argument output is the usage text of its flag --output.
func (f *fit) command(name, short, output string) *cobra.Command {
	cmd := cli.New(name, short, f.run)
	f.register(cmd, output)
	cli.JSONFlag(cmd, "print the results as JSON lines")
	cmd.Flags().StringArrayVar(&f.data, "data", nil, "learn from this `RUN` of self-play; repeatable")
	cli.DatabaseFlag(cmd)
	cli.QuietFlag(cmd)
	return cmd
}

func (f *fit) run(cmd *cobra.Command, _ []string) error {
	rules, _, err := f.Rules()
	err = cmp.Or(err, f.check(), given(cmd, "output", "data"))
	if err := cmp.Or(err, cli.RefuseExisting("--output", f.out, f.force)); err != nil {
		return err
	}
	f.job.Rules, f.job.File = rules, f.out
	var made fitted
	err = cli.WithStore(cmd, func(db *store.Store) error {
		return cli.Watching(cmd, "interrupted", func(say *progress.Screen) (err error) {
			f.job.Games = training.Games{Store: db, Runs: f.data}
			show := func(state progress.State) { say.Update(func() progress.State { return state }) }
			made, err = f.learn(cmd.Context(), show)
			return cli.RunError(err)
		})
	})
	if err != nil {
		return err
	}
	if err := made.Write(); err != nil {
		return err
	}
	return cli.Print(cmd, made)
}

// given returns an error for the first of the flags that is not given, or empty.
func given(cmd *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if text := cmd.Flag(name).Value.String(); text == "" || text == "[]" {
			return cli.Usagef("--%s is missing", name)
		}
	}
	return nil
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

func checkSelection(s training.Selection) error {
	switch {
	case !slices.Contains([]training.Quiet{training.QuietSearch, training.QuietAny}, s.Quiet):
		return cli.Usagef("--positions %s: write quiet or any", s.Quiet)
	case !slices.Contains([]training.Stage{training.StageMovement, training.StageSetUp, training.StageBoth}, s.Stage):
		return cli.Usagef("--stage %s: write movement, set-up or both", s.Stage)
	}
	return cmp.Or(cli.Between("lambda", s.Lambda, 0, 1), cli.Between("validation", s.Validation, 0, .99))
}

func checkFit(s training.Selection, o tune.FitOptions) error {
	return cmp.Or(checkSelection(s), cli.Between("l2", o.L2, 0, 1e6), cli.AtLeast("epochs", o.Epochs, 1))
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
		check: func() error { return checkFit(run.Selection, run.FitOptions) },
		learn: func(ctx context.Context, show func(progress.State)) (_ fitted, err error) {
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
		run.Seed, run.SetUp = run.Selection.Seed, run.Selection.Stage == training.StageSetUp
		return cmp.Or(checkSelection(run.Selection), cli.AtLeast("epochs", run.Epochs, 1),
			cli.Between("rate", run.Rate, 0, 1), cli.Between("decay", run.Decay, 0, 10),
			cli.Wrong("", run.NetworkOptions.Check()))
	}
	f.learn = func(ctx context.Context, show func(progress.State)) (fitted, error) {
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
	check := func() error {
		return cmp.Or(checkFit(run.Selection, run.FitOptions), cli.Between("temperature", run.Temperature, .01, 100))
	}
	f := fit{job: &run.Job, check: check,
		learn: func(ctx context.Context, show func(progress.State)) (fitted, error) {
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
		learn: func(ctx context.Context, _ func(progress.State)) (fitted, error) { return job.Calibrate(ctx) }}
	return f.command("calibration", "Fit the expected results after scores to games of self-play",
		"write the calibration to this `FILE`")
}

func newExamplesCommand() *cobra.Command {
	var job training.Job
	f := fit{job: &job}
	f.check = func() error {
		f.force = true // the files in an existing folder are replaced
		return checkSelection(job.Selection)
	}
	f.learn = func(ctx context.Context, _ func(progress.State)) (fitted, error) { return job.WriteExamples(ctx) }
	cmd := f.command("examples", "Write training positions of a network, for your own trainer",
		"write the examples into this `FOLDER`")
	selectionFlags(cmd, &job.Selection)
	return cmd
}

// outFlags holds the values of --game, --option, --output and --force.
type outFlags struct {
	cli.RulesFlags
	out   string // path of the result
	force bool   // whether an existing file may be replaced
}

// register adds the flags. output is the usage text of --output; if it is empty, the command writes no file.
func (f *outFlags) register(cmd *cobra.Command, output string) {
	f.RulesFlags.Register(cmd)
	if output != "" {
		cmd.Flags().StringVarP(&f.out, "output", "o", "", output)
		cmd.Flags().BoolVar(&f.force, "force", false, "replace the --output file even if another command wrote it")
	}
}
