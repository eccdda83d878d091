package tournaments

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/session"
	"pillars/results/stats"
	"pillars/tournament"
	"pillars/tournament/runner"
)

func NewSPRTCommand() *cobra.Command {
	flags := RunFlags{Spec: tournament.Spec{Format: tournament.Sequential}}
	cmd := &cobra.Command{
		Use:   "sprt PLAYER OPPONENT",
		Short: "Play two players until it is decided which of two differences is the likelier",
		Long: `Play pairs of games between two players until a sequential probability ratio test is decided: is PLAYER
stronger than OPPONENT by --elo1 (H1) rather than by --elo0 (H0)? Both games of a pair begin with the same opening,
with the seats swapped; the test looks at the score of pairs. It errs with the chances --alpha (H1 accepted although
H0 is true) and --beta (H0 accepted although H1 is true).

Differences are in normalized Elo, by which the length of a test depends neither on draws nor on the first seat's
advantage; --model logistic takes plain Elo. The ratio is the exact generalised one, its bounds are corrected for the
overshoot, and the estimate printed at the end is median-unbiased: the plain one is not, in a test that stops early
when it is lucky. "pillars stats plan" tells how many pairs a test will take.

Pairs count in the order of the plan, so the decision is the same for any number of workers. Games are stored as in a
tournament: Ctrl-C and the same command go on. The exit code is 0 whichever way the test ends.`,
		Example: `  pillars sprt alphabeta:nodes=4000 alphabeta:nodes=4000,killers=false
  pillars sprt mcts:cpuct=1.2 mcts --nodes 2000 --elo0 -10 --elo1 0
  pillars sprt --run test.toml`,
		Args: func(_ *cobra.Command, args []string) error {
			if n := len(args); n != 0 && n != 2 {
				return cli.Usagef("%d players given; a sequential test is between two", n)
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return runSPRT(cmd, &flags, args) },
		ValidArgsFunction: cli.CompletePlayer,
	}
	flags.register(cmd)
	set, test := cmd.Flags(), &flags.Spec.Test
	set.IntVar(&flags.Spec.Rounds, "rounds", 50_000, "pairs of games at most")
	set.Float64Var(&test.Elo0, "elo0", 0, "the difference of H0")
	set.Float64Var(&test.Elo1, "elo1", 10, "the difference of H1")
	set.Float64Var(&test.Alpha, "alpha", .05, "chance of accepting H1 although H0 is true")
	set.Float64Var(&test.Beta, "beta", .05, "chance of accepting H0 although H1 is true")
	set.StringVar(&test.Model, "model", stats.Normalized.String(),
		"the unit of differences: `normalized` or logistic Elo")
	cli.CompleteChoice(cmd, "model", "normalized", "logistic")
	return cmd
}

func runSPRT(cmd *cobra.Command, flags *RunFlags, args []string) error {
	players, err := flags.readFile(cmd, args)
	if err != nil {
		return err
	}
	job, err := flags.Job(cmd, "sprt", players)
	if err != nil {
		return err
	}
	test, err := results.NewTest(job.Spec)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	job.Gauge = test
	job.Status = func(p runner.Progress) string {
		t, _ := test.Standing()
		text := fmt.Sprintf("%s, LLR %.2f (%.2f .. %.2f), score %s, %s", tournament.Counted(t.Games.Games()/2, "pair"),
			t.LLR, t.Lower, t.Upper, t.ScoreText(), cli.RateText(p.Rate()))
		return text + FaultsText(p)
	}
	job.Finish = func(context.Context) error {
		report, err := session.Report(test, job.Session)
		if err != nil {
			return err
		}
		return cli.Answer(cmd.OutOrStdout(), flags.JSON, report.Facts(), "%s", report)
	}
	return job.Do(cmd.Context())
}
