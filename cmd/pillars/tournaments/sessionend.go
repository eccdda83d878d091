package tournaments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// TableGauge shows a table of ratings and never has enough.
type TableGauge struct{}

func (TableGauge) Restart(tournament.Spec) {}

func (TableGauge) Watch(tournament.Result) bool { return false }

func (TableGauge) Status(p runner.Progress, width int) string { return StatusText(p, width) }

// Finish prints the standing of all games stored.
func (TableGauge) Finish(ctx context.Context, s *Session) error {
	standing, err := standingOf(ctx, s.DB, s.ID, s.Spec)
	if err != nil {
		return err
	}
	if s.JSON {
		return cli.PrintJSON(s.Cmd.OutOrStdout(), standingAnswer{"standing", s.ID, standing})
	}
	if err := standing.WriteTable(s.Cmd.OutOrStdout()); err != nil {
		return err
	}
	if err := s.writeMatches(ctx, s.Cmd.OutOrStdout()); err != nil {
		return err
	}
	return s.writeConditions(s.Cmd.OutOrStdout())
}

// writeMatches prints how the matches of a Swiss or a knock-out tournament stand.
func (s *Session) writeMatches(ctx context.Context, w io.Writer) error {
	if f := s.Spec.Format; f != tournament.Swiss && f != tournament.KnockOut {
		return nil
	}
	stored, err := s.DB.Results(ctx, s.ID)
	if err != nil {
		return err
	}
	finished := ByIdentity(stored)
	fmt.Fprintln(w)
	if s.Spec.Format == tournament.KnockOut {
		bracket, err := tournament.Bracket(s.Plan, finished)
		if err != nil {
			return err
		}
		return tournament.WriteBracket(w, s.Plan, bracket)
	}
	rows, err := tournament.SwissTable(s.Plan, finished)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "place\tplayer\tpoints\tBuchholz\tmatches\tbyes")
	for _, r := range rows {
		fmt.Fprintf(table, "%d\t%s\t%g\t%g\t%d\t%d\n", r.Place, r.Player, r.Points, r.Buchholz, r.Matches, r.Byes)
	}
	return table.Flush()
}

// writeConditions says below a table what it is of, so that it can be copied and cited as it is.
func (s *Session) writeConditions(w io.Writer) error {
	spec := s.Spec
	_, err := fmt.Fprintf(w, "Run %s: %s (%s), %s; openings: %s, seed %d; limits %s%s. %s.\n", s.ID, s.Plan.Rules.Game().Title(), spec.Options,
		spec.Format, tournament.OpeningsText(spec.Openings), spec.Seed, tournament.LimitsText(spec), tournament.EndsText(spec), runner.Program())
	return err
}

// verdict is the error that gives the command its exit code.
func (s *Session) verdict(p runner.Progress, interrupted bool, err error) error {
	kept := fmt.Sprintf("%s are stored in %s; this command goes on:\n  %s", s.doneText(p.Done), s.DB.Path(), s.ResumeCommand(s.Cmd))
	switch {
	case err != nil && !(interrupted && errors.Is(err, context.Canceled)):
		return fmt.Errorf("%w\n%s", err, kept)
	case interrupted && !s.complete(p):
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted: "+kept))
	case p.Stopped && !s.complete(p):
		return cli.Exit(cli.ExitFaults, errors.New("stopped by a player's fault: "+kept))
	case p.Tally.Faults > 0:
		return cli.Exit(cli.ExitFaults, fmt.Errorf("%s ended by a player's fault; pillars games list %s --faults%s lists them",
			cli.Counted(p.Tally.Faults, "game"), s.ID, s.DatabaseFlag()))
	}
	return nil
}

// DatabaseFlag is the flag that names the database to another command, after a blank; nothing for that which every command takes by itself.
func (f *RunFlags) DatabaseFlag() string {
	if f.DB == cli.DefaultDatabase {
		return ""
	}
	return " --db " + cli.Quoted(f.DB)
}

// ResumeCommand is the command line once more, without what would begin anew and what the run file says.
func (f *RunFlags) ResumeCommand(cmd *cobra.Command) string {
	return cli.CommandLine(cmd, append(slices.Collect(maps.Keys(f.filed)), "fresh")...)
}

// StatusText says how far a tournament is, in one line of at most width characters.
func StatusText(p runner.Progress, width int) string {
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
	return cli.Shortened(strings.Join(parts, ", "), width)
}
