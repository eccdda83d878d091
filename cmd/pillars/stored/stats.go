package stored

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
)

// statsFlags are the hypotheses of a test, and the form of the answer.
type statsFlags struct {
	test  stats.SPRT
	model string
	json  bool
}

func NewStatsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Calculate what results of two players say",
		Long: `Calculate what results say about two players, from counts that may come from anywhere: the difference in Elo and in normalized Elo with
95 % intervals, the likelihood that the first is the stronger (LOS), and how a sequential test stands (LLR). "pillars stats pairs" is the recommended
form wherever games were played in pairs, one opening with the seats swapped; "pillars stats games" is for single games. "pillars stats plan" says how
long a test will take. The formulas and their sources are in docs/STATISTICS.md.`,
		Example: `  pillars stats pairs 10 40 90 60 70 30
  pillars stats games 136 96 111 --elo1 5
  pillars stats plan --elo0 0 --elo1 10`,
		Args: cli.RefuseUnknown,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newStatsPairsCommand(), newStatsGamesCommand(), newStatsPlanCommand())
	return cmd
}

func newStatsPairsCommand() *cobra.Command {
	var flags statsFlags
	cmd := &cobra.Command{
		Use:   "pairs LL LD WL DD WD WW",
		Short: "What pairs of games say about two players",
		Long: `Say what pairs of games tell about two players. A pair is two games from one opening with the seats swapped. The six counts are of the pairs
in which the first-named player lost both games (LL), lost one and drew one (LD), won one and lost one (WL), drew both (DD), won one and drew one (WD),
won both (WW). A WL and a DD both score one of two points and count alike, except for the share of drawn games.

The difference a test is about is in normalized Elo unless --model says logistic. LLR and decision are those of a test that stops at Wald's
bounds; "pillars sprt" plays a test and corrects its bounds for the overshoot. In a test that may stop early the plain Elo is biased: then "after
stop" counts.`,
		Example: `  pillars stats pairs 10 40 90 60 70 30
  pillars stats pairs 332 433 457 41 333 334 --elo0 -5 --elo1 5
  pillars stats pairs 10 40 90 60 70 30 --elo1 50 --model logistic --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			counts, err := readCounts(args, "LL", "LD", "WL", "DD", "WD", "WW")
			if err != nil {
				return err
			}
			return flags.Print(cmd, pairsAnswer(counts))
		},
	}
	return flags.Register(cmd)
}

func newStatsGamesCommand() *cobra.Command {
	var flags statsFlags
	cmd := &cobra.Command{
		Use:   "games WINS LOSSES DRAWS",
		Short: "What single games say about two players",
		Long: `Say what single games tell about two players: how many the first-named player won, lost and drew, in this order. Games count as independent of
each other. If they were played in pairs, one opening with the seats swapped, use "pillars stats pairs" instead, whose intervals are right for that.

The difference a test is about is in normalized Elo unless --model says logistic. LLR and decision are those of a test that stops at Wald's bounds. In a
test that may stop early the plain Elo is biased: then "after stop" counts.`,
		Example: `  pillars stats games 136 96 111
  pillars stats games 520 480 0 --elo1 20 --model logistic
  pillars stats games 136 96 111 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			counts, err := readCounts(args, "WINS", "LOSSES", "DRAWS")
			if err != nil {
				return err
			}
			return flags.Print(cmd, gamesAnswer(counts))
		},
	}
	return flags.Register(cmd)
}

// Register adds the flags of a test to a command.
func (f *statsFlags) Register(cmd *cobra.Command) *cobra.Command {
	set := cmd.Flags()
	set.Float64Var(&f.test.Elo0, "elo0", 0, "the difference of hypothesis H0")
	set.Float64Var(&f.test.Elo1, "elo1", 10, "the difference of hypothesis H1")
	set.Float64Var(&f.test.Alpha, "alpha", .05, "chance of accepting H1 although H0 is true")
	set.Float64Var(&f.test.Beta, "beta", .05, "chance of accepting H0 although H1 is true")
	set.StringVar(&f.model, "model", stats.Normalized.String(), "the unit of differences: `normalized` or logistic Elo")
	set.BoolVar(&f.json, "json", false, "print JSON, numbers unrounded")
	cli.Complete(cmd, "model", cobra.FixedCompletions([]string{"normalized", "logistic"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.SetFlagErrorFunc(explainNegative)
	return cmd
}

var negativeNumber = regexp.MustCompile(`^unknown shorthand flag: '[0-9]' in (-[0-9.]+)$`)

// explainNegative explains a negative count, which is taken for a flag.
func explainNegative(_ *cobra.Command, err error) error {
	if match := negativeNumber.FindStringSubmatch(err.Error()); match != nil {
		return cli.Usagef("count %s: give a whole number, 0 or more", match[1])
	}
	return cli.Exit(cli.ExitUsage, err)
}

// Settle checks the test.
func (f *statsFlags) Settle() (err error) {
	for _, chance := range []struct {
		flag  string
		value float64
	}{{"alpha", f.test.Alpha}, {"beta", f.test.Beta}} {
		if !(chance.value > 0 && chance.value < .5) {
			return cli.Usagef("--%s %v: must be above 0 and below 0.5", chance.flag, chance.value)
		}
	}
	if f.test.Elo0 >= f.test.Elo1 {
		return cli.Usagef("--elo0 %v and --elo1 %v: the second must be the larger", f.test.Elo0, f.test.Elo1)
	}
	if f.test.Model, err = stats.ModelNamed(f.model); err != nil {
		return cli.Usagef("--model: %w", err)
	}
	if err := f.test.Validate(); err != nil {
		return cli.Usagef("--elo0, --elo1: %w", err)
	}
	return nil
}

const mostCounted = 1_000_000_000_000 // so that sums stay far from the limits of whole numbers

// readCounts reads a count for each name.
func readCounts(args []string, names ...string) ([]int, error) {
	if len(args) != len(names) {
		return nil, cli.Usagef("%d counts given, but %d are needed: %s", len(args), len(names), strings.Join(names, " "))
	}
	counts := make([]int, len(args))
	for i, arg := range args {
		n, err := strconv.Atoi(arg)
		switch {
		case err != nil || n < 0:
			return nil, cli.Usagef("%s %q: give a whole number, 0 or more", names[i], arg)
		case n > mostCounted:
			return nil, cli.Usagef("%s %q: more than %d are not counted", names[i], arg, mostCounted)
		}
		counts[i] = n
	}
	return counts, nil
}
