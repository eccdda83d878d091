package learn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval/tune"
	"pillars/results/table"
	"pillars/results/training"
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
	rules, _, err := cli.Rules("--game: ", f.game, f.options)
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

func (f *jobFlags) folderFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.folder, "folder", "", "keep all files of the work in this `FOLDER` (default: beside -o)")
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
	cmd *cobra.Command, state string, do func(ctx context.Context, say *cli.Messages, drain <-chan struct{}) error,
) error {
	say := cli.NewMessages(cmd.ErrOrStderr(), f.quiet)
	ctx, stops := cli.NewStops(cmd.Context(), say, "what is under way")
	err := do(ctx, say, stops.Drain)
	say.Clear()
	if stops.End() && training.Interrupted(err) {
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: the same command goes on from %s", state))
	}
	return err
}

type policyFlags struct {
	dataFlags
	data      []string
	selection selfplay.Selection
	fit       tune.PolicyOptions
}

func newPolicyCommand() *cobra.Command {
	f := &policyFlags{}
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Fit the policy of a search to games of self-play",
		Long: `Fit weights of step patterns that predict the step the player chose in games of "pillars selfplay": a
softmax over the legal steps, fitted by maximum likelihood. Only games that name patterns of steps have a policy.

The program plays with the policies built into it (eval/policies): write the file there and build again. Tree search
takes its priors from the policy, alpha-beta orders steps by it.`,
		Example: `  pillars tune policy --data pit.psd -o eval/policies/pit-of-pillars.txt --force
  pillars tune policy --option size=6 --data a.psd --data b.psd --l2 10 -o policy.txt`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "the `FILE` that the weights are written to", "txt")
	set := cmd.Flags()
	dataFlag(cmd, &f.data)
	heldBackFlags(cmd, &f.selection)
	set.Float64Var(&f.fit.L2, "l2", 3, "strength of the pull of weights to 0")
	set.IntVar(&f.fit.Steps, "epochs", 40, "steps of the descent at most")
	set.BoolVar(&f.force, "force", false, "replace the file if it is there")
	return cmd
}

func (f *policyFlags) run(cmd *cobra.Command) error {
	rules, err := f.rules()
	if err != nil {
		return err
	}
	if f.out == "" || len(f.data) == 0 {
		return cli.Usagef("name files of games with --data and the file for the weights with -o")
	}
	if err := cli.RefuseExisting("--output", f.out, f.force); err != nil {
		return err
	}
	f.selection.Quiet = selfplay.QuietAny
	collector, err := selfplay.NewChoiceCollector(rules, f.selection)
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
	weights, err := tune.FitPolicy(collector.Train, f.fit)
	if err != nil {
		return err
	}
	text, fitted := foretold(collector.Train, weights, "%d decisions, loss %.4f, likeliest step played in %.1f %%")
	behind, held := foretold(collector.Held, weights, "; held back %d, loss %.4f, %.1f %%")
	if collector.Held.Len() == 0 {
		behind = "; none held back"
	}
	text += behind
	file := bytes.NewBufferString(fmt.Sprintf("# Policy of %s (%s), in hundredths of a logit, by %s.\n# %s\n",
		rules.Game().Title(), rules.Settings(), runner.Program(), text))
	for i, pattern := range patterns {
		if value := math.Round(100 * weights[i]); value != 0 {
			fmt.Fprintf(file, "%s %.0f\n", pattern.Name, value)
		}
	}
	if err := os.WriteFile(f.out, file.Bytes(), 0o644); err != nil {
		return err
	}
	return cli.Answer(cmd.OutOrStdout(), f.json, table.Object("type", "policy", "file", f.out, "fitted_to", fitted,
		"held_back", held), "%s", text)
}

// foretold tells how well weights foretell some decisions.
func foretold(choices *tune.Choices, weights []float64, format string) (string, table.Facts) {
	loss, share := choices.Foretold(weights)
	return fmt.Sprintf(format, choices.Len(), loss, 100*share),
		table.Object("decisions", choices.Len(), "loss", loss, "likeliest_step_played", share)
}
