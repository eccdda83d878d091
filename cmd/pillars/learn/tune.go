// Package learn holds the commands that make players better: self-play, tuning of weights, constants and policies.
package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/progress"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// NewTuneCommand makes "tune" and the commands below it.
func NewTuneCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Tune weights, policies and search constants",
	}
	cmd.AddCommand(newWeightsCommand(), newNetworkCommand(), newLoopCommand(), newConstantsCommand(),
		newPolicyCommand(), newCalibrationCommand())
	return cmd
}

// dataFlags are the flags that all commands of this package have.
type dataFlags struct {
	cli.RulesFlags
	out   string
	force bool
	quiet bool
	json  bool
}

func (f *dataFlags) register(cmd *cobra.Command, output, extension string) {
	set := cmd.Flags()
	f.RulesFlags.Register(cmd)
	set.StringVarP(&f.out, "output", "o", "", output)
	set.BoolVar(&f.json, "json", false, "print the results as JSON lines")
	cli.Complete(cmd, "output", cli.CompleteFiles(extension))
}

// errNoData is what a command says that lacks the flag of dataFlag.
var errNoData = cli.Usagef("--data is missing; name a file of games (pillars selfplay makes one)")

func dataFlag(cmd *cobra.Command, files *[]string) {
	cmd.Flags().StringArrayVar(files, "data", nil, "learn from this self-play `FILE`; repeatable")
	cli.Complete(cmd, "data", cli.CompleteFiles("psd"))
}

func heldBackFlags(cmd *cobra.Command, selection *selfplay.Selection) {
	cmd.Flags().Float64Var(&selection.Validation, "validation", .1, "share of the games to hold back for validation")
	cmd.Flags().Uint64Var(&selection.Seed, "seed", 1, cli.SeedUsage)
}

// jobFlags are the flags of the commands that an interrupt leaves half done, to go on later.
type jobFlags struct {
	dataFlags
	folder  string
	plot    string
	workers int

	elsewhere tournaments.Elsewhere // of the commands that play games
}

