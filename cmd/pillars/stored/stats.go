package stored

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/results/counts"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/search"
)

type statsFlags struct {
	test  stats.SPRT
	model string
	json  bool
}

// NewStatsCommand calculates with counts from anywhere.
func NewStatsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "stats", Short: "Compute Elo, intervals and tests from counts of results",
		Long: `Compute what counts of results, from any source, say about two players: the difference in Elo and in
normalized Elo with 95 % intervals, the likelihood that the first player is stronger (LOS), and the state of a
sequential test (LLR). Use "pillars stats pairs" if games were played in pairs, one opening with the seats swapped,
and "pillars stats games" for single games. "pillars stats plan" predicts the length of a test. docs/STATISTICS.md has
the formulas and their sources.`,
		Example: `  pillars stats pairs 10 40 90 60 70 30
  pillars stats games 136 96 111 --elo1 5
  pillars stats plan --elo0 0 --elo1 10`,
		Args: cli.RefuseUnknown, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newStatsPairsCommand(), newStatsGamesCommand(), newStatsPlanCommand())
	return cmd
}

const testHelp = `

--elo0 and --elo1 are in normalized Elo, or in plain Elo with --model logistic. LLR and decision are those of a test
that stops at Wald's bounds; "pillars sprt" plays a test and corrects the bounds for overshoot. If the test could stop
early, the plain Elo is biased; use "after stop" instead.`

func newStatsPairsCommand() *cobra.Command {
	return countingCommand(&cobra.Command{
		Use: "pairs LL LD WL DD WD WW", Short: "Compute them from pairs of games",
		Long: `Compute what pairs of games say about two players. A pair is two games from one opening with the seats
swapped. Give the number of pairs in which the first player lost both games (LL), lost one and drew one (LD), won one
and lost one (WL), drew both (DD), won one and drew one (WD), won both (WW). WL and DD both score one of two points and
count alike, except for the share of drawn games.` + testHelp,
		Example: `  pillars stats pairs 10 40 90 60 70 30
  pillars stats pairs 332 433 457 41 333 334 --elo0 -5 --elo1 5
  pillars stats pairs 10 40 90 60 70 30 --elo1 50 --model logistic --json`,
	}, func(n []int) counts.Observed { return counts.Pairs([6]int(n)) })
}

func newStatsGamesCommand() *cobra.Command {
	return countingCommand(&cobra.Command{
		Use: "games WINS LOSSES DRAWS", Short: "Compute them from single games",
		Long: `Compute what single games say about two players. Give the number of games that the first player won, lost
and drew. The games are taken as independent. If they were played in pairs, one opening with the seats swapped, use
"pillars stats pairs", whose intervals account for that.` + testHelp,
		Example: `  pillars stats games 136 96 111
  pillars stats games 520 480 0 --elo1 20 --model logistic
  pillars stats games 136 96 111 --json`,
	}, func(n []int) counts.Observed { return counts.Games(n[0], n[1], n[2]) })
}

// countingCommand completes a command that takes the counts that its Use names.
func countingCommand(cmd *cobra.Command, observed func(counts []int) counts.Observed) *cobra.Command {
	var flags statsFlags
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		numbers, err := readCounts(args, strings.Fields(cmd.Use)[1:])
		if err != nil {
			return err
		}
		if err := flags.check(); err != nil {
			return err
		}
		answer, err := observed(numbers).Answer(flags.test)
		switch {
		case err != nil:
			return cli.Usagef("--elo0 %v and --elo1 %v: %w", flags.test.Elo0, flags.test.Elo1, err)
		case flags.json:
			return cli.PrintJSON(cmd.OutOrStdout(), answer.Facts)
		}
		return answer.WriteText(cmd.OutOrStdout())
	}
	return flags.register(cmd)
}

func (f *statsFlags) register(cmd *cobra.Command) *cobra.Command {
	cli.TestFlags(cmd, &f.test.Elo0, &f.test.Elo1, &f.test.Alpha, &f.test.Beta, &f.model)
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON, with unrounded numbers")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.SetFlagErrorFunc(explainNegative)
	return cmd
}

// explainNegative explains a negative count, which is taken for flags of one letter.
func explainNegative(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if letters := unknown.GetSpecifiedShortnames(); letters != "" && letters[0] >= '0' && letters[0] <= '9' {
			return cli.Usagef("count -%s: must be a whole number, 0 or more", letters)
		}
	}
	return cli.FlagError(cmd, err)
}

