package learn

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/parallel"
	"pillars/eval/tune"
	"pillars/results/progress"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

type weightsFlags struct {
	jobFlags
	from string
	fit  training.Run
}

func newWeightsCommand() *cobra.Command {
	f := &weightsFlags{}
	cmd := &cobra.Command{
		Use:   "weights",
		Short: "Fit the weights of the evaluation to games of self-play",
		Long: `Fit the weights so that the evaluation predicts results: logistic regression on the positions of games of
"pillars selfplay". The fit ends when the loss on the validation games no longer falls. After Ctrl-C the same command
goes on from its checkpoint, the -o file with .checkpoint added.`,
		Example: `  pillars tune weights --data pit.psd --from zero -o weights.txt --plot loss.svg
  pillars tune weights --game pylyx --data a.psd --data b.psd --lambda 0.5 --l2 300 -o weights.txt`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd)
	dataFlag(cmd, &f.fit.Files)
	f.plotFlag(cmd, "draw the loss by epoch into this SVG `FILE`")
	return cmd
}

func (f *weightsFlags) register(cmd *cobra.Command) {
	f.jobFlags.register(cmd, "write the weights to this `FILE`", "txt")
	set, selection := cmd.Flags(), &f.fit.Selection
	fromFlag(cmd, &f.from)
	selectionFlags(cmd, selection)
	set.BoolVar(&selection.OnlyPatterns, "only-patterns", false, "fit patterns only, with all features at weight 0")
	set.Float64Var(&f.fit.L2, "l2", 100, "strength of the regularization towards the weights of --from")
	set.IntVar(&f.fit.Epochs, "epochs", 200, epochsUsage)
	set.IntVar(&f.fit.Patience, "patience", 10, "stop after this many epochs without a lower loss; 0 for never")
}

const epochsUsage = "run at most this many epochs"

func fromFlag(cmd *cobra.Command, from *string) {
	cmd.Flags().StringVar(from, "from", training.Current, "weights to start from: zero, `current`, hand or a file")
	cli.Complete(cmd, "from",
		cobra.FixedCompletions([]string{"zero", "current", "hand"}, cobra.ShellCompDirectiveDefault))
}

// selectionFlags say which positions are learned from, and what of them.
func selectionFlags(cmd *cobra.Command, selection *selfplay.Selection) {
	set := cmd.Flags()
	set.StringVar((*string)(&selection.Quiet), "positions", string(selfplay.QuietSettled),
		"positions to learn from: `settled`, calm or any")
	cli.CompleteChoice(cmd, "positions", "settled", "calm", "any")
	set.BoolVar(&selection.SetUp, "set-up", false, "also learn from positions of the set-up")
	set.Float64Var(&selection.Lambda, "lambda", .7, "share of the result in the target; the rest is the search's score")
	heldBackFlags(cmd, selection)
}

// settle reads and checks the flags. The state is what an interrupted call leaves.
func (f *weightsFlags) settle(state string) (err error) {
	if f.fit.Rules, _, err = f.Rules(); err != nil {
		return err
	}
	if err := errors.Join(f.fit.Selection.Check(), f.fit.FitOptions.Check()); err != nil {
		return cli.Usagef("%w", err)
	}
	if f.out == "" {
		return cli.Usagef("-o is missing; name the file for the weights")
	}
	if err := errors.Join(f.elsewhere.Check(f.workers), f.refuseFiles(state)); err != nil {
		return err
	}
	if f.fit.Start, err = training.LoadWeights(f.from, f.fit.Rules); err != nil {
		return cli.Usagef("--from %s: %w", f.from, err)
	}
	f.fit.Workers = f.workers
	return nil
}

func (f *weightsFlags) run(cmd *cobra.Command) error {
	var fitted training.Fitted
	run := &f.fit
	run.Checkpoint = f.out + ".checkpoint"
	if err := f.settle(run.Checkpoint); err != nil {
		return err
	}
	if len(run.Files) == 0 {
		return errNoData
	}
	var work training.Work
	err := f.work(cmd, run.Checkpoint, &work, func(ctx context.Context, s *progress.Screen) error {
		ctx, cancel := parallel.Until(ctx, work.Drain)
		defer cancel()
		made, err := run.Fit(ctx, training.ObserveFit(s, run.Epochs, func(state progress.State) {
			s.Update(func() progress.State { return state })
		}))
		fitted = made
		return err
	})
	if err == nil && f.plot != "" {
		var picture []byte
		if picture, err = fitted.Draw(); err == nil {
			err = cli.SvgPicture.WriteDrawn("--plot", f.plot, picture)
		}
	}
	if err != nil {
		return err
	}
	best, counts := fitted.State.Least(), fitted.Data.Counts
	err = training.WriteWeights(f.out, fitted.Layout, fitted.Weights, f.weightsOf(),
		fmt.Sprintf("Fitted to %d positions of %d games, loss %.5f (games held back: %.5f), "+
			"from %s, lambda %g, l2 %g, positions %s.", fitted.Data.Train.Len(), counts.Games-counts.Validation,
			best.Train, best.Validation, f.from, f.fit.Selection.Lambda, f.fit.L2, f.fit.Selection.Quiet),
		"By "+runner.Program()+".")
	if err != nil {
		return err
	}
	return f.reportFit(cmd.OutOrStdout(), fitted)
}

