package learn

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/show/progress"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
)

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
	f.matchFlags(cmd, &plan.Openings, &plan.Elo1)
	set.StringVar(&plan.Player, "player", "", "the `PLAYER` to tune")
	set.StringVar(&f.constants, "constants", "",
		"`RANGES` to tune: name=start:min..max[:c_end[:r_end]],... or @FILE")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "default of the final learning `RATE`; 0.04 suits short runs")
	set.IntVar(&f.games, "games", 2000, "games to play for tuning")
	set.IntVar(&plan.Batch, "batch", 4, "pairs of games in an iteration")
	set.Uint64Var(&f.nodes, "nodes", 1200, cli.NodesUsage+", unless the player has a limit")
	set.IntVar(&plan.Pairs, "match-pairs", 2000, "play at most this many pairs in the final match")
	set.Uint64Var(&plan.Seed, "seed", 1, cli.SeedUsage)
	cli.Complete(cmd, "constants", completeConstants)
	return cmd
}

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
	plan.Iterations = (f.games + 2*plan.Batch - 1) / (2 * plan.Batch) // each plays plan.Batch pairs of games
	tuning := &training.Tuning{Plan: plan, Work: training.Work{
		Folder: f.folder, Rules: rules, Workers: f.workers, NewPlayer: players.Recorded,
	}}
	if _, err := tuning.Check(); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return tuning, nil
}

// limited returns a player's text with the node limit nodes, or unchanged if it has a limit. Then --nodes is an error.
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
	err = f.work(cmd, tuning.Folder, &tuning.Work, func(ctx context.Context, s *progress.Screen) (err error) {
		tuning.Follow(s)
		outcome, err = tuning.Run(ctx)
		return err
	})
	if f.plot != "" {
		if picture, missing := os.ReadFile(filepath.Join(tuning.Folder, training.TrajectoryPicture)); missing == nil {
			err = cmp.Or(err, cli.SvgPicture.WriteDrawn("--plot", f.plot, picture))
		}
	}
	outcome.File = f.out
	return f.conclude(cmd, outcome, err)
}

func completeConstants(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	player, _ := cmd.Flags().GetString("player")
	return training.CompleteConstants(player, typed), cli.InWord
}

type calibrationFlags struct {
	dataFlags
	games   gamesFlags
	builtIn bool
}

func newCalibrationCommand() *cobra.Command {
	f := &calibrationFlags{}
	cmd := cli.New("calibration", "Fit score-to-result curves to games of self-play", f.run)
	f.register(cmd, "write the calibration to this `FILE`", "txt")
	f.games.register(cmd)
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
	case len(f.games.data) == 0:
		return errNoData
	case f.builtIn && f.out != "":
		return cli.Usagef("--built-in fits nothing to write to -o; leave one of them out")
	case f.out != "":
		if err := cli.RefuseExisting("--output", f.out, f.force); err != nil {
			return err
		}
	}
	var scores *training.Scores
	err = f.games.use(cmd, func(games training.Games) (err error) {
		games.Remark = remarkTo(cmd)
		scores, err = games.Scores(cmd.Context(), rules)
		return err
	})
	if err != nil {
		return err
	}
	made, err := scores.Calibrate(f.builtIn)
	if err != nil {
		return err
	}
	if err := cli.Print(cmd, made); err != nil {
		return err
	}
	if f.plot != "" {
		picture, err := made.Draw()
		if err == nil {
			err = cli.SvgPicture.WriteDrawn("--plot", f.plot, picture)
		}
		if err != nil {
			return err
		}
	}
	if f.out == "" {
		return nil
	}
	return made.Write(f.out)
}

func remarkTo(cmd *cobra.Command) func(string) {
	return func(text string) { cmd.PrintErrf("pillars: %s\n", text) }
}

type policyFlags struct {
	dataFlags
	games     gamesFlags
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
	f.games.register(cmd)
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
	var decisions *training.Decisions
	err = f.games.use(cmd, func(games training.Games) (err error) {
		games.Remark = remarkTo(cmd)
		decisions, err = games.Decisions(cmd.Context(), rules, f.selection, f.target == targetVisits)
		return err
	})
	if err != nil {
		return err
	}
	report, err := f.fit.Fit(decisions)
	if err != nil {
		return err
	}
	return cli.Print(cmd, report)
}

func (f *policyFlags) checkPolicy() error {
	switch {
	case f.out == "" || len(f.games.data) == 0:
		return cli.Usagef("--data or -o is missing; name the runs of games with --data and the file to write with -o")
	case f.target != targetVisits && f.target != targetPlayed:
		return cli.Usagef("--target %s: write %s or %s", f.target, targetVisits, targetPlayed)
	case !(f.fit.Temperature >= 0.01 && f.fit.Temperature <= 100):
		return cli.Usagef("--temperature %v: must be from 0.01 to 100", f.fit.Temperature)
	}
	return cli.RefuseExisting("--output", f.out, f.force)
}
