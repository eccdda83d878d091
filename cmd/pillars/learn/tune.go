// Package learn provides the commands that make players stronger: "selfplay" plays games, and the commands below "tune"
// fit weights, networks, policies, calibrations and search constants.
package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
	"pillars/tournament"
)

// NewTuneCommand returns the command "tune" with the commands below it.
func NewTuneCommand() *cobra.Command {
	cmd := cli.New("tune", "Tune weights, policies and search constants", nil)
	cmd.AddCommand(newWeightsCommand(), newNetworkCommand(), newExamplesCommand(), newLoopCommand(),
		newConstantsCommand(), newPolicyCommand(), newCalibrationCommand())
	return cmd
}

// jobFlags holds the values of the flags of commands that play games. They can be interrupted and continued.
type jobFlags struct {
	outFlags
	folder    string
	workers   int
	elsewhere tournaments.Elsewhere
}

// register adds the flags, as [outFlags.register]. openings and elo1 receive the settings of the matches.
func (f *jobFlags) register(cmd *cobra.Command, output string, openings *int, elo1 *float64) {
	f.outFlags.register(cmd, output)
	cli.QuietFlag(cmd)
	workersFlag(cmd, &f.workers)
	f.elsewhere.Register(cmd)
	set := cmd.Flags()
	set.StringVar(&f.folder, "folder", "", "keep all intermediate files in this `FOLDER`")
	set.IntVar(openings, "opening-turns", 6, cli.RandomUsage)
	set.Float64Var(elo1, "elo1", 20, "difference in normalized `ELO` that a match tests for, against 0")
}

