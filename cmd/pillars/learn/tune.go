package learn

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/positions"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/eval/tune"
	"pillars/results/training"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// tuneFlags say what to learn from which games.
type tuneFlags struct {
	options    []string
	data       []string
	from       string
	positions  string
	selection  selfplay.Selection
	lesson     training.Run
	out        string
	force      bool
	plot       string
	quiet      bool
	json       bool
	generation generationFlags
	search     searchFlags
}

func NewTuneCommand() *cobra.Command {
	flags := &tuneFlags{generation: generationFlags{random: turnRange{2, 12}}}
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Fit the weights of the evaluation to games of self-play",
		Long: `Fit weights so that the evaluation foretells results: logistic regression on the positions of files made by "pillars selfplay". The target of a
position is the game's result, mixed with what the search expected (--lambda is the share of the result). A share of the games is held back; the fit ends when
the loss on them no longer falls. Weights are drawn to those they begin with by --l2, more so where there are few positions.

A fit that was interrupted goes on from its checkpoint (the file of -o with .checkpoint added). The weights do not depend on --workers.

With --generations the whole circle is done: games with the newest weights, a fit to the games of the latest generations, a sequential test of the new weights against
those before, which decides whether they are kept. All of it lies in --folder, and the same command goes on after Ctrl-C. At the end the last weights are
tested against the first ones; only if they are found stronger -o is written.

With --search numbers in a player's text are tuned instead of weights: the keys that --constants names, by SPSA with the formulas of fishtest
(each question is a batch of pairs of games between the constants moved up and down).
All of it lies in --folder, with the trajectory as trajectory.csv and trajectory.svg, and the same command goes on after Ctrl-C. At the end a
sequential test of the tuned player against the player at the start decides whether the constants are better; only then -o is written, in the
form that --constants reads. The course does not depend on --workers.`,
		Example: `  pillars tune pit-of-pillars --data pit.psd --from zero -o weights.txt --plot loss.svg
  pillars tune pit-of-pillars --data a.psd --data b.psd --lambda 0.5 --l2 300 -o weights.txt
  pillars tune pilastri --option size=6 --generations 4 --games 2000 --nodes 1200 --folder pilastri-6 -o weights.txt
  pillars tune pit-of-pillars --search mcts:nodes=800 --constants cpuct=:0.2..3,temperature=:0.1..2 --games 3000 --r-end 0.04 --folder explore
  pillars tune pilastri --search mcts --nodes 2000 --constants @constants.csv --folder constants`,
		Args:              cli.OneGame,
		ValidArgsFunction: positions.CompleteFirstGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	}
	flags.Register(cmd)
	flags.generation.Register(cmd)
	flags.search.Register(cmd)
	return cmd
}

func (f *tuneFlags) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringArrayVar(&f.options, "option", nil, "a rule option as `name=value`; may be given again (see pillars games)")
	set.StringArrayVar(&f.data, "data", nil, "a `FILE` of self-play; may be given again")
	set.StringVar(&f.from, "from", training.Current, "the weights to begin with: zero, `current`, hand or a file")
	set.StringVar(&f.positions, "positions", string(selfplay.QuietSettled), "which positions count: `settled`, calm or any")
	set.BoolVar(&f.selection.SetUp, "set-up", false, "positions of the set-up stage count too")
	set.BoolVar(&f.selection.OnlyPatterns, "only-patterns", false, "features weigh nothing, which saves the time to count them")
	set.Float64Var(&f.selection.Lambda, "lambda", .7, "share of the game's result in the target; the rest is the score of the search")
	set.Float64Var(&f.selection.Validation, "validation", .1, "share of the games that are held back")
	set.Uint64Var(&f.selection.Seed, "seed", 1, "seed of all that is random: which games are held back")
	set.Float64Var(&f.lesson.L2, "l2", 100, "how strongly weights are drawn to those they begin with, by the square of the distance in logits")
	set.IntVar(&f.lesson.Epochs, "epochs", 200, "steps of the descent at most")
	set.IntVar(&f.lesson.Patience, "patience", 10, "end after so many steps in which the loss on the games held back has not fallen; 0 for never")
	set.IntVar(&f.lesson.Workers, "workers", runtime.NumCPU(), "goroutines that compute")
	set.StringVarP(&f.out, "output", "o", "", "the `FILE` that the weights are written to")
	set.BoolVar(&f.force, "force", false, "replace the file of --output if it is there and no earlier call of the same command wrote it")
	set.StringVar(&f.plot, "plot", "", "draw the losses as an SVG `FILE`, in place of a picture that is there")
	set.BoolVar(&f.quiet, "quiet", false, "print nothing but the results and errors")
	set.BoolVar(&f.json, "json", false, "print the results as JSON lines")
	cli.Complete(cmd, "option", cli.CompleteOption)
	cli.Complete(cmd, "data", cli.CompleteFiles("psd"))
	cli.Complete(cmd, "output", cli.CompleteFiles("txt"))
	cli.Complete(cmd, "plot", cli.CompleteFiles("svg"))
	cli.Complete(cmd, "positions", cobra.FixedCompletions([]string{"settled", "calm", "any"}, cobra.ShellCompDirectiveNoFileComp))
	cli.Complete(cmd, "from", cobra.FixedCompletions([]string{"zero", "current", "hand"}, cobra.ShellCompDirectiveDefault))
	for _, number := range []string{"lambda", "validation", "seed", "l2", "epochs", "patience", "workers"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
}

