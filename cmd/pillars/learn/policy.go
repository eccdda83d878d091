package learn

import (
	"bytes"
	"fmt"
	"math"
	"os"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/positions"
	"pillars/engine"
	"pillars/eval/tune"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// policyFlags say what to learn from which games.
type policyFlags struct {
	options   []string
	data      []string
	selection selfplay.Selection
	fit       tune.PolicyOptions
	out       string
	force     bool
	json      bool
}

// policyAnswer is what a fit came to, as it is printed.
type policyAnswer struct {
	Type string         `json:"type"`
	File string         `json:"file"`
	Fit  foretoldAnswer `json:"fitted_to"`
	Held foretoldAnswer `json:"held_back"`
}

// foretoldAnswer is how well a policy foretells some decisions; without any both figures are 0.
type foretoldAnswer struct {
	Decisions int     `json:"decisions"`
	Loss      float64 `json:"loss"`
	Likeliest float64 `json:"likeliest_step_played"` // share of the decisions
}

func newForetoldAnswer(choices *tune.Choices, weights []float64) foretoldAnswer {
	loss, share := choices.Foretold(weights)
	return foretoldAnswer{choices.Len(), loss, share}
}

// String is one line.
func (a policyAnswer) String() string {
	text := fmt.Sprintf("%d decisions, loss %.4f, likeliest step played in %.1f %%", a.Fit.Decisions, a.Fit.Loss, 100*a.Fit.Likeliest)
	if a.Held.Decisions == 0 {
		return text + "; none held back"
	}
	return text + fmt.Sprintf("; held back %d, loss %.4f, %.1f %%", a.Held.Decisions, a.Held.Loss, 100*a.Held.Likeliest)
}

func NewPolicyCommand() *cobra.Command {
	flags := &policyFlags{}
	cmd := &cobra.Command{
		Use:   "policy GAME",
		Short: "Fit the policy that players search by to games of self-play",
		Long: `Fit weights of step patterns so that they foretell which step the player of files made by "pillars selfplay" chose: a softmax over the legal steps,
with the highest likelihood. A share of the games is held back, and shows how well the steps of unknown games are foretold. Only games that name patterns of steps
can be learned.

The tree search draws its priors from the policy that is built into the program (eval/policies), and alpha-beta orders steps by it: put the file there and build
anew. docs/TUNING.md says how the present one was made.`,
		Example: `  pillars policy pit-of-pillars --data pit.psd -o eval/policies/pit-of-pillars.txt --force
  pillars policy pit-of-pillars --option size=6 --data a.psd --data b.psd --l2 10 -o policy.txt`,
		Args:              cli.OneGame,
		ValidArgsFunction: positions.CompleteFirstGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	}
	set := cmd.Flags()
	set.StringArrayVar(&flags.options, "option", nil, "a rule option as `name=value`; may be given again (see pillars games)")
	set.StringArrayVar(&flags.data, "data", nil, "a `FILE` of self-play; may be given again")
	set.Float64Var(&flags.selection.Validation, "validation", .1, "share of the games that are held back")
	set.Uint64Var(&flags.selection.Seed, "seed", 1, "seed of all that is random: which games are held back")
	set.Float64Var(&flags.fit.L2, "l2", 3, "how strongly weights are drawn to 0, by the square of them in logits")
	set.IntVar(&flags.fit.Steps, "epochs", 40, "steps of the descent at most")
	set.StringVarP(&flags.out, "output", "o", "", "the `FILE` that the weights are written to")
	set.BoolVar(&flags.force, "force", false, "replace the file if it is there")
	set.BoolVar(&flags.json, "json", false, "print the results as a line of JSON")
	cli.Complete(cmd, "option", cli.CompleteOption)
	cli.Complete(cmd, "data", cli.CompleteFiles("psd"))
	cli.Complete(cmd, "output", cli.CompleteFiles("txt"))
	for _, number := range []string{"validation", "seed", "l2", "epochs"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
	return cmd
}

func (f *policyFlags) Run(cmd *cobra.Command, name string) error {
	rules, err := rulesOf(name, f.options)
	if err != nil {
		return err
	}
	if f.out == "" || len(f.data) == 0 {
		return cli.Usagef("name files of games with --data and the file for the weights with -o")
	}
	if err := cli.RefuseExisting(f.out, f.force); err != nil {
		return err
	}
	f.selection.Quiet = selfplay.QuietAny
	if err := f.selection.Check(); err != nil {
		return cli.Usagef("%w", err)
	}
	collector, err := selfplay.NewChoiceCollector(rules, f.selection)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	patterns := rules.(engine.StepPatternRules).StepPatterns()
	f.fit.Patterns = len(patterns)
	if err := f.fit.Check(); err != nil {
		return cli.Usagef("%w", err)
	}
	err = selfplay.ReadFiles(cmd.Context(), f.data, collector, func(text string) {
		fmt.Fprintf(cmd.ErrOrStderr(), "pillars: %s\n", text)
	})
	if err != nil {
		return err
	}
	weights, err := tune.FitPolicy(collector.Train, f.fit)
	if err != nil {
		return err
	}
	answer := policyAnswer{"policy", f.out, newForetoldAnswer(collector.Train, weights), newForetoldAnswer(collector.Held, weights)}
	if err := writePolicy(f.out, patterns, weights, fmt.Sprintf("# Policy of %s (%s), in hundredths of a logit, by %s.\n# %s\n",
		rules.Game().Title(), rules.Settings(), runner.Program(), answer)); err != nil {
		return err
	}
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), answer)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), answer)
	return err
}

// writePolicy writes the weights that are not 0 after the header.
func writePolicy(path string, patterns []engine.Term, weights []float64, header string) error {
	var b bytes.Buffer
	b.WriteString(header)
	for i, pattern := range patterns {
		if value := math.Round(100 * weights[i]); value != 0 {
			fmt.Fprintf(&b, "%s %.0f\n", pattern.Name, value)
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
