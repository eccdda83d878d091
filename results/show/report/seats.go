package report

import (
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// seatSection shows the scores of the seats. It is empty if they have none.
func seatSection(m answer.Measured) Section {
	s := Section{ID: "seats-section", Title: "Seats",
		Text: "What it is worth to act first. Every opening was played from all seats, so strength cancels out."}
	fig := Figure{ID: "seats", Title: "Score of the seats", Interval: openingInterval,
		Table: table.New("", "#share, %", "#low", "#high"),
		Meaning: "Mean score of the players in this seat, a draw as half a point; with more than two seats the " +
			"share of opponents placed behind.",
		Alt: "Mean score of each seat with its interval, beside the line of even chances."}
	for _, metric := range m {
		if metric.Name == "seat-score" && metric.Estimate.Kind != stats.Absent {
			fig.dot(metric.Subject, metric.Estimate)
			fig.Table.Add(metric.Subject, shareCells(metric.Estimate))
			fig.N = tournament.Counted(metric.N, "game")
		}
	}
	if len(fig.Table.Rows) > 0 {
		s.dots(fig, charts.Axis{Label: "share", Unit: charts.Percent}, true)
	}
	return s
}
