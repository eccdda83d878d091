package tournaments

import (
	"context"
	"fmt"
	"io"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/results/session"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/tournament/runner"
)

type testView struct{ test *session.Test }

// Status tells how far the decision is.
func (v testView) Status(p runner.Progress) string {
	t, _ := v.test.Standing()
	text := fmt.Sprintf("%s, LLR %.2f (%.2f .. %.2f), score %s, %s", cli.Counted(t.Games.Games()/2, "pair"), t.LLR,
		t.Lower, t.Upper, shareText(t.Games), cli.RateText(p.Rate()))
	if p.Tally.Faults > 0 {
		text += ", " + cli.Counted(p.Tally.Faults, "fault")
	}
	return text
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
	half := func(low, high *float64) any {
		if low == nil || high == nil {
			return nil
		}
		return (*high - *low) / 2
	}
	f := table.Object("type", "sprt", "run", run, "players", r.Players, "decision", r.Decision.String(),
		"llr", r.LLR, "lower", r.Lower, "upper", r.Upper,
		"elo0", r.Elo0, "elo1", r.Elo1, "alpha", r.Alpha, "beta", r.Beta, "model", r.Model.String(),
		"pairs", r.Pairs, "wins", r.Games.Wins, "draws", r.Games.Draws, "losses", r.Games.Losses)
	f.AddSome("voided", r.Voided)
	elo, low, high := r.estimate.Elo.Numbers()
	f = append(f, table.Object("elo", elo, "elo_error95", half(low, high), "elo_low", low, "elo_high", high,
		"los", r.estimate.LOS)...)
	for _, naive := range []struct {
		key string
		stats.Estimate
	}{{"nelo", stats.NormalizedElo(r.Pairs)}, {"naive_elo", stats.Elo(r.Pairs)}} {
		value, _, _ := naive.Numbers()
		f.Add(naive.key, value)
		f.Add(naive.key+"_error95", naive.Half())
	}
	f.Add("first_score", nil)
	if n := r.Games.Games(); n > 0 {
		f[len(f)-1].Value = r.FirstSeat / float64(n)
	}
	return f
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
		lines = append(lines, fmt.Sprintf("left out   %s with a fault", cli.Counted(r.Voided, "pair")))
	}
	citation := fmt.Sprintf("%s against %s at %s (%s), %s from %s: SPRT of %s Elo [%g, %g], alpha %g, beta %g: "+
		"%s; Elo %s (95 %%, median-unbiased). %s.",
		r.Players[0], r.Players[1], j.Plan.Rules.Game().Title(), j.Spec.Options, cli.Counted(games.Games()/2, "pair"),
		conditionsText(j.Spec, ","), r.Model, r.Elo0, r.Elo1, r.Alpha, r.Beta, r.verdict(), r.estimate.Elo.Text(1),
		runner.Program())
	_, err := fmt.Fprintln(w, strings.Join(append(lines, "", "To cite:", "  "+citation), "\n"))
	return err
}