func (f *tuneFlags) Run(cmd *cobra.Command, name string) error {
	if f.search.wanted(cmd) {
		return f.runSearch(cmd, name)
	}
	if f.search.constants != "" {
		return cli.Usagef("--constants names what --search tunes; name the player with --search")
	}
	if err := f.Settle(cmd, name); err != nil {
		return err
	}
	if f.generation.wanted(cmd) {
		return f.runCourse(cmd)
	}
	return f.runLesson(cmd)
}

// Settle checks what all uses of the command share.
func (f *tuneFlags) Settle(cmd *cobra.Command, name string) error {
	rules, err := rulesOf(name, f.options)
	if err != nil {
		return err
	}
	f.selection.Quiet = selfplay.Quiet(f.positions)
	options := tune.Options{L2: f.lesson.L2, Epochs: f.lesson.Epochs, Patience: f.lesson.Patience}
	if err := errors.Join(f.selection.Check(), options.Check()); err != nil {
		return cli.Usagef("%w", err)
	}
	switch {
	case f.out == "":
		return cli.Usagef("name the file for the weights with -o")
	case f.lesson.Workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more", f.lesson.Workers)
	case !f.generation.wanted(cmd) && len(f.data) == 0:
		return cli.Usagef("name a file of games with --data, or play them with --generations; pillars selfplay makes one")
	}
	f.lesson.Rules, f.lesson.Files, f.lesson.Selection = rules, f.data, f.selection
	if err := f.refuseFiles(f.ownState(cmd)); err != nil {
		return err
	}
	f.lesson.Start, err = training.LoadWeights(f.from, rules)
	if err != nil {
		return cli.Usagef("--from %s: %w", f.from, err)
	}
	return nil
}

// rulesOf are the rules of a game with options.
func rulesOf(name string, options []string) (engine.Rules, error) {
	game, err := games.Find(name)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	settings, err := engine.ParseSettings(options)
	if err != nil {
		return nil, cli.Usagef("--option: %w", err)
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, cli.Usagef("--option: %w", err)
	}
	return rules, nil
}

// What calls of the command leave beside their output, or in a folder of another name, to go on from.
const (
	checkpointSuffix = ".checkpoint"
	courseSuffix     = ".generations"
	searchSuffix     = ".search"
)

// ownState is what a call of the command leaves beside its output: where it is, the output is that of an earlier call, which goes on.
func (f *tuneFlags) ownState(cmd *cobra.Command) string {
	if f.generation.wanted(cmd) {
		return f.folder(courseSuffix)
	}
	return f.out + checkpointSuffix
}

// refuseFiles refuses, before anything is done, files that must not be replaced.
func (f *tuneFlags) refuseFiles(state string) error {
	if f.plot != "" {
		if err := cli.SvgPicture.RefuseOther("--plot", f.plot); err != nil {
			return err
		}
	}
	if _, err := os.Stat(state); err == nil || f.out == "" {
		return nil
	}
	return cli.RefuseExisting(f.out, f.force)
}

func (f *tuneFlags) runLesson(cmd *cobra.Command) error {
	f.lesson.Checkpoint = f.out + checkpointSuffix
	say := messages{cmd.ErrOrStderr(), f.quiet}
	stops := newStops(cmd.Context(), say)
	learned, err := f.lesson.Fit(stops.untilDrained(), newLessonWatch(say))
	if stops.end() && err != nil {
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: the same command goes on from %s", f.lesson.Checkpoint))
	}
	if err != nil {
		return err
	}
	if f.plot != "" {
		if err := writeLossPlot(f.plot, learned.State.Losses, learned.State.BestAt); err != nil {
			return err
		}
	}
	if err := training.WriteWeights(f.out, learned.Layout, learned.Weights, f.header(learned)...); err != nil {
		return err
	}
	return reportLesson(cmd, f, learned)
}

// header says in the file of weights where they come from.
func (f *tuneFlags) header(l training.Fitted) []string {
	rules := f.lesson.Rules
	best := l.State.Losses[l.State.BestAt]
	return []string{
		fmt.Sprintf("Weights of %s (%s), in hundredths of a logit of the expected result.", rules.Game().Title(), rules.Settings()),
		fmt.Sprintf("Fitted to %d positions of %d games, loss %.5f (games held back: %.5f), from %s, lambda %g, l2 %g, positions %s.",
			l.Data.Train.Len(), l.Data.Counts.Games-l.Data.Counts.Validation, best.Train, best.Validation, f.from, f.selection.Lambda, f.lesson.L2, f.positions),
		"By " + runner.Program() + ".",
	}
}

// newLessonWatch shows how a lesson goes.
func newLessonWatch(say messages) training.RunObserver {
	status := cli.NewStatusLine(say.to)
	return training.RunObserver{
		Remark: func(text string) { say.sayf("%s", text) },
		Epoch: func(s *tune.State) {
			if say.quiet {
				return
			}
			if s.Done {
				status.Clear()
				return
			}
			losses := s.Losses[s.Epochs()]
			status.Update(func() string {
				return fmt.Sprintf("epoch %d: loss %.5f, on games held back %.5f, the least %.5f after %d", s.Epochs(), losses.Train, losses.Validation,
					s.Losses[s.BestAt].Validation, s.BestAt)
			})
		},
	}
}
