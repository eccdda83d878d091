// Package learn provides the commands that make players stronger: "selfplay" plays games, and the commands below "tune"
// fit weights, networks, policies, calibrations and search constants.
package learn

import (
	"context"
	"errors"
	"os"
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
	"pillars/tournament"
)

// NewTuneCommand returns the command "tune" with the commands below it.
func NewTuneCommand() *cobra.Command {
	cmd := cli.New("tune", "Tune weights, policies and search constants", nil)
	cmd.AddCommand(newWeightsCommand(), newNetworkCommand(), newExamplesCommand(), newLoopCommand(),
		newConstantsCommand(), newPolicyCommand(), newCalibrationCommand())
	return cmd
}

// dataFlags holds the values of the flags that all commands below "tune" have, and of --plot, which some have.
type dataFlags struct {
	cli.RulesFlags
	out   string // path of the result
	force bool   // an existing file may be replaced
	plot  string // path of the picture; empty for none
}

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

// gamesFlags holds the values of the flags that select the games to learn from.
type gamesFlags struct {
	data []string
}

func (f *gamesFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.data, "data", nil, "learn from this `RUN` of self-play; repeatable")
	cli.DatabaseFlag(cmd)
}

func (f *gamesFlags) use(cmd *cobra.Command, learn func(training.Games) error) error {
	if len(f.data) == 0 {
		return errNoData
	}
	return cli.WithStore(cmd, func(db *store.Store) error { return learn(training.Games{Store: db, Runs: f.data}) })
}

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

// settleFolder sets the default of --folder: the path of the output with a suffix.
func (f *jobFlags) settleFolder(suffix string) {
	if f.folder == "" && f.out != "" {
		f.folder = f.out + suffix
	}
}

// settleFit checks the flags that all fits have, and returns the rules. options is the error of other flags, or nil. It
// takes precedence over errors of files. fitted names the result in messages. For state, see refuseFiles.
func (f *jobFlags) settleFit(options error, fitted, state string) (engine.Rules, error) {
	rules, _, err := f.Rules()
	switch {
	case err != nil:
		return nil, err
	case options != nil:
		return nil, cli.Usagef("%w", options)
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
	if coordinator != nil {
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
func (f *jobFlags) learn(
	cmd *cobra.Command, checkpoint string, games gamesFlags,
	fit func(ctx context.Context, games training.Games, show func(progress.State)) error,
) error {
	return games.use(cmd, func(games training.Games) error {
		var work training.Work
		return f.work(cmd, checkpoint, &work, func(ctx context.Context, s *progress.Screen) error {
			ctx, cancel := parallel.Until(ctx, work.Drain)
			defer cancel()
			games.Remark = func(text string) { s.Say(text, false) }
			return fit(ctx, games, func(state progress.State) { s.Update(func() progress.State { return state }) })
		})
	})
}

type selfplayFlags struct {
	tournaments.RunFlags
	play   training.SelfPlay
	player string
}

// NewSelfplayCommand returns the command "selfplay".
func NewSelfplayCommand() *cobra.Command {
	f := &selfplayFlags{}
	f.Openings = "random"
	cmd := cli.New("selfplay", "Play games of a player against itself, to learn from", f.run)
	f.RulesFlags.Register(cmd)
	registerPlay(cmd, &f.play)
	set := cmd.Flags()
	set.BoolVar(&f.play.Visits, "visits", false,
		"keep how often the player, mcts, tried each step, for \"pillars tune policy\"")
	set.Uint64Var(&f.Spec.Seed, "seed", 1, cli.SeedUsage)
	set.StringVar(&f.player, "player", "alphabeta:nodes=1200,table=1", "the `PLAYER` in all seats")
	set.IntVar(&f.Spec.Rounds, "games", 1000, "games in the run, over all shards and continuations")
	f.RegisterWork(cmd)
	return cmd
}

func (f *selfplayFlags) run(cmd *cobra.Command, _ []string) error {
	if err := cli.Between("games", f.Spec.Rounds, 1, tournament.MaxRounds); err != nil {
		return err
	}
	rules, _, err := f.Rules()
	if err != nil {
		return err
	}
	f.Spec = f.play.Spec(rules, f.player, f.Spec.Rounds, f.Spec.Seed)
	job, err := f.Job(cmd, "self-play", f.Spec.Players)
	if err != nil {
		return err
	}
	job.Finish = func(context.Context) error {
		database := cli.Database(cmd)
		facts := table.Object("type", "selfplay", "run", job.Run.ID, "database", database, "games", job.Progress.Done)
		return cli.Answer(cmd, facts, "run %s in %s: %s", job.Run.ID, database,
			tournament.Counted(job.Progress.Done, "game"))
	}
	return job.Do()
}

func registerPlay(cmd *cobra.Command, spec *training.SelfPlay) {
	set := cmd.Flags()
	spec.LeastRandom, spec.MostRandom = 2, 12
	set.Var(training.RandomTurns{Of: spec}, "random-turns",
		"begin each self-play game with `A..B` random turns after the set-up")
	set.Float64Var(&spec.Stray, "stray", .2, "`SHARE` of self-play games in which one later turn in twelve is random")
	set.Float64Var(&spec.OwnSetUp, "own-set-up", 0,
		"`SHARE` of self-play games in which the player makes the set-up, after the random turns")
	set.IntVar(&spec.Longest, "longest", 400, "draw a self-play game after this many turns")
}
