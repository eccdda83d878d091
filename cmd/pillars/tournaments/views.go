package tournaments

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/runs"
	"pillars/results/session"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// printTable prints the standing of all games stored.
func (j *Job) printTable(ctx context.Context) error {
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
	_, err = fmt.Fprintf(out, "Run %s: %s (%s), %s; openings: %s. %s.\n", j.Run.ID, j.Plan.Rules.Game().Title(),
		j.Spec.Options, j.Spec.Format, tournament.ConditionsText(j.Spec, ";"), runner.Program())
	return err
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
	return strings.Join(parts, ", ") + FaultsText(p)
}

// FaultsText is how many games ended by a fault, after a comma, or nothing.
func FaultsText(p runner.Progress) string {
	if p.Tally.Faults == 0 {
		return ""
	}
	return ", " + tournament.Counted(p.Tally.Faults, "fault")
}

func (j *Job) describe() {
	switch {
	case j.flags.Quiet:
	case j.Brief:
		players := strings.Join(j.Spec.Players, " against ")
		j.Say.Sayf("%s (%s): %s, %s", j.Plan.Rules.Game().Title(), j.Spec.Options, players, j.GamesText())
	default:
		fmt.Fprint(j.cmd.ErrOrStderr(), j.PlanText())
	}
}

// printGames prints the plan, game by game; for programs always all of it.
func (j *Job) printGames() error {
	out, games := j.cmd.OutOrStdout(), j.Plan.Games
	if !j.flags.Quiet {
		fmt.Fprint(j.cmd.ErrOrStderr(), j.PlanText())
		j.Say.Sayf("expected time: %s", j.expectedTime(j.cmd.Context()))
	}
	if j.flags.JSON {
		for _, g := range games {
			answer := table.Object("type", "planned", "identity", g.Identity, "players", g.Players,
				"opening", g.OpeningTurns)
			if err := cli.PrintJSON(out, answer); err != nil {
				return err
			}
		}
		return nil
	}
	const few = 24
	shown := games
	if !j.flags.all {
		shown = games[:min(few, len(games))]
	}
	grid := table.New()
	for _, game := range shown {
		grid.Add(game.Identity, game.Players, strings.Join(game.OpeningTurns, " "))
	}
	if err := grid.WriteText(out); err != nil || len(shown) == len(games) {
		return err
	}
	_, err := fmt.Fprintf(out, "... and %d more (--all prints them)\n", len(games)-len(shown))
	return err
}

// expectedTime says how long a tournament will take, as far as the games stored in a database tell.
func (j *Job) expectedTime(ctx context.Context) string {
	path := j.flags.DB
	pace, err := session.StoredPace(ctx, path, j.Plan.Spec)
	if err != nil {
		return fmt.Sprintf("unknown (%v)", err)
	}
	left, known := pace.Expect(j.Plan.Games, min(j.flags.Workers, runtime.NumCPU()))
	if !known {
		return "unknown until these players have met in games that are stored in " + path
	}
	unit := time.Second
	if left < 10*time.Second {
		unit = 100 * time.Millisecond
	}
	return fmt.Sprintf("about %v, going by %s in %s", left.Round(unit), tournament.Counted(pace.Games(), "game"), path)
}
