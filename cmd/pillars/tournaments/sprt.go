package tournaments

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/session"
	"pillars/results/stats"
	"pillars/results/table"
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
	test, err := session.NewTest(job.Spec)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	job.Gauge, job.View = test, testView{test}
	return job.Do(cmd.Context())
}

type testView struct{ test *session.Test }

// Status tells how far the decision is.
func (v testView) Status(p runner.Progress) string {
	t, _ := v.test.Standing()
	text := fmt.Sprintf("%s, LLR %.2f (%.2f .. %.2f), score %s, %s", tournament.Counted(t.Games.Games()/2, "pair"),
		t.LLR, t.Lower, t.Upper, shareText(t.Games), cli.RateText(p.Rate()))
	return text + FaultsText(p)
}

func shareText(games stats.WDL) string {
	if games.Games() == 0 {
		return "-"
	}
	return stats.FormatNumber(100*games.Points()/float64(games.Games()), 1) + " %"
}

// Finish prints the report of the test.
func (v testView) Finish(_ context.Context, j *Job) error {
	standing, err := v.test.Standing()
	if err != nil {
		return err
	}
	estimate, err := standing.AfterStop(standing.Pairs)
	if err != nil {
		return err
	}
	r := testReport{standing, estimate}
	if j.flags.JSON {
		return cli.PrintJSON(j.cmd.OutOrStdout(), r.facts(j.Run.ID))
	}
	return r.write(j.cmd.OutOrStdout(), j)
}

// testReport is how a sequential test stands or ended, with the estimate of the difference.
type testReport struct {
	session.TestStanding
	estimate stats.AfterStop
}

// facts are the report for programs. What the plain estimates say is biased by the stopping.
func (r testReport) facts(run string) table.Facts {
	f := table.Object("type", "sprt", "run", run, "players", r.Players, "decision", r.Decision.String(),
		"llr", r.LLR, "lower", r.Lower, "upper", r.Upper,
		"elo0", r.Elo0, "elo1", r.Elo1, "alpha", r.Alpha, "beta", r.Beta, "model", r.Model.String(),
		"pairs", r.Pairs, "wins", r.Games.Wins, "draws", r.Games.Draws, "losses", r.Games.Losses)
	f.AddSome("voided", r.Voided)
	var half, first any
	elo, low, high := r.estimate.Elo.Numbers()
	if low != nil && high != nil {
		half = (*high - *low) / 2
	}
	if n := r.Games.Games(); n > 0 {
		first = r.FirstSeat / float64(n)
	}
	normalized, naive := stats.NormalizedElo(r.Pairs), stats.Elo(r.Pairs)
	nelo, _, _ := normalized.Numbers()
	naiveElo, _, _ := naive.Numbers()
	return append(f, table.Object("elo", elo, "elo_error95", half, "elo_low", low, "elo_high", high,
		"los", r.estimate.LOS, "nelo", nelo, "nelo_error95", normalized.Half(),
		"naive_elo", naiveElo, "naive_elo_error95", naive.Half(), "first_score", first)...)
}

func (r testReport) verdict() string {
	switch r.Decision {
	case stats.AcceptH0:
		return fmt.Sprintf("H0 accepted: rather %+g than %+g", r.Elo0, r.Elo1)
	case stats.AcceptH1:
		return fmt.Sprintf("H1 accepted: rather %+g than %+g", r.Elo1, r.Elo0)
	}
	return "undecided"
}

// write prints the report as a block of plain text that can be copied as it is.
func (r testReport) write(w io.Writer, j *Job) error {
	games := r.Games
	lines := []string{
		fmt.Sprintf("%s against %s", r.Players[0], r.Players[1]),
		"",
		fmt.Sprintf("%s (%s Elo)", r.verdict(), r.Model),
		fmt.Sprintf("LLR        %.3f, bounds %.3f .. %.3f (elo0 %g, elo1 %g, alpha %g, beta %g)",
			r.LLR, r.Lower, r.Upper, r.Elo0, r.Elo1, r.Alpha, r.Beta),
		fmt.Sprintf("pairs      %d: by points 0, 1/2, 1, 3/2, 2: %s",
			games.Games()/2, strings.Trim(fmt.Sprint(r.Pairs), "[]")),
		fmt.Sprintf("games      %d: %d won, %d drawn, %d lost, score %s",
			games.Games(), games.Wins, games.Draws, games.Losses, shareText(games)),
		fmt.Sprintf("estimate   %s Elo (95 %%), median-unbiased for a test that may stop early; superior with %s %%",
			r.estimate.Elo.Text(1), stats.FormatNumber(100*r.estimate.LOS, 2)),
		fmt.Sprintf("unadjusted %s Elo (95 %%), biased by the stopping: not to be cited", stats.Elo(r.Pairs).Text(1)),
	}
	if n := games.Games(); n > 0 {
		share := stats.FormatNumber(100*r.FirstSeat/float64(n), 1)
		lines = append(lines, "first seat "+share+" % of the points")
	}
	if r.Voided > 0 {
		lines = append(lines, fmt.Sprintf("left out   %s with a fault", tournament.Counted(r.Voided, "pair")))
	}
	citation := fmt.Sprintf("%s against %s at %s (%s), %s from %s: SPRT of %s Elo [%g, %g], alpha %g, beta %g: "+
		"%s; Elo %s (95 %%, median-unbiased). %s.",
		r.Players[0], r.Players[1], j.Plan.Rules.Game().Title(), j.Spec.Options,
		tournament.Counted(games.Games()/2, "pair"),
		conditionsText(j.Spec, ","), r.Model, r.Elo0, r.Elo1, r.Alpha, r.Beta, r.verdict(), r.estimate.Elo.Text(1),
		runner.Program())
	_, err := fmt.Fprintln(w, strings.Join(append(lines, "", "To cite:", "  "+citation), "\n"))
	return err
}
