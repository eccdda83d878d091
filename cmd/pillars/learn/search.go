package learn

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	evaltune "pillars/eval/tune"
	"pillars/results/progress"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
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
	cmd := &cobra.Command{
		Use:   "constants",
		Short: "Tune the constants of a search by matches",
		Long: `Tune numbers in a player's text by SPSA, with the formulas of fishtest. Each iteration plays a batch of
pairs of games between the player with its constants moved one way and the player with them moved the other way.

The folder holds the path of the constants as trajectory.csv and trajectory.svg. The -o file is written, in the form
that --constants reads, only if a sequential test finds the tuned player stronger. After Ctrl-C the same command goes
on from the files in --folder (default: the name in -o with .search added).`,
		Example: `  pillars tune constants --player mcts:nodes=800 --constants cpuct=:0.2..3,fpu=:0..0.5 --folder cpuct
  pillars tune constants --game pilastri --player mcts --nodes 2k --constants @constants.csv -o tuned.csv`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "write the constants to this `FILE` if they are better", "csv")
	f.plotFlag(cmd, "draw the path of the constants into this SVG `FILE`")
	set, plan := cmd.Flags(), &f.plan
	f.matchFlags(cmd, &plan.Openings, &plan.Elo1)
	set.StringVar(&plan.Player, "player", "", "the `PLAYER` to tune")
	set.StringVar(&f.constants, "constants", "",
		"what to tune: name=start:min..max[:c_end[:r_end]],... or @`FILE`")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "default of the final learning rate; 0.04 suits short runs")
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
	plan.Iterations = (f.games + 2*plan.Batch - 1) / (2 * plan.Batch)
	tuning := &training.Tuning{Plan: plan, Work: training.Work{
		Folder: f.folder, Rules: rules, Workers: f.workers, NewPlayer: players.StoredRecorded,
	}}
	if err := tuning.Check(); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return tuning, nil
}

// limited is the player with --nodes, unless its text limits it.
func limited(cmd *cobra.Command, player string, nodes uint64) (string, error) {
	_, err := players.Keys(player)
	switch {
	case err != nil:
		return "", cli.Usagef("--player: %w", err)
	case players.Unlimited(player):
		return search.WithNodes(player, nodes), nil
	case players.Thinks(player) && cmd.Flags().Changed("nodes"):
		return "", cli.Usagef("--player %s and --nodes both limit the player; leave one of the limits out", player)
	}
	return player, nil
}

func (f *constantsFlags) run(cmd *cobra.Command) error {
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
	if err != nil {
		return err
	}
	return f.conclude(cmd, tuning, outcome)
}

func gamesOf(tuning *training.Tuning, iterations int) int { return 2 * tuning.Plan.Batch * iterations }

func (f *constantsFlags) conclude(
	cmd *cobra.Command, tuning *training.Tuning, outcome training.TuningOutcome,
) error {
	out, file, games := cmd.OutOrStdout(), "", gamesOf(tuning, outcome.Iterations)
	if outcome.Better() && f.out != "" {
		file = f.out
		if err := lock.Replace(file, constantsFile(tuning.Plan.Parameters, outcome)); err != nil {
			return err
		}
	}
	constants := table.New("#constant", "#start", "#tuned", "#min", "#max")
	constants.Indent = 2
	var facts []table.Facts
	for i, p := range tuning.Plan.Parameters {
		constants.Add(p.Name, formatted("%.4g", p.Start, outcome.Values[i], p.Min, p.Max))
		facts = append(facts, table.Object("name", p.Name, "start", p.Start, "tuned", outcome.Values[i], "min", p.Min,
			"max", p.Max, "c_end", p.CEnd, "r_end", p.REnd))
	}
	if f.json {
		answer := table.Object("type", "search", "folder", tuning.Folder, "method", tuning.Plan.Method,
			"iterations", outcome.Iterations, "games", games, "constants", facts, "start", outcome.Start,
			"tuned", outcome.Tuned, "final", outcome.Final, "better", outcome.Better())
		answer.AddSome("file", file)
		return cli.PrintJSON(out, answer)
	}
	table.Printf(out, "%s: %s, %s\n\n", tuning.Plan.Method, tournament.Counted(outcome.Iterations, "iteration"),
		tournament.Counted(games, "game"))
	err := constants.WriteText(out)
	table.Printf(out, "\n%s\n", constantsVerdict(outcome))
	if file != "" {
		fmt.Fprintf(out, "constants: %s\n", file)
	}
	return err
}

func constantsFile(parameters []tune.Parameter, outcome training.TuningOutcome) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n# Against %s: score %.1f %%, %s. By %s.\n# name, start, min, max, c_end, r_end\n",
		outcome.Tuned, outcome.Start, 100*outcome.Final.Score(), outcome.Final.DecisionText(), runner.Program())
	for i, p := range parameters {
		fmt.Fprintf(&b, "%s, %g, %g, %g, %g, %g\n", p.Name, outcome.Values[i], p.Min, p.Max, p.CEnd, p.REnd)
	}
	return b.Bytes()
}

func constantsVerdict(outcome training.TuningOutcome) string {
	final := outcome.Final
	if final == nil {
		return "the tuned player is the same as the one at the start"
	}
	text := fmt.Sprintf("%s against the start: %s\n", outcome.Tuned, final.TextWithElo())
	switch final.Decision {
	case stats.AcceptH1.String():
		return text + "the tuned constants are better"
	case stats.AcceptH0.String():
		return text + "the tuned constants are not better; keep those of the start"
	}
	return text + "the tuned constants are not shown to be better; keep those of the start, or give more --match-pairs"
}

