package report

import (
	"fmt"
	"slices"
	"strconv"

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
	ratings, counts := []string{"#Elo", "#low", "#high"}, []string{"#won", "#drawn", "#lost", "#score, %"}
	fig := Figure{ID: "standings", Title: "Ratings", Interval: fitInterval,
		Chart: charts.Chart{X: charts.Axis{Label: "Elo, mean 0"}},
		Alt: fmt.Sprintf("Ratings of %s; the table below has the numbers.",
			tournament.Counted(len(standing.Rows), "player")),
		Meaning: "Elo of one logistic fit of all games, with an advantage of the first seat: 400 points are odds of " +
			"ten to one. Turns are the mean length of a player's games."}
	if len(standing.Rows) == 2 {
		fig.Chart.X.Label = "Elo"
	}
	if seats > 2 {
		counts = []string{"#mean place", "#first places", "#score, %"}
		fig.Interval = "From the curvature of the likelihood, or with openings as the observations."
		fig.Meaning = "Elo of one fit of all placings by the model of Plackett and Luce, with an effect of each " +
			"seat: 400 points are odds of ten to one of being placed before another player."
	}
	if standing.Options.Unrated {
		ratings = nil
		fig = Figure{ID: "players", Title: "Results",
			Meaning: "Games of each player that the test has used. Turns are the mean length of these games."}
	}
	fig.N = tournament.Counted(standing.Games, "game")
	fig.Table = table.New(slices.Concat([]string{"#rank", "player"}, ratings, []string{"#games"}, counts,
		[]string{"#turns", "note"})...)
	for _, row := range standing.Rows {
		var elo []string
		if !standing.Options.Unrated {
			elo = estimateCells(standing.Rating(row), 0)
			fig.dot(row.Player, standing.Rating(row))
		}
		counts := []string{strconv.Itoa(row.WDL.Wins), strconv.Itoa(row.WDL.Draws), strconv.Itoa(row.WDL.Losses)}
		if seats > 2 {
			counts = []string{digits(row.MeanPlace, 2), digits(row.Firsts, 1)}
		}
		score, turns := "", ""
		if row.Games > 0 {
			score, turns = percent(row.Share), digits(row.MeanTurns, 1)
		}
		fig.Table.Add(row.Rank, row.Player, elo, row.Games, counts, score, turns, row.Rating.Mark.String())
	}
	s.add(fig)
}

// crosstableFigure adds a table with the results and the rating difference of each two players who met. With fewer than
// three players it adds none.
func crosstableFigure(s *Section, standing results.Standings) {
	c := standing.Crosstable()
	if standing.Options.Unrated || len(c.Players) < 3 {
		return
	}
	grid := table.New("player", "opponent", "#games", "#won", "#drawn", "#lost", "#score, %", "#Elo difference", "#low",
		"#high", "#stronger, %")
	for i := range c.Players {
		for j := i + 1; j < len(c.Players); j++ {
			meeting := c.Meeting(i, j)
			score, met := meeting.Score()
			if !met {
				continue
			}
			games, stronger := meeting.Games, ""
			if meeting.Stronger != nil {
				stronger = percent(*meeting.Stronger)
			}
			grid.Add(c.Players[i], c.Players[j], games.Games(), games.Wins, games.Draws, games.Losses,
				percent(score), estimateCells(meeting.Difference, 0), stronger)
		}
	}
	s.add(Figure{
		ID: "crosstable", Title: "Results between players", Table: grid, Interval: fitInterval,
		Meaning: "Score of the player against the opponent, in per cent of the points; the difference of their " +
			"ratings, from all games of all players; and the probability that the player is the stronger if all " +
			"differences were equally likely beforehand.",
		N: tournament.Counted(len(grid.Rows), "pairing"),
	})
}

// testSection returns a section with the path of a sequential test. The section has no figures if the run is not a
// sequential test.
func testSection(in Input) Section {
	s := Section{ID: "test-section", Title: "Sequential test"}
	if in.Test == nil {
		return s
	}
	path := *in.Test
	s.Text = fmt.Sprintf("Is %s stronger than %s by %g (H1) rather than by %g (H0) %s Elo? "+
		"Chances of error: %g and %g.", in.Spec.Players[0], in.Spec.Players[1], path.Elo1, path.Elo0,
		path.Model, path.Alpha, path.Beta)
	pathFigure(&s, path)
	return s
}

// mostPoints is about the number of points of a path that readers can distinguish in a chart. The table has all points.
const mostPoints = 1000

// pathFigure adds the log-likelihood ratio of a test and its bounds, after each observation.
func pathFigure(s *Section, path results.TestStanding) {
	// The lines begin at 0 games with the first bounds. In the loop, lower and upper become the bounds after each
	// observation.
	lower, upper := path.Bounds()
	ratio := charts.Line{Name: "log-likelihood ratio", Points: []charts.Point{{}}}
	below := charts.Line{Points: []charts.Point{{Y: lower}}}
	above := charts.Line{Points: []charts.Point{{Y: upper}}}
	wonColumn, observation := "#points of four halves", "pair of games with the seats swapped"
	if path.Counts.Seats() > 2 {
		wonColumn = fmt.Sprintf("#comparisons won, of %d halves", len(path.Counts)-1)
		observation = "opening in all mixed seatings"
	}
	grid := table.New("#"+path.Unit(), wonColumn, "#ratio", "#lower bound", "#upper bound")
	stride := 1 + len(path.Points)/mostPoints // the chart has only every stride-th point, and the last
	observationGames := path.Counts.Games() / max(1, path.Counts.Count())
	for i, p := range path.Points {
		grid.Add(i+1, p.Halves, digits(p.LLR, 4), digits(p.Lower, 4), digits(p.Upper, 4))
		lower, upper = p.Lower, p.Upper
		x := float64((i + 1) * observationGames)
		if (i+1)%stride == 0 || i+1 == len(path.Points) {
			ratio.Points = append(ratio.Points, charts.Point{X: x, Y: p.LLR})
			below.Points = append(below.Points, charts.Point{X: x, Y: p.Lower})
			above.Points = append(above.Points, charts.Point{X: x, Y: p.Upper})
		}
	}
	below.Name, above.Name = "accepts H0 at "+digits(lower, 2), "accepts H1 at "+digits(upper, 2)
	pairs := tournament.Counted(len(path.Points), path.Unit())
	s.add(Figure{ID: "sprt", Title: "Path of the sequential test", N: pairs, Table: grid,
		Folded: true,
		Meaning: "Generalised log-likelihood ratio of H1 to H0 after each " + observation + ", in the order of the " +
			"plan. The bounds are corrected for the overshoot by Siegmund's method. The test stops when the ratio " +
			"passes one.",
		Alt: fmt.Sprintf("The ratio after %s is %s; the bounds are %s and %s.", pairs, digits(path.LLR, 2),
			digits(lower, 2), digits(upper, 2)),
		Chart: charts.Chart{X: charts.Axis{Label: "games", Unit: charts.Whole},
			Y: charts.Axis{Label: "log-likelihood ratio (LLR)"}, Lines: []charts.Line{ratio, above, below}},
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
