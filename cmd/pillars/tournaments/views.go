package tournaments

import (
	"context"
	"fmt"
	"strings"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/runs"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// TableView shows a table of ratings.
type TableView struct{}

// Status tells who leads.
func (TableView) Status(p runner.Progress) string { return statusText(p) }

// Finish prints the standing of all games stored.
func (TableView) Finish(ctx context.Context, j *Job) error {
	rated, err := runs.Rate(ctx, j.Store, j.Run.ID, j.Spec.OnFault)
	if err != nil {
		return err
	}
	standing, err := rated.Standing(results.StandingOptions{Players: j.Spec.Players})
	if err != nil {
		return err
	}
	out := j.cmd.OutOrStdout()
	if j.flags.JSON {
		return cli.PrintJSON(out, append(table.Object("type", "standing", "run", j.Run.ID), standing.Facts()...))
	}
	if err := standing.WriteTable(out); err != nil {
		return err
	}
	if err := j.writeMatches(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Run %s: %s (%s), %s; openings: %s. %s.\n", j.Run.ID,
		j.Plan.Rules.Game().Title(), j.Spec.Options, j.Spec.Format, conditionsText(j.Spec, ";"), runner.Program())
	return err
}

// conditionsText says what games are played with, so that a table can be copied and cited as it is.
func conditionsText(spec tournament.Spec, mark string) string {
	return fmt.Sprintf("%s, seed %d%s limits %s%s", tournament.OpeningsText(spec.Openings), spec.Seed, mark,
		tournament.LimitsText(spec), tournament.EndsText(spec))
}

func (j *Job) writeMatches(ctx context.Context) error {
	if f := j.Spec.Format; f != tournament.Swiss && f != tournament.KnockOut {
		return nil
	}
	finished, err := j.Results(ctx)
	if err != nil {
		return err
	}
	w := j.cmd.OutOrStdout()
	fmt.Fprintln(w)
	if j.Spec.Format == tournament.KnockOut {
		bracket, err := tournament.Bracket(j.Plan, finished)
		if err != nil {
			return err
		}
		return tournament.WriteBracket(w, j.Plan, bracket)
	}
	rows, err := tournament.SwissTable(j.Plan, finished)
	if err != nil {
		return err
	}
	grid := table.New("place", "player", "points", "Buchholz", "matches", "byes")
	for _, r := range rows {
		grid.Add(r.Place, r.Player, r.Points, r.Buchholz, r.Matches, r.Byes)
	}
	return grid.WriteText(w)
}

func statusText(p runner.Progress) string {
	parts := []string{fmt.Sprintf("%d/%d games", p.Done, p.Total), cli.RateText(p.Rate())}
	if left, known := p.Left(); known {
		parts = append(parts, left.Round(time.Second).String()+" left")
	}
	if standing := p.Tally.Standing(); len(standing) > 0 {
		parts = append(parts,
			fmt.Sprintf("first seat %s %%", stats.FormatNumber(100*p.Tally.FirstSeat/float64(p.Tally.Games), 0)),
			fmt.Sprintf("%s leads with %s %%", standing[0].Player, stats.FormatNumber(100*standing[0].Rate(), 0)))
	}
	if p.Tally.Faults > 0 {
		parts = append(parts, cli.Counted(p.Tally.Faults, "fault"))
	}
	return strings.Join(parts, ", ")
}
