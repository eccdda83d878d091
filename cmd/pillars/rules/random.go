package rules

import (
	"fmt"
	"io"
	"strings"

	"pillars/results/estimate/randomplay"
	"pillars/results/show/table"
)

// randomSummary is the summary of random games, for printing.
type randomSummary randomplay.Summary

// Records returns the summary as one JSON object.
func (s randomSummary) Records() []any { return []any{randomplay.Summary(s)} }

// WriteText writes the lengths, results and branching of the games.
func (s randomSummary) WriteText(w io.Writer) error {
	table.Printf(w, "%d random games of %s, %s, seed %d\nfrom %s\n\n", s.Games, s.Game, s.Options, s.Seed, s.Start)
	grid := table.New("#length", "#mean", "#median", "#min", "#max")
	grid.Indent = 2
	for _, row := range []struct {
		name string
		randomplay.Spread
	}{{"turns", s.Turns}, {"steps", s.Steps}} {
		grid.Add(row.name, fmt.Sprintf("%.2f", row.Mean), row.Median, row.Min, row.Max)
	}
	if err := grid.WriteText(w); err != nil {
		return err
	}
	percent := func(games int) float64 { return 100 * float64(games) / float64(s.Games) }
	fmt.Fprintln(w)
	for _, seat := range s.Seats {
		table.Printf(w, "%s wins %d (%.2f %%)\n", seat.Name, seat.Wins, percent(seat.Wins))
	}
	table.Printf(w, "draws %d (%.2f %%)\n", s.Draws, percent(s.Draws))
	var reasons, kinds []string
	for _, reason := range s.Reasons {
		reasons = append(reasons, fmt.Sprintf("%s %d", reason.Reason, reason.Games))
	}
	for _, kind := range s.Branching {
		kinds = append(kinds, fmt.Sprintf("%s %.2f", kind.Kind, kind.Mean))
	}
	return table.Printf(w, "ended by %s\nbranching %s\n", strings.Join(reasons, ", "), strings.Join(kinds, ", "))
}
