package report

import (
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

func seatSection(m metricList) Section {
	s := Section{ID: "seats-section", Title: "Seats",
		Text: "What it is worth to act first. Every opening was played from all seats, so strength cancels out."}
	s.shares(m, "seat-score", Figure{ID: "seats", Title: "Score of the seats", scale: seatScores,
		Meaning: "Mean score of the players in this seat, a draw as half a point; with more than two seats the " +
			"share of opponents placed behind.",
		Alt: "Mean score of each seat with its interval, beside the line of even chances.",
	}, func(m metrics.Metric) string { return m.Subject }, evenMark())
	return s
}

func evenMark() *charts.Mark { return &charts.Mark{Name: "even", X: .5} }

// shares adds a figure with a dot and a row for each metric with a name. It adds nothing if there is none.
func (s *Section) shares(m metricList, name string, fig Figure, label func(metrics.Metric) string, mark *charts.Mark) {
	fig.Table = table.New("", "#share, %", "#low", "#high")
	for _, metric := range m {
		if metric.Name == name && metric.Estimate.Kind != stats.Absent {
			fig.dot(label(metric), metric.Estimate)
			fig.Table.Add(label(metric), shareCells(metric.Estimate))
			fig.N = tournament.Counted(metric.N, "game")
		}
	}
	if fig.Interval = openingInterval; len(fig.Table.Rows) > 0 {
		s.dots(fig, charts.Axis{Label: "share", Unit: charts.Percent}, mark)
	}
}