func (f *jobFlags) register(cmd *cobra.Command, output, extension string) {
	f.dataFlags.register(cmd, output, extension)
	cli.QuietFlag(cmd, &f.quiet)
	cmd.Flags().BoolVar(&f.force, "force", false, "replace the --output file even if another command wrote it")
	cmd.Flags().IntVar(&f.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
}

// matchFlags are those of commands that play matches.
func (f *jobFlags) matchFlags(cmd *cobra.Command, openings *int, elo1 *float64) {
	set := cmd.Flags()
	f.elsewhere.Register(cmd)
	set.StringVar(&f.folder, "folder", "", "keep all intermediate files in this `FOLDER` (default: beside -o)")
	set.IntVar(openings, "opening-turns", 6, cli.RandomUsage)
	set.Float64Var(elo1, "elo1", 20, "normalized Elo that a match tests for, against 0")
}

func (f *jobFlags) plotFlag(cmd *cobra.Command, usage string) {
	cmd.Flags().StringVar(&f.plot, "plot", "", usage)
	cli.Complete(cmd, "plot", cli.CompleteFiles("svg"))
}

// settleFolder sets the folder, unless --folder does, to the output with a suffix.
func (f *jobFlags) settleFolder(suffix string) {
	if f.folder == "" && f.out != "" {
		f.folder = f.out + suffix
	}
}

// refuseFiles refuses, before anything is done, files that must not be replaced. Where state is, which a call leaves
// beside its output, the output is that of an earlier call, which goes on.
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

// work does what can be broken off at any time, since state keeps all that is done. It fills in what of the work the
// command line decides.
func (f *jobFlags) work(
	cmd *cobra.Command, state string, work *training.Work, do func(context.Context, *progress.Screen) error,
) error {
	say := cli.NewScreen(cmd.ErrOrStderr(), f.quiet)
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	coordinator, err := f.elsewhere.Open(cmd.ErrOrStderr(), state, f.workers, say)
	if coordinator != nil {
		work.Elsewhere = coordinator
	}
	if work.Drain = stops.Drain; err == nil {
		err = do(ctx, say)
	}
	say.Clear()
	if stops.End() && training.Interrupted(err) {
		return cli.Interrupted("interrupted: the same command goes on from %s", state)
	}
	return err
}

type selfplayFlags struct {
	dataFlags
	spec    selfplay.Spec
	games   int
	workers int
	shard   parallel.Shard

	elsewhere tournaments.Elsewhere
}

// NewSelfplayCommand makes "selfplay".
func NewSelfplayCommand() *cobra.Command {
	f := &selfplayFlags{}
	cmd := &cobra.Command{
		Use:   "selfplay",
		Short: "Record games of a player against itself, to tune from",
		RunE:  func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "append the games to this `FILE`", "psd")
	cli.QuietFlag(cmd, &f.quiet)
	registerPlay(cmd, &f.spec)
	set := cmd.Flags()
	set.BoolVar(&f.spec.Visits, "visits", false,
		"keep how often the player, mcts, tried each step, for \"pillars tune policy\"")
	set.Uint64Var(&f.spec.Seed, "seed", 1, cli.SeedUsage)
	set.StringVar(&f.spec.Player, "player", "alphabeta:nodes=1200,table=1", "the `PLAYER` in all seats")
	set.IntVar(&f.games, "games", 1000, "games that the file, or all shards, should hold in the end")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	f.elsewhere.Register(cmd)
	cli.ShardFlag(cmd, &f.shard)
	return cmd
}

func (f *selfplayFlags) settle() (spec selfplay.Spec, rules engine.Rules, err error) {
	if rules, _, err = f.Rules(); err != nil {
		return spec, nil, err
	}
	if f.out == "" {
		return spec, nil, cli.Usagef("-o is missing; name the file for the games")
	}
	err = cmp.Or(cli.Between("games", f.games, 1, selfplay.MaxGames), f.elsewhere.Check(f.workers))
	if err != nil {
		return spec, nil, err
	}
	if err := f.shard.Fits(f.games, "game"); err != nil {
		return spec, nil, cli.Usagef("--shard %v: %w", f.shard, err)
	}
	f.spec.Options = f.Options
	if spec, rules, err = f.spec.Settle(rules.Game(), players.Recorded); err != nil {
		return spec, nil, cli.Usagef("%w", err)
	}
	return spec, rules, nil
}

func (f *selfplayFlags) run(cmd *cobra.Command) (err error) {
	spec, rules, err := f.settle()
	if err != nil {
		return err
	}
	if err := players.CheckMemory(f.workers, spec.Player); err != nil {
		return err
	}
	say, wanted := cli.NewScreen(cmd.ErrOrStderr(), f.quiet), f.shard.Count(f.games)
	file, err := f.open(cmd.Context(), spec, rules, say)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	progress, playErr := f.fill(ctx, cmd.ErrOrStderr(), stops.Drain, file, rules, say)
	say.Clear()
	interrupted := stops.End()
	if playErr != nil && !(interrupted && errors.Is(playErr, context.Canceled)) {
		return fmt.Errorf("%w\n%d games are kept in %s", playErr, file.Games, f.out)
	}
	if err := f.report(cmd, file, progress); err != nil {
		return err
	}
	if interrupted && file.Games < wanted {
		return cli.Interrupted("interrupted: %d of %s are kept in %s; the same command goes on", file.Games,
			tournament.Counted(wanted, "game"), f.out)
	}
	if !f.shard.Whole() {
		say.Sayf("%s", cli.ShardDone(f.shard, file.Games, f.out))
	}
	return nil
}

// fill plays what the file lacks.
func (f *selfplayFlags) fill(ctx context.Context, out io.Writer, drain <-chan struct{}, file *selfplay.File,
	rules engine.Rules, say *progress.Screen,
) (p selfplay.Progress, err error) {
	earlier, wanted := file.Games, f.shard.Count(f.games)
	generator := selfplay.Generator{
		Rules: rules, NewPlayer: players.Recorded, Workers: f.workers, Drain: drain,
		Report: func(p selfplay.Progress) {
			say.Update(func() progress.State {
				return progress.State{Unit: "game", Done: earlier + p.Games, Total: wanted,
					Notes: []string{tournament.Counted(p.Positions, "position")}}
			})
		},
	}
	coordinator, err := f.elsewhere.Open(out, f.out, f.workers, say)
	if err != nil {
		return p, err
	}
	if coordinator != nil {
		generator.Elsewhere = coordinator
	}
	return generator.Fill(ctx, file, f.games)
}

// open makes the file, or tells how far it is.
func (f *selfplayFlags) open(ctx context.Context, spec selfplay.Spec, rules engine.Rules, say *progress.Screen) (
	file *selfplay.File, err error,
) {
	share := selfplay.Share{Shard: f.shard}
	if !f.shard.Whole() {
		share.Signature, err = bench.SignOn(ctx, spec.Player, rules)
	}
	if err == nil {
		file, err = selfplay.OpenShare(f.out, spec, runner.Program(), share)
	}
	if err != nil {
		return nil, err
	}
	if file.Cut > 0 {
		say.Sayf("%s: the last game is incomplete; its %d bytes are dropped", f.out, file.Cut)
	}
	if file.Games > 0 {
		say.Sayf("%s goes on after %d of %s", f.out, file.Games, tournament.Counted(f.shard.Count(f.games), "game"))
	}
	return file, nil
}

func (f *selfplayFlags) report(cmd *cobra.Command, file *selfplay.File, p selfplay.Progress) error {
	info, err := os.Stat(f.out)
	if err != nil {
		return err
	}
	if p.Games > 0 && !f.quiet && !f.json {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s, %.0f positions/s\n", progress.Rate(p.Rate()),
			float64(p.Positions)/p.Elapsed.Seconds())
	}
	return cli.Answer(cmd.OutOrStdout(), f.json, table.Object("type", "selfplay", "file", f.out, "games", file.Games,
		"bytes", info.Size(), "played", p.Games, "positions", p.Positions),
		"%s: %s, %d bytes; %d played now, %d positions", f.out, tournament.Counted(file.Games, "game"), info.Size(),
		p.Games, p.Positions)
}

