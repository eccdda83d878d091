package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"pillars/results/stats"
	"pillars/tournament"
)

// finish prints the standing of all games stored.
func (s *tournamentSession) finish(ctx context.Context) error {
	standing, err := standingOf(ctx, s.db, s.id, s.plan.Spec.Players)
	if err != nil {
		return err
	}
	if s.json {
		return printJSON(s.cmd.OutOrStdout(), standingAnswer{"standing", s.id, standing})
	}
	return standing.WriteTable(s.cmd.OutOrStdout())
}

// verdict is the error that gives the command its exit code.
func (s *tournamentSession) verdict(p tournament.Progress, interrupted bool, err error) error {
	kept := fmt.Sprintf("%d of %s are stored in %s; this command goes on:\n  %s",
		p.Done, counted(p.Total, "game"), s.db.Path(), resumeCommand(s.cmd))
	switch {
	case err != nil && !(interrupted && errors.Is(err, context.Canceled)):
		return fmt.Errorf("%w\n%s", err, kept)
	case interrupted && !p.Complete():
		return &exitError{exitInterrupted, errors.New("interrupted: " + kept)}
	case p.Tally.Faults > 0:
		return &exitError{exitFaults, fmt.Errorf("%s ended by a player's fault; pillars replay %s lists them", counted(p.Tally.Faults, "game"), s.id)}
	}
	return nil
}

// resumeCommand is the command line once more, without what would begin anew.
func resumeCommand(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	for _, player := range cmd.Flags().Args() {
		words = append(words, quoted(player))
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "fresh" {
			return
		}
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			words = append(words, "--"+flag.Name+"="+quoted(value))
		}
	})
	return strings.Join(words, " ")
}

// plainWord is a word that no shell reads as anything else.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quoted is a word as a POSIX shell wants it.
func quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// statusText says how far a tournament is, in one line of at most width characters.
func statusText(p tournament.Progress, width int) string {
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
	text := []rune(strings.Join(parts, ", "))
	if len(text) > width {
		return string(text[:max(0, width-1)]) + "…"
	}
	return string(text)
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
