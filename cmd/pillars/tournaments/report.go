package tournaments

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/show/answer"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/work"
)

// A standingsReport prints the standings of a job's players, and the answer to who is stronger.
type standingsReport struct {
	results.Standings
	answer   answer.Answer
	job      *Job
	combined *catalog.Combined
}

// printTable prints the ratings of the run or, with --join, of all the runs that were joined.
func (j *Job) printTable(ctx context.Context) (err error) {
	r := standingsReport{job: j}
	if together := j.flags.join; together == "" {
		r.combined, err = catalog.Combine(j.Run)
	} else {
		r.combined, err = catalog.Together(ctx, j.Store, together)
	}
	if err == nil {
		r.Standings, err = r.combined.Standings(ctx, j.Store)
	}
	if err == nil {
		r.answer, err = runs.Answer(ctx, j.Store, r.combined, r.Standings)
	}
	if err != nil {
		return err
	}
	r.answer = r.answer.OfShard(j.Shard)
	return cli.Print(j.cmd, r)
}

// Records returns the standings as one record for JSON.
func (r standingsReport) Records() []any {
	facts := append(table.Object("type", "standings", "run", r.job.Run.ID), r.Facts()...)
	return []any{append(facts, r.answer.Field()...)}
}

// WriteText writes the answer, the standings and the conditions of the run.
func (r standingsReport) WriteText(w io.Writer) error {
	return cmp.Or(r.answer.WriteAbove(w), r.WriteTable(w),
		table.Printf(w, "%s\n", conditions(r.job.Session)))
}

// conditions returns a line with the conditions of a run, to cite with its results.
func conditions(s *session.Session) string {
	return fmt.Sprintf("Run %s: %s (%s), %s; openings: %s. %s.", s.Run.ID, s.Plan.Rules.Game().Title(), s.Spec.Options,
		s.Spec.Format, tournament.ConditionsText(s.Spec), s.Run.Program)
}

// workersText says how many workers there are, and how fast each plays or why it does not.
func workersText(members []work.Member) string {
	if len(members) == 0 {
		return "no worker has joined yet"
	}
	texts := make([]string, len(members))
	for i, m := range members {
		texts[i] = cmp.Or(m.Trouble, stats.FormatNumber(m.Rate, 2)+"/s") + " " + m.Name
	}
	return tournament.Counted(len(members), "worker") + ": " + strings.Join(texts, ", ")
}

// A testReport reports on a sequential test. Its estimate corrects for the bias that arises because results end the
// test.
type testReport struct {
	results.TestStanding
	session  *session.Session
	estimate stats.AfterStop   // the difference between the players, corrected for the early end of the test
	first    results.SeatScore // score of the first seat
	answer   answer.Answer
}

// newTestReport returns the report of the sequential test t, which the session s has played.
func newTestReport(ctx context.Context, t *results.TestGauge, s *session.Session) (testReport, error) {
	standing, err := t.Standing()
	if err != nil {
		return testReport{}, err
	}
	source := catalog.SourceOfTest(s.Run.ID, s.Spec, standing)
	estimate, said, err := runs.AnswerOfTest(ctx, s.Store, standing, source)
	if err != nil {
		return testReport{}, err
	}
	fold, err := catalog.Fold(ctx, s.Store, nil, source)
	if err != nil {
		return testReport{}, err
	}
	return testReport{standing, s, estimate, fold.SeatScore(0), said}, nil
}

// Facts returns the report as the fields of a JSON object.
func (r testReport) Facts() table.Facts {
	f := table.Object("type", "sprt", "run", r.session.Run.ID, "players", r.Players, "decision", r.Decision.String(),
		"llr", r.LLR, "lower", r.Lower, "upper", r.Upper,
		"elo0", r.Elo0, "elo1", r.Elo1, "alpha", r.Alpha, "beta", r.Beta, "model", r.Model.String(),
		r.Unit()+"s", r.Counts, "wins", r.Compared.Wins, "draws", r.Compared.Draws, "losses", r.Compared.Losses)
	f = append(f, r.answer.Field()...)
	f.AddSome("voided", r.Voided)
	first, firstLow, firstHigh := r.first.Numbers()
	normalized := stats.NormalizedElo(r.Counts)
	nelo, _, _ := normalized.Numbers()
	return slices.Concat(f, results.EstimateFacts("elo", r.estimate.Elo),
		table.Object("elo_method", r.estimate.Method(), "los", r.estimate.LOS, "nelo", nelo,
			"nelo_error95", normalized.Half(), "first_score", first,
			"first_score_low", firstLow, "first_score_high", firstHigh))
}

// String returns the report as a block of plain text that people can copy and cite.
func (r testReport) String() string {
	compared := r.Compared
	row := func(head, format string, args ...any) string {
		return fmt.Sprintf("%-11s", head) + fmt.Sprintf(format, args...)
	}
	lines := append(r.answer.Lines(), "", fmt.Sprintf("%s against %s", r.Players[0], r.Players[1]),
		row("LLR", "%s, bounds %.3f .. %.3f (elo0 %g, elo1 %g, alpha %g, beta %g)",
			stats.FormatNumber(r.LLR, 3), r.Lower, r.Upper, r.Elo0, r.Elo1, r.Alpha, r.Beta))
	if r.Counts.Seats() == 2 {
		lines = append(lines, row("pairs", "%d: by points 0, 1/2, 1, 3/2, 2: %s", r.Counts.Count(),
			strings.Trim(fmt.Sprint(r.Counts), "[]")), row("games", "%d: %d won, %d drawn, %d lost, score %s",
			compared.Games(), compared.Wins, compared.Draws, compared.Losses, r.ScoreText()))
	} else {
		lines = append(lines, row("openings", "%d, %d games in all mixed seatings", r.Counts.Count(), r.Counts.Games()),
			row("seats", "%d comparisons: %d ahead, %d tied, %d behind, score %s",
				compared.Games(), compared.Wins, compared.Draws, compared.Losses, r.ScoreText()))
	}
	if r.first.Games > 0 {
		lines = append(lines, row("first seat", "%v", r.first))
	}
	if r.Voided > 0 {
		lines = append(lines, row("left out", "%s with a fault", tournament.Counted(r.Voided, r.Unit())))
	}
	return strings.Join(append(lines, "", conditions(r.session)), "\n")
}