// completeConstants offers the numbers among the keys of the player, with their values.
func completeConstants(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	player, _ := cmd.Flags().GetString("player")
	keys, err := players.Keys(player)
	if err != nil {
		return nil, inWord
	}
	before := typed[:strings.LastIndex(typed, ",")+1]
	var offers []string
	keys.VisitAll(func(key *flag.Flag) {
		if numeric, _ := training.Tunable(key); numeric {
			offers = append(offers, before+key.Name+"="+key.Value.String()+":\t"+key.Usage)
		}
	})
	return offers, inWord
}

type policyFlags struct {
	dataFlags
	data        []string
	selection   selfplay.Selection
	fit         evaltune.PolicyOptions
	temperature float64
	target      string
}

// Targets of a policy.
const (
	targetVisits = "visits"
	targetPlayed = "played"
)

func newPolicyCommand() *cobra.Command {
	f := &policyFlags{}
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Fit the policy of a search to games of self-play",
		Long: `Fit a policy: weights of step patterns that predict which step the player chose in games of "pillars
selfplay", by maximum likelihood of a softmax over the legal steps. A game needs step patterns to have a policy.

Games made with --visits tell how often the tree search tried each step. The policy then predicts these shares, which
say more than the one step played; --target played fits to that step all the same. Games without visits count by the
step played.

Tree search takes its priors from the policy, and alpha-beta orders steps by it. The program has its policies built in:
to play with a new one, write it to eval/policies (eval/policies/priors: for tree search alone) and build again.`,
		Example: `  pillars tune policy --data pit.psd -o eval/policies/pit-of-pillars.txt --force
  pillars tune policy --option size=6 --data a.psd --data b.psd --l2 10 -o policy.txt`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "write the policy to this `FILE`", "txt")
	set := cmd.Flags()
	dataFlag(cmd, &f.data)
	heldBackFlags(cmd, &f.selection)
	set.Float64Var(&f.fit.L2, "l2", 3, "strength of the regularization towards 0")
	set.IntVar(&f.fit.Steps, "epochs", 40, "run at most this many steps of gradient descent")
	set.Float64Var(&f.temperature, "temperature", 1, "divide the weights by this: above 1 evens the policy out")
	set.StringVar(&f.target, "target", targetVisits, "fit to `visits`, where games have them, or to the step played")
	cli.CompleteChoice(cmd, "target", targetVisits, targetPlayed)
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	return cmd
}

func (f *policyFlags) run(cmd *cobra.Command) error {
	rules, _, err := f.Rules()
	if err != nil {
		return err
	}
	if err := f.checkPolicy(); err != nil {
		return err
	}
	f.selection.Quiet = selfplay.QuietAny
	collector, err := selfplay.NewChoiceCollector(rules, f.selection, f.target == targetVisits)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	patterns := rules.(engine.StepPatternRules).StepPatterns()
	f.fit.Patterns = len(patterns)
	if err := errors.Join(f.selection.Check(), f.fit.Check()); err != nil {
		return cli.Usagef("%w", err)
	}
	remark := func(text string) { fmt.Fprintf(cmd.ErrOrStderr(), "pillars: %s\n", text) }
	if err := selfplay.ReadFiles(cmd.Context(), rules, f.data, collector, remark); err != nil {
		return err
	}
	weights, err := evaltune.FitPolicy(collector.Train, f.fit)
	if err != nil {
		return err
	}
	text, fitted := foretold(collector.Train, weights, "%d decisions, loss %.4f, likeliest step chosen in %.1f %%")
	behind, held := foretold(collector.Held, weights, "; held back %d, loss %.4f, %.1f %%")
	if collector.Held.Len() == 0 {
		behind = "; none held back"
	}
	text += fmt.Sprintf("%s; %d of all by visits", behind, collector.ByVisits)
	file := &bytes.Buffer{}
	fmt.Fprintf(file, "# Policy of %s (%s), in hundredths of a logit, by %s.\n# %s; divided by %g\n",
		rules.Game().Title(), rules.Settings(), runner.Program(), text, f.temperature)
	for i, pattern := range patterns {
		if value := math.Round(100 * weights[i] / f.temperature); value != 0 {
			fmt.Fprintf(file, "%s %.0f\n", pattern.Name, value)
		}
	}
	if err := lock.Replace(f.out, file.Bytes()); err != nil {
		return err
	}
	return cli.Answer(cmd.OutOrStdout(), f.json, table.Object("type", "policy", "file", f.out, "fitted_to", fitted,
		"held_back", held, "by_visits", collector.ByVisits), "%s", text)
}

func (f *policyFlags) checkPolicy() error {
	switch {
	case f.out == "" || len(f.data) == 0:
		return cli.Usagef("--data or -o is missing; name the files of games with --data and the file to write with -o")
	case f.target != targetVisits && f.target != targetPlayed:
		return cli.Usagef("--target %s: write %s or %s", f.target, targetVisits, targetPlayed)
	case !(f.temperature >= 0.01 && f.temperature <= 100):
		return cli.Usagef("--temperature %v: must be from 0.01 to 100", f.temperature)
	}
	return cli.RefuseExisting("--output", f.out, f.force)
}

// foretold tells how well weights foretell some decisions.
func foretold(choices *evaltune.Choices, weights []float64, format string) (string, table.Facts) {
	loss, share := choices.Foretold(weights)
	return fmt.Sprintf(format, choices.Len(), loss, 100*share),
		table.Object("decisions", choices.Len(), "loss", loss, "likeliest_step_chosen", share)
}