// work calls do, after it has set what work plays with and shows. The first interrupt closes the channel work.Drain,
// the second ends the context. The same command continues from the folder of work.
func (f *jobFlags) work(
	cmd *cobra.Command, work *training.Work, do func(context.Context, *progress.Screen) error,
) error {
	say := cli.NewScreen(cmd)
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	coordinator, err := f.elsewhere.Open(cmd.ErrOrStderr(), work.Folder, f.workers, say)
	if err == nil {
		if coordinator != nil { // a nil coordinator would not be a nil interface
			work.Elsewhere = coordinator
		}
		work.Drain = stops.Drain
		work.Show = func(state progress.State) { say.Update(func() progress.State { return state }) }
		work.Remark = func(text string) { say.Sayf("%s", text) }
		err = do(ctx, say)
	}
	say.Clear()
	if stops.End() && training.Interrupted(err) {
		return cli.Interrupted("%s", interruptedText(work.Folder))
	}
	return err
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
		f.Spec = play.Spec(rules, player, f.Spec.Rounds, f.Spec.Seed) // until here it holds only --games and --seed
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
	set.Var(training.RandomTurns{Of: &play}, "random-turns",
		"begin each self-play game with `A..B` random turns after the set-up")
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

// mixedOpenings is the default number of openings of a match with more than two seats.
const mixedOpenings = 40

type loopFlags struct {
	jobFlags
	loop  training.Loop
	nodes uint64
}

func newLoopCommand() *cobra.Command {
	f := &loopFlags{}
	cmd := cli.New("loop", "Repeat self-play, fit and match", f.run)
	set, plan := cmd.Flags(), &f.loop.Plan
	f.register(cmd, "write the weights to this `FILE`", &plan.OpeningTurns, &plan.Elo1)
	fromFlag(cmd, &f.loop.From)
	set.IntVar(&f.loop.Generations, "generations", 4, "generations to run")
	set.IntVar(&plan.Games, "games", 2000, "self-play games in each generation")
	set.Uint64Var(&f.nodes, "nodes", 1200, cli.NodesUsage)
	set.StringVar(&plan.Player, "player", "alphabeta:table=1", "the `PLAYER` to improve, without nodes and weights")
	set.IntVar(&plan.Window, "window", 3, "fit to the games of this many latest generations")
	set.IntVar(&plan.Pairs, "match-pairs", 200, "play at most this many pairs in a match; then the score decides. "+
		fmt.Sprintf("With more than two seats, at most this many openings, by default %d", mixedOpenings))
	set.Uint64Var(&plan.Seed, "seed", 1, cli.SeedUsage)
	return cmd
}

func (f *loopFlags) run(cmd *cobra.Command, _ []string) error {
	if f.out == "" {
		return cli.Usagef("-o is missing; name the file to write")
	}
	f.folder = cmp.Or(f.folder, f.out+".generations")
	rules, _, err := f.Rules()
	if err := cmp.Or(err, f.elsewhere.Check(f.workers)); err != nil {
		return err
	}
	if err := f.refuse(f.folder); err != nil {
		return err
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
	fit := training.UsualFit()
	plan.L2, plan.Epochs, plan.Patience = fit.L2, fit.Epochs, fit.Patience
	plan.Player = search.With(plan.Player, "nodes", f.nodes)
	plan.Play, plan.Selection = training.UsualSelfPlay(), training.UsualSelection()
	plan.Selection.Seed = plan.Seed
	loop.Rules, loop.Start = rules, start
	loop.Folder, loop.File, loop.Workers, loop.NewPlayer = f.folder, f.out, f.workers, players.Recorded
	if loop.Rules.Seats() > 2 && !cmd.Flags().Changed("match-pairs") {
		plan.Pairs = mixedOpenings
	}
	var outcome training.LoopOutcome
	err = f.work(cmd, &loop.Work, func(ctx context.Context, screen *progress.Screen) (err error) {
		var printErr error
		loop.OnGeneration = func(g training.Generation) {
			printErr = errors.Join(printErr, cli.PrintTo(screen.Above(cmd.OutOrStdout()), cmd, g))
		}
		outcome, err = loop.Run(ctx)
		return errors.Join(err, printErr)
	})
	if err != nil {
		return err
	}
	return conclude(cmd, outcome)
}

type constantsFlags struct {
	jobFlags
	plan      training.TuningPlan
	games     int
	constants string
	rEnd      float64
}

func newConstantsCommand() *cobra.Command {
	f := &constantsFlags{}
	cmd := cli.New("constants", "Tune the constants of a search by matches", f.run)
	set, plan := cmd.Flags(), &f.plan
	f.register(cmd, "", &plan.OpeningTurns, &plan.Elo1)
	set.StringVar(&plan.Player, "player", "", "the `PLAYER` to tune")
	set.StringVar(&f.constants, "constants", "", "`RANGES` to tune: name=start:min..max[:c_end[:r_end]],...")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "default of the final learning `RATE`; 0.04 suits short runs")
	set.IntVar(&f.games, "games", 2000, "games to play for tuning")
	set.IntVar(&plan.Batch, "batch", 4, "pairs of games in an iteration")
	set.IntVar(&plan.Pairs, "match-pairs", 2000, "play at most this many pairs in the final match")
	set.Uint64Var(&plan.Seed, "seed", 1, cli.SeedUsage)
	return cmd
}

// tuning checks the flags and returns the tuning that they describe.
func (f *constantsFlags) tuning(cmd *cobra.Command) (*training.Tuning, error) {
	switch {
	case f.plan.Player == "":
		return nil, cli.Usagef("--player is missing; name the player to tune")
	case players.Unlimited(f.plan.Player):
		return nil, cli.Usagef("--player %s: it has no limit; write %s", f.plan.Player,
			search.With(f.plan.Player, "nodes", 1200))
	case f.folder == "":
		return nil, cli.Usagef("--folder is missing; name a folder for the tuning")
	case f.constants == "":
		return nil, cli.Usagef("--constants is missing; name what to tune, such as cpuct=0.8:0.2..3")
	}
	err := cmp.Or(f.elsewhere.Check(f.workers), cli.AtLeast("batch", f.plan.Batch, 1),
		cli.AtLeast("games", f.games, 1))
	if err != nil {
		return nil, err
	}
	rules, _, err := f.Rules()
	if err != nil {
		return nil, err
	}
	plan := f.plan
	player, err := cli.NewPlayer("--player", plan.Player, rules)
	if err != nil {
		return nil, err
	}
	cli.ClosePlayers(cmd.ErrOrStderr(), player)
	if plan.Parameters, err = training.Constants(f.constants, plan.Player, f.rEnd); err != nil {
		return nil, cli.Wrong("--constants", err)
	}
	plan.Iterations = (f.games + 2*plan.Batch - 1) / (2 * plan.Batch) // rounded up; each plays plan.Batch pairs
	tuning := &training.Tuning{Plan: plan, Work: training.Work{
		Folder: f.folder, Rules: rules, Workers: f.workers, NewPlayer: players.Recorded,
	}}
	_, err = tuning.Check()
	return tuning, cli.Wrong("", err)
}

func (f *constantsFlags) run(cmd *cobra.Command, _ []string) error {
	tuning, err := f.tuning(cmd)
	if err != nil {
		return err
	}
	var outcome training.TuningOutcome
	err = f.work(cmd, &tuning.Work, func(ctx context.Context, _ *progress.Screen) (err error) {
		outcome, err = tuning.Run(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return cli.Print(cmd, outcome)
}
