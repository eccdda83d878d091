// Package learn holds the commands that make players better: self-play, tuning of weights, constants and policies.
package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/progress"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// NewTuneCommand makes "tune" and the commands below it.
func NewTuneCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Tune weights, constants of a search and policies",
		Long: `Make players stronger. Weights and policies learn from games of "pillars selfplay"; a loop plays such
games itself; constants are tuned by matches. docs/TUNING.md explains the methods.`,
		Example: `  pillars tune weights --data pit.psd -o weights.txt
  pillars tune loop --generations 4 --games 2k -o weights.txt
  pillars tune constants --player mcts:nodes=800 --constants cpuct=:0.2..3 --folder cpuct
  pillars tune policy --data pit.psd -o policy.txt`,
		Args: cli.RefuseUnknown,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newWeightsCommand(), newLoopCommand(), newConstantsCommand(), newPolicyCommand())
	return cmd
}

// dataFlags are the flags that all commands of this package have.
type dataFlags struct {
	game    string
	options []string
	out     string
	force   bool
	quiet   bool
	json    bool
}

func (f *dataFlags) register(cmd *cobra.Command, output, extension string) {
	set := cmd.Flags()
	cli.GameFlag(cmd, &f.game)
	cli.OptionFlag(cmd, &f.options)
	set.StringVarP(&f.out, "output", "o", "", output)
	set.BoolVar(&f.json, "json", false, "print the results as JSON lines")
	cli.Complete(cmd, "output", cli.CompleteFiles(extension))
}

func (f *dataFlags) rules() (engine.Rules, error) {
	rules, _, err := cli.Rules(f.game, f.options)
	return rules, err
}

func dataFlag(cmd *cobra.Command, files *[]string) {
	cmd.Flags().StringArrayVar(files, "data", nil, "a `FILE` of self-play; may be given again")
	cli.Complete(cmd, "data", cli.CompleteFiles("psd"))
}

func heldBackFlags(cmd *cobra.Command, selection *selfplay.Selection) {
	cmd.Flags().Float64Var(&selection.Validation, "validation", .1, "share of the games to hold back")
	cmd.Flags().Uint64Var(&selection.Seed, "seed", 1, "seed of everything random")
}

// jobFlags are the flags of the commands that an interrupt leaves half done, to go on later.
type jobFlags struct {
	dataFlags
	folder  string
	plot    string
	workers int
}

func (f *jobFlags) register(cmd *cobra.Command, output, extension string) {
	f.dataFlags.register(cmd, output, extension)
	cli.QuietFlag(cmd, &f.quiet)
	cmd.Flags().BoolVar(&f.force, "force", false, "replace the file of --output though another command wrote it")
	cmd.Flags().IntVar(&f.workers, "workers", runtime.NumCPU(), "computations at the same time; results stay the same")
}

