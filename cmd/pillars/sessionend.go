package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/results/stats"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// tableGauge shows a table of ratings and never has enough.
type tableGauge struct{}

func (tableGauge) restart(tournament.Spec) {}

func (tableGauge) watch(tournament.Result) bool { return false }

func (tableGauge) status(p runner.Progress, width int) string { return statusText(p, width) }

// finish prints the standing of all games stored.
func (tableGauge) finish(ctx context.Context, s *session) error {
	standing, err := standingOf(ctx, s.db, s.id, s.spec)
	if err != nil {
		return err
	}
	if s.json {
		return printJSON(s.cmd.OutOrStdout(), standingAnswer{"standing", s.id, standing})
	}
	if err := standing.WriteTable(s.cmd.OutOrStdout()); err != nil {
		return err
	}
	if err := s.writeMatches(ctx, s.cmd.OutOrStdout()); err != nil {
		return err
	}
	return s.writeConditions(s.cmd.OutOrStdout())
}

// writeMatches prints how the matches of a Swiss or a knock-out tournament stand.
func (s *session) writeMatches(ctx context.Context, w io.Writer) error {
	if f := s.spec.Format; f != tournament.Swiss && f != tournament.KnockOut {
		return nil
	}
	stored, err := s.db.Results(ctx, s.id)
	if err != nil {
		return err
	}
	finished := byIdentity(stored)
	fmt.Fprintln(w)
	if s.spec.Format == tournament.KnockOut {
		bracket, err := tournament.Bracket(s.plan, finished)
		if err != nil {
			return err
		}
		return tournament.WriteBracket(w, s.plan, bracket)
	}
	rows, err := tournament.SwissTable(s.plan, finished)
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
func (s *session) writeConditions(w io.Writer) error {
	spec := s.spec
	_, err := fmt.Fprintf(w, "Run %s: %s (%s), %s; openings: %s, seed %d; limits %s%s. %s.\n", s.id, s.plan.Rules.Game().Title(), spec.Options,
		spec.Format, openingsText(spec.Openings), spec.Seed, limitsText(spec), endsText(spec), runner.Program())
	return err
}

// verdict is the error that gives the command its exit code.
func (s *session) verdict(p runner.Progress, interrupted bool, err error) error {
	kept := fmt.Sprintf("%s are stored in %s; this command goes on:\n  %s", s.doneText(p.Done), s.db.Path(), s.resumeCommand(s.cmd))
	switch {
	case err != nil && !(interrupted && errors.Is(err, context.Canceled)):
		return fmt.Errorf("%w\n%s", err, kept)
	case interrupted && !s.complete(p):
		return &exitError{exitInterrupted, errors.New("interrupted: " + kept)}
	case p.Stopped && !s.complete(p):
		return &exitError{exitFaults, errors.New("stopped by a player's fault: " + kept)}
	case p.Tally.Faults > 0:
		return &exitError{exitFaults, fmt.Errorf("%s ended by a player's fault; pillars games list %s --faults%s lists them",
			counted(p.Tally.Faults, "game"), s.id, s.databaseFlag())}
	}
	return nil
}

// databaseFlag is the flag that names the database to another command, after a blank; nothing for that which every command takes by itself.
func (f *runFlags) databaseFlag() string {
	if f.db == defaultDatabase {
		return ""
	}
	return " --db " + quoted(f.db)
}

// resumeCommand is the command line once more, without what would begin anew and what the run file says.
func (f *runFlags) resumeCommand(cmd *cobra.Command) string {
	return commandLine(cmd, append(slices.Collect(maps.Keys(f.filed)), "fresh")...)
}

// statusText says how far a tournament is, in one line of at most width characters.
func statusText(p runner.Progress, width int) string {
	parts := []string{fmt.Sprintf("%d/%d games", p.Done, p.Total), rateText(p.Rate())}
	if left, known := p.Left(); known {
		parts = append(parts, left.Round(time.Second).String()+" left")
	}
	if standing := p.Tally.Standing(); len(standing) > 0 {
		parts = append(parts,
			fmt.Sprintf("first seat %s %%", stats.FormatNumber(100*p.Tally.FirstSeat/float64(p.Tally.Games), 0)),
			fmt.Sprintf("%s leads with %s %%", standing[0].Player, stats.FormatNumber(100*standing[0].Rate(), 0)))
	}
	if p.Tally.Faults > 0 {
		parts = append(parts, counted(p.Tally.Faults, "fault"))
	}
	return shortened(strings.Join(parts, ", "), width)
}

// shortened is a text cut to so many characters.
func shortened(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(0, width-1)]) + "…"
	}
	return text
}

// rateText is a number of games per second or, when that is below 1, per minute.
func rateText(perSecond float64) string {
	if perSecond < 1 {
		return stats.FormatNumber(60*perSecond, 1) + "/min"
	}
	return stats.FormatNumber(perSecond, 1) + "/s"
}

// terminalWidth is the room for a line on w; off a terminal there is plenty.
func terminalWidth(w io.Writer) int {
	const plenty = 1000
	file, ok := w.(*os.File)
	if !ok {
		return plenty
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 2 {
		return plenty
	}
	return width - 1
}