func registerPlay(cmd *cobra.Command, spec *selfplay.Spec) {
	set := cmd.Flags()
	spec.LeastRandom, spec.MostRandom = 2, 12
	set.Var(turnRange{&spec.LeastRandom, &spec.MostRandom}, "random-turns",
		"begin each self-play game with `A..B` random turns after the set-up")
	set.Float64Var(&spec.Stray, "stray", .2, "share of self-play games in which one later turn in twelve is random")
	set.Float64Var(&spec.OwnSetUp, "own-set-up", 0, "share of self-play games with the random turns before the set-up")
	set.IntVar(&spec.Longest, "longest", 400, "draw a self-play game after this many turns")
	set.IntVar(&spec.Margin, "margin", 30, "largest change by captures in a settled position, in 1/100 logit")
}

type turnRange struct{ least, most *int }

func (r turnRange) Type() string { return "range" }

func (r turnRange) String() string {
	if r.least == nil {
		return ""
	}
	return fmt.Sprintf("%d..%d", *r.least, *r.most)
}

func (r turnRange) Set(text string) error {
	low, high, found := strings.Cut(text, "..")
	if !found {
		high = low
	}
	least, err := strconv.Atoi(low)
	most, errMost := strconv.Atoi(high)
	if err != nil || errMost != nil || least < 0 || most < least {
		return fmt.Errorf("%q is not of the form A..B, such as 2..12, the smaller first", text)
	}
	*r.least, *r.most = least, most
	return nil
}