func (f *jobFlags) matchFlags(set *pflag.FlagSet, openings *int, elo1 *float64) {
	set.StringVar(&f.folder, "folder", "", "keep all files of the work in this `FOLDER` (default: beside -o)")
	set.IntVar(openings, "opening-turns", 6, "random turns after the set-up in the games of a match")
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

// work does what can be broken off at any time, since state keeps all that is done.
func (f *jobFlags) work(
	cmd *cobra.Command, state string, do func(ctx context.Context, say *progress.Screen, drain <-chan struct{}) error,
) error {
	say := cli.NewScreen(cmd.ErrOrStderr(), f.quiet)
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	err := do(ctx, say, stops.Drain)
	say.Clear()
	if stops.End() && training.Interrupted(err) {
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: the same command goes on from %s", state))
	}
	return err
}

type selfplayFlags struct {
	dataFlags
	spec    selfplay.Spec
	games   int
	workers int
}

// NewSelfplayCommand makes "selfplay".
func NewSelfplayCommand() *cobra.Command {
	f := &selfplayFlags{}
	cmd := &cobra.Command{
		Use:   "selfplay",
		Short: "Play games of a player against itself and keep them for tuning",
		Long: `Play games in which one player sits in all seats, and append them to a file for "pillars tune": every
step, and what the search thought of every position at the start of a turn.

A game begins with a random set-up and some random turns, so that no two are alike; in --stray of the games a later
turn is random now and then. It ends by the rules, when the player has proven the result, or, drawn, after --longest
turns. Game number n depends on the seed and n only: the file is the same for any number of workers. Ctrl-C finishes
the games in play and keeps everything; the same command goes on, and with more --games a file is extended.

Limit the player by nodes or depth, not by time, or the games cannot be repeated. docs/TUNING.md describes the file.`,
		Example: `  pillars selfplay --player alphabeta:nodes=1200,table=1 --games 5000 -o pit.psd
  pillars selfplay --game pilastri --option size=6 --games 1000 --seed 7 --random-turns 0..8 -o pilastri.psd`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "the `FILE` that games are appended to", "psd")
	cli.QuietFlag(cmd, &f.quiet)
	registerPlay(cmd, &f.spec)
	set := cmd.Flags()
	set.Uint64Var(&f.spec.Seed, "seed", 1, "seed of all that is random")
	set.StringVar(&f.spec.Player, "player", "alphabeta:nodes=1200,table=1", "the `PLAYER` in all seats")
	set.IntVar(&f.games, "games", 1000, "games that the file is to hold")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "games played at the same time")
	return cmd
}

func (f *selfplayFlags) settle() (spec selfplay.Spec, rules engine.Rules, err error) {
	if rules, err = f.rules(); err != nil {
		return spec, nil, err
	}
	if f.out == "" {
		return spec, nil, cli.Usagef("name the file for the games with -o")
	}
	err = cmp.Or(cli.Between("games", f.games, 1, selfplay.MaxGames), cli.AtLeast("workers", f.workers, 1))
	if err != nil {
		return spec, nil, err
	}
	f.spec.Options = f.options
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
	file, err := selfplay.Open(f.out, spec, runner.Program())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	say, earlier := cli.NewScreen(cmd.ErrOrStderr(), f.quiet), file.Games
	if file.Cut > 0 {
		say.Sayf("%s ended within a game; its last %d bytes are cut off", f.out, file.Cut)
	}
	if earlier > 0 {
		say.Sayf("%s goes on after %d of %s", f.out, earlier, tournament.Counted(f.games, "game"))
	}
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	generator := selfplay.Generator{
		Rules: rules, NewPlayer: players.StoredRecorded, Workers: f.workers, Drain: stops.Drain,
		Report: func(p selfplay.Progress) {
			say.Update(func() progress.State {
				return progress.State{Unit: "game", Done: earlier + p.Games, Total: f.games,
					Notes: []string{tournament.Counted(p.Positions, "position")}}
			})
		},
	}
	progress, playErr := generator.Fill(ctx, file, f.games)
	say.Clear()
	interrupted := stops.End()
	if playErr != nil && !(interrupted && errors.Is(playErr, context.Canceled)) {
		return fmt.Errorf("%w\n%d games are kept in %s", playErr, file.Games, f.out)
	}
	if err := f.report(cmd, file, progress); err != nil {
		return err
	}
	if interrupted && file.Games < f.games {
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: %d of %s are kept in %s; "+
			"the same command goes on", file.Games, tournament.Counted(f.games, "game"), f.out))
	}
	return nil
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
		"random turns after the set-up that games of self-play begin with, from the least to the most: `A..B`")
	set.Float64Var(&spec.Stray, "stray", .2, "share of the games of self-play in which one turn in twelve is random")
	set.Float64Var(&spec.OwnSetUp, "own-set-up", 0, "share of the games whose set-up follows the random turns")
	set.IntVar(&spec.Longest, "longest", 400, "draw a game of self-play after so many turns")
	set.IntVar(&spec.Margin, "margin", 30, "how far captures may move a settled position, in hundredths of a logit")
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
