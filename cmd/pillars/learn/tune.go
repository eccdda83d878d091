// Package learn provides the commands that make players stronger: "selfplay" plays games, and the commands below "tune"
// fit weights, networks, policies, calibrations and search constants.
package learn

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/keep/store"
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

// dataFlags holds the values of the flags that all commands below "tune" have, and of --force, --data and --plot, which
// some have.
type dataFlags struct {
	cli.RulesFlags
	out   string   // path of the result
	force bool     // an existing file may be replaced
	plot  string   // path of the picture; empty for none
	data  []string // runs of the games to learn from
}

// register adds the flags that all commands have. output is the usage text of --output, whose files have the extension.
func (f *dataFlags) register(cmd *cobra.Command, output, extension string) {
	set := cmd.Flags()
	f.RulesFlags.Register(cmd)
	set.StringVarP(&f.out, "output", "o", "", output)
	cli.JSONFlag(cmd, "print the results as JSON lines")
	cli.Complete(cmd, "output", cli.CompleteFiles(extension))
}

// outcome is a result that can be written to a file and reported.
type outcome interface {
	Write() (training.Report, error)
}

// conclude writes the file of an outcome and prints its report. If err is not nil, it only returns err.
func (f *dataFlags) conclude(cmd *cobra.Command, made outcome, err error) error {
	if err != nil {
		return err
	}
	report, err := made.Write()
	if err != nil {
		return err
	}
	return cli.Print(cmd, report)
}

var errNoData = cli.Usagef("--data is missing; name a run of games (pillars selfplay plays one)")

// gamesFlags adds --data and --db, which name the games to learn from.
func (f *dataFlags) gamesFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.data, "data", nil, "learn from this `RUN` of self-play; repeatable")
	cli.DatabaseFlag(cmd)
}

// useGames calls learn with the games that --data and --db name, and prints the remarks about them.
func (f *dataFlags) useGames(cmd *cobra.Command, learn func(training.Games) error) error {
	if len(f.data) == 0 {
		return errNoData
	}
	remark := func(text string) { cmd.PrintErrf("pillars: %s\n", text) }
	return cli.WithStore(cmd, func(db *store.Store) error {
		return learn(training.Games{Store: db, Runs: f.data, Remark: remark})
	})
}

// heldBackFlags adds --validation and --seed, which say which games are held back.
func heldBackFlags(cmd *cobra.Command, selection *training.Selection) {
	cmd.Flags().Float64Var(&selection.Validation, "validation", .1,
		"hold back this `SHARE` of the games for validation")
	cmd.Flags().Uint64Var(&selection.Seed, "seed", 1, cli.SeedUsage)
}

// jobFlags holds the values of the flags of commands that can be interrupted and continued.
type jobFlags struct {
	dataFlags
	folder    string
	workers   int
	elsewhere tournaments.Elsewhere // used by the commands that play games
}

