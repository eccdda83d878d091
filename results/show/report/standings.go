package report

import (
	"fmt"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Descriptions of intervals, for [Figure.Interval].
const (
	fitInterval = "Normal approximation of the joint fit, or Student's where games share openings, which count " +
		"whole; a bound where a player won or lost everything."
	openingInterval = "Anytime interval of a mean, the games from an opening taken together (Orabona and Jun, Tight " +
		"concentrations and confidence sequences, 2024)."
)

// standingSection returns a section with the standings and the crosstable. The section has no figures if players met
// only themselves.
func standingSection(in Input) Section {
	s := Section{ID: "standing-section", Title: "Standings",
		Text: "How strong the players are, from all games of the run at once."}
	if in.Test != nil {
		s.Text = "The results of the players. A test has an estimate of its own, above, instead of ratings."
	}
	if in.Spec.Format.Mirrored() {
		return s
	}
	ratingFigure(&s, in.Standings, in.Rules.Seats())
	if in.Rules.Seats() == 2 {
		crosstableFigure(&s, in.Standings)
	}
	return s
}

// ratingFigure adds a figure with the results and the ratings of the players.
func ratingFigure(s *Section, standing results.Standings, seats int) {
	fig := Figure{ID: "standings", Title: "Ratings", Interval: fitInterval, Table: standing.Table().Grid(),
		N: tournament.Counted(standing.Games, "game"), Chart: charts.Chart{Label: "Elo, mean 0"},
		Alt: fmt.Sprintf("Ratings of %s; the table below has the numbers.",
			tournament.Counted(len(standing.Rows), "player")),
		Meaning: "Elo of one logistic fit of all games, with an advantage of the first seat: 400 points are odds of " +
			"ten to one."}
	fig.Table.Columns[len(fig.Table.Columns)-1].Name = "note" // for JSON; the page shows no head of remarks
	if len(standing.Rows) == 2 {
		fig.Chart.Label = "Elo"
	}
	if seats > 2 {
		fig.Interval = "From the curvature of the likelihood, or with openings as the observations."
		fig.Meaning = "Elo of one fit of all placings by the model of Plackett and Luce, with an effect of each " +
			"seat: 400 points are odds of ten to one of being placed before another player."
	}
	if standing.Options.Unrated {
		fig.ID, fig.Title, fig.Interval, fig.Alt = "players", "Results", "", ""
		fig.Meaning = "Games of each player that the test has used."
	} else {
		for _, row := range standing.Rows {
			fig.dot(row.Player, standing.Rating(row))
		}
	}
	s.add(fig)
}

// crosstableFigure adds a table with the results and the rating difference of each two players who met. With fewer than
// three players it adds none.
func crosstableFigure(s *Section, standing results.Standings) {
	if standing.Options.Unrated || len(standing.Rows) < 3 {
		return
	}
	grid := standing.Crosstable().Grid()
	s.add(Figure{
		ID: "crosstable", Title: "Results between players", Table: grid, Interval: fitInterval,
		Meaning: "Score of the player against the opponent, in per cent of the points; the difference of their " +
			"ratings, from all games of all players; and the probability that the player is the stronger if all " +
			"differences were equally likely beforehand.",
		N: tournament.Counted(len(grid.Rows), "pairing"),
	})
}

// seatSection returns a section with the scores of the seats. The section has no figures if there are no scores.
func seatSection(m answer.Measured) Section {
	s := Section{ID: "seats-section", Title: "Seats",
		Text: "What it is worth to act first. Every opening was played from all seats, so strength cancels out."}
	fig := Figure{ID: "seats", Title: "Score of the seats", Interval: openingInterval,
		Table: table.New("", "#share, %", "#low", "#high"),
		Meaning: "Mean score of the players in this seat, a draw as half a point; with more than two seats the " +
			"share of opponents placed behind."}
	for _, metric := range m {
		if metric.Name == "seat-score" && metric.Estimate.Kind != stats.Absent {
			fig.dot(metric.Subject, metric.Estimate)
			fig.Table.Add(metric.Subject, shareCells(metric.Estimate))
			fig.N = tournament.Counted(metric.N, "game")
		}
	}
	s.addScores(fig, "share")
	return s
}
