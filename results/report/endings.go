package report

import (
	"cmp"
	"fmt"
	"slices"

	"pillars/results/charts"
	"pillars/results/metrics"
)

// endingSection is how games end, and when they are decided.
func endingSection(in Input, f found) (Section, error) {
	s := Section{ID: "endings-section", Title: "Endings", Text: "How games end, how often for each reason."}
	if in.Tally.Games == 0 {
		return s, nil
	}
	if err := reasonFigure(&s, in); err != nil {
		return s, err
	}
	s.Figures = append(s.Figures, f.table("results", "Results in numbers", metrics.GroupResults)...)
	return s, nil
}

// reasonFigure shows how often games ended for each reason.
func reasonFigure(s *Section, in Input) error {
	t := in.Tally
	reasons := names(t.reasons)
	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(t.reasons[b].games, t.reasons[a].games) })
	table := &Table{Columns: columns("ended by", "#games", "#share, %", "#low", "#high", "#mean turns")}
	var dots []charts.Dot
	for _, reason := range reasons {
		r := t.reasons[reason]
		share := t.share(r.openings)
		dots = append(dots, charts.Dot{Label: reason, Estimate: share})
		cells := append([]string{reason, count(r.games)}, shareCells(share)...)
		table.add(append(cells, digits(float64(r.turns)/float64(r.games), 1))...)
	}
	chart, err := charts.Dots(charts.DotChart{
		Title: "How games end", X: charts.Axis{Label: "share of the games", Unit: charts.Percent, High: 1}, Dots: dots,
	})
	return s.figure(Figure{
		ID: "endings", Title: "How games end", N: counted(t.Games, "game"), Interval: openingWay, Table: table,
		Meaning: "Share of the games that ended for each reason, and how many turns these took on average.",
		Alt:     fmt.Sprintf("Shares of %s with intervals; the most frequent is %s.", counted(len(reasons), "reason"), reasons[0]),
	}, chart, err)
}