func (f *jobFlags) register(cmd *cobra.Command, output, extension string) {
	f.dataFlags.register(cmd, output, extension)
	cli.QuietFlag(cmd)
	cmd.Flags().BoolVar(&f.force, "force", false, "replace the --output file even if another command wrote it")
	cmd.Flags().IntVar(&f.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
}

// matchFlags adds the flags of commands that play matches between players.
func (f *jobFlags) matchFlags(cmd *cobra.Command, openings *int, elo1 *float64) {
	set := cmd.Flags()
	f.elsewhere.Register(cmd)
	set.StringVar(&f.folder, "folder", "", "keep all intermediate files in this `FOLDER` (default: beside -o)")
	set.IntVar(openings, "opening-turns", 6, cli.RandomUsage)
	set.Float64Var(elo1, "elo1", 20, "difference in normalized `ELO` that a match tests for, against 0")
}

func (f *dataFlags) plotFlag(cmd *cobra.Command, usage string) {
	cmd.Flags().StringVar(&f.plot, "plot", "", usage)
	cli.Complete(cmd, "plot", cli.CompleteFiles("svg"))
}

// draw writes the picture that makePicture returns to the file that --plot names, if any.
func (f *dataFlags) draw(makePicture func() ([]byte, error)) error {
	if f.plot == "" {
		return nil
	}
	picture, err := makePicture()
	if err != nil {
		return err
	}
	return cli.SvgPicture.WriteDrawn("--plot", f.plot, picture)
}

// settleFolder sets the default of --folder: beside -o, with a suffix.
func (f *jobFlags) settleFolder(suffix string) {
	if f.folder == "" && f.out != "" {
		f.folder = f.out + suffix
	}
}

// settleFit checks the flags that all fits have, and returns the rules. optionsErr is the error of other flags, or nil.
// It takes precedence over errors of files. fitted names the result in messages. For state, see refuseFiles.
func (f *jobFlags) settleFit(optionsErr error, fitted, state string) (engine.Rules, error) {
	rules, _, err := f.Rules()
	switch {
	case err != nil:
		return nil, err
	case optionsErr != nil:
		return nil, cli.Usagef("%w", optionsErr)
	case f.out == "":
		return nil, cli.Usagef("-o is missing; name the file for the %s", fitted)
	}
	return rules, errors.Join(f.elsewhere.Check(f.workers), f.refuseFiles(state))
}

// refuseFiles returns an error for existing files that must not be replaced. state is the path at which an interrupted
// call leaves its state. If it exists, the output is from that call and may be replaced.
func (f *jobFlags) refuseFiles(state string) error {
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

// work calls do and handles interrupts. Before the call, it sets work.Elsewhere, for workers on other machines, and
// work.Drain, for interrupts. do must store its state at the path state, so that the same command can continue.
func (f *jobFlags) work(
	cmd *cobra.Command, state string, work *training.Work, do func(context.Context, *progress.Screen) error,
) error {
	say := cli.NewScreen(cmd)
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	coordinator, err := f.elsewhere.Open(cmd.ErrOrStderr(), state, f.workers, say)
	if coordinator != nil { // a nil coordinator would not be a nil interface
		work.Elsewhere = coordinator
	}
	work.Drain = stops.Drain
	if err == nil {
		err = do(ctx, say)
	}
	say.Clear()
	if stops.End() && training.Interrupted(err) {
		return cli.Interrupted("interrupted: the same command goes on from %s", state)
	}
	return err
}

// learn calls fit with the games to learn from and a function that displays its progress. The fit stores its state in
// the file checkpoint, so that the same command can continue after an interrupt.
func (f *jobFlags) learn(cmd *cobra.Command, checkpoint string,
	fit func(ctx context.Context, games training.Games, show func(progress.State)) error) error {
	return f.useGames(cmd, func(games training.Games) error {
		var work training.Work
		return f.work(cmd, checkpoint, &work, func(ctx context.Context, screen *progress.Screen) error {
			ctx, cancel := parallel.Until(ctx, work.Drain) // a fit stops at the first interrupt
			defer cancel()
			games.Remark = func(text string) { screen.Sayf("%s", text) }
			show := func(state progress.State) { screen.Update(func() progress.State { return state }) }
			return fit(ctx, games, show)
		})
	})
}

// NewSelfplayCommand returns the command "selfplay".
func NewSelfplayCommand() *cobra.Command {
	f := tournaments.RunFlags{Openings: "random"} // the command has no flag --openings
	var play training.SelfPlay
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
	registerPlay(cmd, &play)
	set := cmd.Flags()
	set.BoolVar(&play.Visits, "visits", false,
		"keep how often the player, mcts, tried each step, for \"pillars tune policy\"")
	set.Uint64Var(&f.Spec.Seed, "seed", 1, cli.SeedUsage)
	set.StringVar(&player, "player", "alphabeta:nodes=1200,table=1", "the `PLAYER` in all seats")
	set.IntVar(&f.Spec.Rounds, "games", 1000, "games in the run, over all shards and continuations")
	f.RegisterWork(cmd)
	return cmd
}

// registerPlay adds the flags of self-play games, for "selfplay" and "tune loop".
func registerPlay(cmd *cobra.Command, spec *training.SelfPlay) {
	set := cmd.Flags()
	spec.LeastRandom, spec.MostRandom = 2, 12 // the default of --random-turns
	set.Var(training.RandomTurns{Of: spec}, "random-turns",
		"begin each self-play game with `A..B` random turns after the set-up")
	set.Float64Var(&spec.Stray, "stray", .2, "`SHARE` of self-play games in which one later turn in twelve is random")
	set.Float64Var(&spec.OwnSetUp, "own-set-up", 0,
		"`SHARE` of self-play games in which the player makes the set-up, after the random turns")
	set.IntVar(&spec.Longest, "longest", 400, "draw a self-play game after this many turns")
}

type constantsFlags struct {
	jobFlags
	plan      training.TuningPlan
	games     int
	nodes     uint64
	constants string
	rEnd      float64
}

func newConstantsCommand() *cobra.Command {
	f := &constantsFlags{}
	cmd := cli.New("constants", "Tune the constants of a search by matches", f.run)
	f.register(cmd, "write the constants to this `FILE` if they are better", "csv")
	f.plotFlag(cmd, "draw the path of the constants into this SVG `FILE`")
	set, plan := cmd.Flags(), &f.plan
	f.matchFlags(cmd, &plan.OpeningTurns, &plan.Elo1)
	set.StringVar(&plan.Player, "player", "", "the `PLAYER` to tune")
	set.StringVar(&f.constants, "constants", "", "`RANGES` to tune: name=start:min..max[:c_end[:r_end]],... or @FILE")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "default of the final learning `RATE`; 0.04 suits short runs")
	set.IntVar(&f.games, "games", 2000, "games to play for tuning")
	set.IntVar(&plan.Batch, "batch", 4, "pairs of games in an iteration")
	set.Uint64Var(&f.nodes, "nodes", 1200, cli.NodesUsage+", unless the player has a limit")
	set.IntVar(&plan.Pairs, "match-pairs", 2000, "play at most this many pairs in the final match")
	set.Uint64Var(&plan.Seed, "seed", 1, cli.SeedUsage)
	complete := func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return training.CompleteConstants(plan.Player, typed), cli.InWord
	}
	cli.Complete(cmd, "constants", complete)
	return cmd
}

