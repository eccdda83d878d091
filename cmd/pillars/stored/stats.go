package stored

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/estimate/stats"
)

// statsFlags holds the values of the flags of a sequential test.
type statsFlags struct {
	test  stats.SPRT
	model string
}

// NewStatsCommand returns the command "stats" with the commands below it.
func NewStatsCommand() *cobra.Command {
	cmd := cli.New("stats", "Compute Elo, intervals and tests from counts of results", nil)
	cmd.AddCommand(
		countingCommand("pairs LL LD WL DD WD WW", "Compute Elo, intervals and tests from pairs of games",
			func(n []int) results.Observed { return results.ObservedPairs([6]int(n)) }),
		countingCommand("games WINS LOSSES DRAWS", "Compute Elo, intervals and tests from single games",
			func(n []int) results.Observed { return results.ObservedGames(n[0], n[1], n[2]) }),
		newStatsPlanCommand())
	return cmd
}

// countingCommand returns a command that prints statistics of the counts that its usage line names.
func countingCommand(use, short string, observed func(counts []int) results.Observed) *cobra.Command {
	var flags statsFlags
	cmd := cli.New(use, short, func(cmd *cobra.Command, args []string) error {
		numbers, err := results.ReadCounts(args, strings.Fields(cmd.Use)[1:])
		if err != nil {
			return cli.Usagef("%w", err)
		}
		if err := flags.check(); err != nil {
			return err
		}
		answer, err := observed(numbers).Answer(flags.test)
		if err != nil {
			return cli.Usagef("--elo0 %v and --elo1 %v: %w", flags.test.Elo0, flags.test.Elo1, err)
		}
		return cli.Print(cmd, answer)
	})
	cmd.Args = cobra.ArbitraryArgs
	return flags.register(cmd)
}

func (f *statsFlags) register(cmd *cobra.Command) *cobra.Command {
	cli.TestFlags(cmd, &f.test.Elo0, &f.test.Elo1, &f.test.Alpha, &f.test.Beta, &f.model)
	cli.JSONFlag(cmd, "print JSON, with unrounded numbers")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.SetFlagErrorFunc(explainNegative)
	return cmd
}

// explainNegative returns an error about a negative count such as -5, which cobra parses as a flag of one letter.
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

type planFlags struct {
	statsFlags
	draws, first float64
}

func newStatsPlanCommand() *cobra.Command {
	var flags planFlags
	cmd := cli.New("plan", "Predict the length of a sequential test", flags.run)
	cmd.Flags().Float64Var(&flags.draws, "draws", 0, "`SHARE` of draws between equal players, 0 to 0.99")
	cmd.Flags().Float64Var(&flags.first, "first", .5,
		"`SHARE` of the points that the first seat scores between equal players, 0.05 to 0.95")
	return flags.register(cmd)
}

func (f *planFlags) run(cmd *cobra.Command, _ []string) error {
	err := cmp.Or(f.check(), cli.Between("first", f.first, .05, .95), cli.Between("draws", f.draws, 0, .99))
	if err != nil {
		return err
	}
	if f.test.Elo1-f.test.Elo0 < .001 {
		return cli.Usagef("--elo0 %v and --elo1 %v: must be .001 apart or more", f.test.Elo0, f.test.Elo1)
	}
	conditions := stats.Conditions{Draws: f.draws}
	conditions.Advantage, _ = stats.EloOfScore(f.first)
	plan := results.TestPlan{SPRT: f.test, Conditions: conditions}
	if err := plan.Predict(); err != nil {
		return cli.Usagef("--elo0 %v and --elo1 %v: %w", f.test.Elo0, f.test.Elo1, err)
	}
	return cli.Print(cmd, plan)
}