func (f *statsFlags) check() (err error) {
	const wrongChance = "--%s %v: must be above 0 and below 0.5"
	switch t := f.test; {
	case !(t.Alpha > 0 && t.Alpha < .5):
		return cli.Usagef(wrongChance, "alpha", t.Alpha)
	case !(t.Beta > 0 && t.Beta < .5):
		return cli.Usagef(wrongChance, "beta", t.Beta)
	case t.Elo0 >= t.Elo1:
		return cli.Usagef("--elo0 %v and --elo1 %v: --elo1 must be the larger", t.Elo0, t.Elo1)
	}
	if f.test.Model, err = stats.ModelNamed(f.model); err != nil {
		return cli.Usagef("--model: %w", err)
	}
	if err := f.test.Validate(); err != nil {
		return cli.Usagef("--elo0, --elo1: %w", err)
	}
	return nil
}

func readCounts(args, names []string) ([]int, error) {
	const most = 1_000_000_000_000 // so that sums stay far from the limits of whole numbers
	if len(args) != len(names) {
		return nil, cli.Usagef("%d counts given, but %d are needed: %s", len(args), len(names),
			strings.Join(names, " "))
	}
	numbers := make([]int, len(args))
	for i, arg := range args {
		n, err := strconv.Atoi(search.ExpandCount(arg))
		switch {
		case err != nil || n < 0:
			return nil, cli.Usagef("%s %q: must be a whole number, 0 or more", names[i], arg)
		case n > most:
			return nil, cli.Usagef("%s %q: must be at most %d", names[i], arg, most)
		}
		numbers[i] = n
	}
	return numbers, nil
}

type planFlags struct {
	statsFlags
	draws, first float64
}

func newStatsPlanCommand() *cobra.Command {
	var flags planFlags
	cmd := &cobra.Command{
		Use: "plan", Short: "Predict the length of a sequential test",
		Long: `Predict how many pairs of games a sequential test takes on average, and how often it accepts H1, if the
true difference is that of H0, that of H1, or halfway between, where a test is longest. Single tests vary widely; half
or twice the average length is common.

In normalized Elo the length depends only on the two hypotheses, as the inverse square of their distance. With --model
logistic, draws and an advantage of a seat shorten the test: set --draws and --first.`,
		Example: `  pillars stats plan --elo0 0 --elo1 10
  pillars stats plan --elo0 -5 --elo1 0 --alpha 0.01 --beta 0.1
  pillars stats plan --model logistic --draws 0.3 --first 0.55 --json`,
		Args: cli.NoArguments, RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	}
	cmd.Flags().Float64Var(&flags.draws, "draws", 0, "share of draws between equal players, 0 to 0.99")
	cmd.Flags().Float64Var(&flags.first, "first", .5,
		"share of the points that the first seat scores between equal players, 0.05 to 0.95")
	return flags.register(cmd)
}

func (f *planFlags) run(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := cli.Between("first", f.first, .05, .95); err != nil {
		return err
	}
	if err := cli.Between("draws", f.draws, 0, .99); err != nil {
		return err
	}
	if f.test.Elo1-f.test.Elo0 < .001 {
		return cli.Usagef("--elo0 %v and --elo1 %v: must be .001 apart or more", f.test.Elo0, f.test.Elo1)
	}
	conditions := stats.Conditions{Draws: f.draws}
	conditions.Advantage, _ = stats.EloOfScore(f.first)
	var records []any
	grid := table.New("#true "+f.model, "#Elo", "#accepts H1", "#pairs", "#games")
	grid.Indent = 2
	for _, difference := range []float64{f.test.Elo0, (f.test.Elo0 + f.test.Elo1) / 2, f.test.Elo1} {
		p, err := f.test.Prospect(difference, conditions)
		if err != nil {
			return cli.Usagef("--elo0 %v and --elo1 %v: %w", f.test.Elo0, f.test.Elo1, err)
		}
		records = append(records, table.Object("type", "plan", "true", difference, "model", f.model, "elo", p.Elo,
			"accepts_h1", p.AcceptsH1, "pairs", p.Pairs, "games", 2*p.Pairs))
		grid.Add(fmt.Sprint(difference), stats.FormatNumber(p.Elo, 1), stats.Percent(p.AcceptsH1, 1),
			fmt.Sprintf("%.0f", p.Pairs), fmt.Sprintf("%.0f", 2*p.Pairs))
	}
	out := cmd.OutOrStdout()
	if f.json {
		return cli.PrintJSON(out, records...)
	}
	table.Printf(out, "test of %v against %v %s Elo, alpha %v, beta %v\n", f.test.Elo1, f.test.Elo0, f.model,
		f.test.Alpha, f.test.Beta)
	return grid.WriteText(out)
}