func (f *weightsFlags) weightsOf() string {
	return fmt.Sprintf("Weights of %s (%s), in hundredths of a logit of the expected result.",
		f.fit.Rules.Game().Title(), f.fit.Rules.Settings())
}

const mostChanged = 12 // weights that a report shows

func (f *weightsFlags) reportFit(w io.Writer, fitted training.Fitted) error {
	data, counts, state := fitted.Data, fitted.Data.Counts, fitted.State
	begun, best := state.Losses[0], state.Least()
	least := tune.Losses{Train: data.Train.LeastLoss(), Validation: data.Validation.LeastLoss()}
	changes := training.MostChanged(fitted.Layout, f.fit.Start, fitted.Weights, mostChanged)
	if f.json {
		changed := []table.Facts{}
		for _, c := range changes {
			changed = append(changed, table.Object("name", c.Name,
				"before", [2]float64{c.Before.Early, c.Before.Late}, "after", [2]float64{c.After.Early, c.After.Late}))
		}
		return cli.PrintJSON(w, table.Object("type", "tune", "file", f.out, "games", counts.Games,
			"games_held_back", counts.Validation, "turns", counts.Turns, "noisy", counts.Noisy,
			"repeated", counts.Twice, "train_positions", data.Train.Len(),
			"validation_positions", data.Validation.Len(), "bytes", data.Train.Bytes()+data.Validation.Bytes(),
			"epochs", state.Epochs(), "best_epoch", state.BestAt,
			"loss", table.Object("before", begun.Train, "after", best.Train, "least", least.Train), "validation_loss",
			table.Object("before", begun.Validation, "after", best.Validation, "least", least.Validation),
			"most_changed", changed))
	}
	table.Printf(w, "%d games, %d of them held back; "+
		"%d turns; left out are %d that are not quiet and %d repeats\n\n",
		counts.Games, counts.Validation, counts.Turns, counts.Noisy, counts.Twice)
	losses := table.New("#", "#positions", "#loss before", "#after", "#least possible")
	losses.Add("learned from", data.Train.Len(), formatted("%.5f", begun.Train, best.Train, least.Train))
	if n := data.Validation.Len(); n > 0 {
		losses.Add("held back", n, formatted("%.5f", begun.Validation, best.Validation, least.Validation))
	}
	weights := table.New("#most changed", "#early before", "#after", "#late before", "#after")
	for _, c := range changes {
		weights.Add(c.Name, formatted("%.2f", c.Before.Early, c.After.Early, c.Before.Late, c.After.Late))
	}
	losses.Indent, weights.Indent = 2, 2
	err := losses.WriteText(w)
	table.Printf(w, "\n%s; the best is number %d\n\n", tournament.Counted(state.Epochs(), "epoch"), state.BestAt)
	err = errors.Join(err, weights.WriteText(w))
	fmt.Fprintf(w, "\nweights: %s\n", f.out)
	return err
}

func formatted(format string, values ...float64) (texts []string) {
	for _, value := range values {
		texts = append(texts, fmt.Sprintf(format, value))
	}
	return texts
}

const mixedOpenings = 40 // of a match in mixed seatings

type loopFlags struct {
	weightsFlags
	loop  training.Loop
	nodes uint64
}

