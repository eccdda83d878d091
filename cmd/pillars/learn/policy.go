package learn

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval/tune"
	"pillars/results/table"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

type policyFlags struct {
	dataFlags
	data      []string
	selection selfplay.Selection
	fit       tune.PolicyOptions
	force     bool
}

// NewPolicyCommand makes "policy".
func NewPolicyCommand() *cobra.Command {
	f := &policyFlags{}
	cmd := &cobra.Command{
		Use:   "policy GAME",
		Short: "Fit the policy that players search by to games of self-play",
		Long: `Fit weights of step patterns so that they foretell which step the player of files made by
"pillars selfplay" chose: a softmax over the legal steps, with the highest likelihood. A share of the games is held
back, and shows how well the steps of unknown games are foretold. Only games that name patterns of steps can be learned.

The tree search draws its priors from the policy that is built into the program (eval/policies), and alpha-beta orders
steps by it: put the file there and build anew. docs/TUNING.md says how the present one was made.`,
		Example: `  pillars policy pit-of-pillars --data pit.psd -o eval/policies/pit-of-pillars.txt --force
  pillars policy pit-of-pillars --option size=6 --data a.psd --data b.psd --l2 10 -o policy.txt`,
		Args:              cli.OneGame,
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.register(cmd, "the `FILE` that the weights are written to", "txt")
	set := cmd.Flags()
	dataFlag(cmd, &f.data)
	heldBackFlags(cmd, &f.selection)
	set.Float64Var(&f.fit.L2, "l2", 3, "how strongly weights are drawn to 0, by the square of them in logits")
	set.IntVar(&f.fit.Steps, "epochs", 40, "steps of the descent at most")
	set.BoolVar(&f.force, "force", false, "replace the file if it is there")
	return cmd
}

func (f *policyFlags) run(cmd *cobra.Command, name string) error {
	rules, _, err := cli.Rules("", name, f.options)
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