// tuning checks the flags and returns the tuning that they describe.
func (f *constantsFlags) tuning(cmd *cobra.Command) (*training.Tuning, error) {
	f.settleFolder(".search")
	switch {
	case f.plan.Player == "":
		return nil, cli.Usagef("--player is missing; name the player to tune")
	case f.folder == "":
		return nil, cli.Usagef("--folder and -o are missing; name a folder for the tuning or a file for the constants")
	case f.constants == "":
		return nil, cli.Usagef("--constants is missing; name what to tune, such as cpuct=0.8:0.2..3")
	}
	err := cmp.Or(f.elsewhere.Check(f.workers), cli.AtLeast("batch", f.plan.Batch, 1),
		cli.AtLeast("games", f.games, 1), f.refuseFiles(f.folder))
	if err != nil {
		return nil, err
	}
	rules, _, err := f.Rules()
	if err != nil {
		return nil, err
	}
	plan := f.plan
	if plan.Player, err = limited(cmd, plan.Player, f.nodes); err != nil {
		return nil, err
	}
	if plan.Parameters, err = training.Constants(f.constants, plan.Player, f.rEnd); err != nil {
		return nil, cli.Usagef("--constants: %w", err)
	}
	plan.Iterations = (f.games + 2*plan.Batch - 1) / (2 * plan.Batch) // rounded up; each plays plan.Batch pairs
	tuning := &training.Tuning{Plan: plan, Work: training.Work{
		Folder: f.folder, Rules: rules, Workers: f.workers, NewPlayer: players.Recorded,
	}}
	if _, err := tuning.Check(); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return tuning, nil
}

// limited adds the limit nodes to the text of a player that thinks without a limit. It returns other texts unchanged,
// but an error if both the text and --nodes limit the player.
func limited(cmd *cobra.Command, player string, nodes uint64) (string, error) {
	_, err := players.Keys(player)
	switch {
	case err != nil:
		return "", cli.Usagef("--player: %w", err)
	case players.Unlimited(player):
		return search.With(player, "nodes", nodes), nil
	case players.Thinks(player) && cmd.Flags().Changed("nodes"):
		return "", cli.Usagef("--player %s and --nodes both limit the player; leave one of the limits out", player)
	}
	return player, nil
}

func (f *constantsFlags) run(cmd *cobra.Command, _ []string) error {
	tuning, err := f.tuning(cmd)
	if err != nil {
		return err
	}
	var outcome training.TuningOutcome
	err = f.work(cmd, tuning.Folder, &tuning.Work, func(ctx context.Context, screen *progress.Screen) (err error) {
		tuning.Follow(screen)
		outcome, err = tuning.Run(ctx)
		return err
	})
	if f.plot != "" { // also after an interrupt, if there is a picture by then
		if picture, missing := os.ReadFile(filepath.Join(tuning.Folder, training.TrajectoryPicture)); missing == nil {
			err = cmp.Or(err, cli.SvgPicture.WriteDrawn("--plot", f.plot, picture))
		}
	}
	outcome.File = f.out
	return f.conclude(cmd, outcome, err)
}