func newLoopCommand() *cobra.Command {
	f := &loopFlags{}
	cmd := &cobra.Command{
		Use:   "loop",
		Short: "Repeat self-play, fit and match",
		Long: `Improve weights in generations. Each generation plays games with the newest weights, fits new weights to
the games of the latest generations, and keeps them if a sequential test finds them stronger. In games for three and
four the match has a fixed number of openings, each in all mixed seatings of the new and the old weights. The -o file
is written only if the last weights beat the first in a final match. After Ctrl-C the same command goes on from the
files in --folder (default: the name in -o with .generations added).

The flags of "tune weights" for the fit and those of "selfplay" for the games are accepted too.`,
		Example: `  pillars tune loop --generations 4 --games 4k --from hand -o weights.txt
  pillars tune loop --game pilastri --option size=6 --nodes 1.2k --folder pilastri-6 -o weights.txt`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.weightsFlags.register(cmd)
	registerPlay(cmd, &f.loop.Plan.Play)
	for _, name := range []string{"positions", "set-up", "only-patterns", "lambda", "validation", "l2", "epochs",
		"patience", "random-turns", "stray", "own-set-up", "longest", "margin"} {
		cmd.Flags().Lookup(name).Hidden = true // other commands explain them
	}
	set, plan := cmd.Flags(), &f.loop.Plan
	f.matchFlags(cmd, &plan.Openings, &plan.Elo1)
	set.IntVar(&f.loop.Generations, "generations", 4, "generations to run")
	set.IntVar(&plan.Games, "games", 2000, "self-play games in each generation")
	set.Uint64Var(&f.nodes, "nodes", 1200, cli.NodesUsage)
	set.StringVar(&plan.Player, "player", "alphabeta:table=1", "the `PLAYER` to improve, without nodes and weights")
	set.IntVar(&plan.Window, "window", 3, "fit to the games of this many latest generations")
	set.IntVar(&plan.Pairs, "match-pairs", 200, "play at most this many pairs in a match; then the score decides; "+
		"with more than two seats: openings in a match (default 40)")
	return cmd
}

func (f *loopFlags) run(cmd *cobra.Command) error {
	f.settleFolder(".generations")
	if err := f.settle(f.folder); err != nil {
		return err
	}
	loop, plan := &f.loop, &f.loop.Plan
	plan.Player, plan.Selection = search.WithNodes(plan.Player, f.nodes), f.fit.Selection
	plan.Seed, plan.L2, plan.Epochs, plan.Patience = plan.Selection.Seed, f.fit.L2, f.fit.Epochs, f.fit.Patience
	loop.Folder, loop.Rules, loop.Start = f.folder, f.fit.Rules, f.fit.Start
	loop.Workers, loop.NewPlayer = f.workers, players.StoredRecorded
	if loop.Rules.Seats() > 2 && !cmd.Flags().Changed("match-pairs") {
		plan.Pairs = mixedOpenings
	}
	var outcome training.LoopOutcome
	err := f.work(cmd, loop.Folder, &loop.Work, func(ctx context.Context, s *progress.Screen) (err error) {
		var printed error
		loop.Told = func(g training.Generation) {
			printed = errors.Join(printed, f.printGeneration(s.Above(cmd.OutOrStdout()), g))
		}
		loop.Follow(s)
		outcome, err = loop.Run(ctx)
		return errors.Join(err, printed)
	})
	if err != nil {
		return err
	}
	return f.concludeLoop(cmd, outcome)
}

func (f *loopFlags) printGeneration(out io.Writer, g training.Generation) error {
	if f.json {
		return cli.PrintJSON(out, struct {
			Type string `json:"type"`
			training.Generation
		}{"generation", g})
	}
	kept := "dropped"
	if g.Kept {
		kept = "kept"
	}
	return table.Printf(out, "generation %d: %d positions of %s, loss %.5f, held back %.5f; match %s: %s\n", g.Number,
		g.Positions, tournament.Counted(g.Games, "game"), g.Loss, g.ValidationLoss, g.Match.TextWithElo(), kept)
}

func (f *loopFlags) concludeLoop(cmd *cobra.Command, outcome training.LoopOutcome) error {
	const against = "the last weights against the first ones: "
	out, file, kept := cmd.OutOrStdout(), "", 0
	for _, g := range outcome.Generations {
		if g.Kept {
			kept++
		}
	}
	if outcome.Better() {
		file = f.out
		err := training.WriteWeights(file, outcome.Layout, outcome.Weights, f.weightsOf(),
			fmt.Sprintf("Made by %s of %d games of self-play each, %s; from %s, lambda %g, l2 %g, seed %d.",
				tournament.Counted(f.loop.Generations, "generation"), f.loop.Plan.Games, f.loop.Plan.Player, f.from,
				f.fit.Selection.Lambda, f.fit.L2, f.fit.Selection.Seed),
			fmt.Sprintf("Against the weights at the beginning: score %.1f %%, %s.", 100*outcome.Final.Score(),
				outcome.Final.DecisionText()))
		if err != nil {
			return err
		}
	}
	switch {
	case f.json:
		facts := table.Object("type", "generations", "folder", f.loop.Folder)
		facts.AddSome("file", file)
		return cli.PrintJSON(out, append(facts,
			table.Object("kept", kept, "final", outcome.Final, "written", outcome.Better())...))
	case outcome.Final == nil:
		table.Printf(out, "no generation changed the weights; %s is not written\n", f.out)
	case file == "":
		table.Printf(out, "%s; %s is not written\n", against+outcome.Final.TextWithElo(), f.out)
	default:
		table.Printf(out, "%s\nweights: %s\n", against+outcome.Final.TextWithElo(), file)
	}
	return nil
}
