package report

import (
	"fmt"

	"pillars/results"
	"pillars/results/charts"
	"pillars/tournament"
)

const (
	fitted     = "Normal approximation of the joint fit, or Student's where games share openings, which count whole; a bound where a player won or lost everything."
	pairWay    = "Anytime interval of a mean, the games of a pair taken together (Orabona and Jun, Tight concentrations and confidence sequences, 2024)."
	openingWay = "Anytime interval of a mean, the games from an opening taken together (Orabona and Jun, Tight concentrations and confidence sequences, 2024)."
)

// standingSection is how the players stand, and who beat whom; nothing of players that met nobody but themselves.
func standingSection(in Input, _ found) (Section, error) {
	s := Section{ID: "standing-section", Title: "Standing", Text: "How strong the players are, from all games of the run at once."}
	if in.Spec.Format.Mirrored() {
		return s, nil
	}
	if in.Spec.Format == tournament.Sequential {
		s.Text += " The test stopped when it was decided, which biases these figures; its own estimate is not."
	}
	if in.Standing == nil {
		return s, placeFigures(&s, in)
	}
	if err := ratingFigure(&s, *in.Standing); err != nil {
		return s, err
	}
	return s, crosstableFigure(&s, in.Standing.Crosstable())
}

// ratingFigure shows ratings of games of two seats.
func ratingFigure(s *Section, standing results.Standing) error {
	table := &Table{Columns: columns("#rank", "player", "#Elo", "#low", "#high", "#games", "#won", "#drawn", "#lost", "#score, %", "#turns", "note")}
	var dots []charts.Dot
	for _, row := range standing.Rows {
		dots = append(dots, charts.Dot{Label: row.Player, Estimate: row.Rating.Estimate})
		score, turns := "", ""
		if n := row.WDL.Games(); n > 0 {
			score = percent(row.WDL.Points() / float64(n))
		}
		if row.MeanTurns > 0 {
			turns = digits(row.MeanTurns, 1)
		}
		cells := append([]string{count(row.Rank), row.Player}, estimateCells(row.Rating.Estimate, 0)...)
		table.add(append(cells, count(row.WDL.Games()), count(row.WDL.Wins), count(row.WDL.Draws), count(row.WDL.Losses), score, turns,
			row.Rating.Mark.String())...)
	}
	chart, err := charts.Dots(charts.DotChart{Title: "Ratings", X: charts.Axis{Label: "Elo, mean 0"}, Dots: dots})
	return s.figure(Figure{
		ID: "standing", Title: "Ratings", N: counted(standing.Games, "game"), Interval: fitted, Table: table,
		Meaning: "Elo of one logistic fit of all games, with an advantage of the first seat: 400 points are odds of ten to one. " +
			"Turns are the mean length of a player's games.",
		Alt: fmt.Sprintf("Ratings of %s with intervals; the table below has the numbers.", counted(len(dots), "player")),
	}, chart, err)
}

// placeFigures show ratings of games of three and more seats.
func placeFigures(s *Section, in Input) error {
	if in.Places == nil {
		return nil
	}
	table := &Table{Columns: columns("#rank", "player", "#Elo", "#low", "#high", "#games", "#mean place", "#score, %", "#first places", "#turns",
		"note")}
	var dots []charts.Dot
	for _, row := range in.Places.Rows {
		dots = append(dots, charts.Dot{Label: row.Player, Estimate: row.Rating.Estimate})
		cells := append([]string{count(row.Rank), row.Player}, estimateCells(row.Rating.Estimate, 0)...)
		table.add(append(cells, count(row.Games), digits(row.MeanPlace, 2), percent(row.Share), digits(row.Firsts, 1), digits(row.MeanTurns, 1),
			row.Rating.Mark.String())...)
	}
	chart, err := charts.Dots(charts.DotChart{Title: "Ratings", X: charts.Axis{Label: "Elo, mean 0"}, Dots: dots})
	return s.figure(Figure{
		ID: "standing", Title: "Ratings", N: counted(in.Places.Games, "game"), Interval: "From the curvature of the likelihood.", Table: table,
		Meaning: "Elo of one fit of all placings by the model of Plackett and Luce, with an effect of each seat: 400 points are odds of ten to one " +
			"of being placed before somebody.",
		Alt: fmt.Sprintf("Ratings of %s with intervals; the table below has the numbers.", counted(len(dots), "player")),
	}, chart, err)
}

// mostCompared is how many players a heat map has room for.
const mostCompared = 20

// crosstableFigure shows who beat whom.
func crosstableFigure(s *Section, c results.Crosstable) error {
	if len(c.Players) < 2 {
		return nil
	}
	table := &Table{Columns: columns("player", "opponent", "#games", "#won", "#drawn", "#lost", "#score, %", "#Elo difference", "#low", "#high",
		"#stronger, %")}
	heat := charts.HeatChart{Title: "Who beat whom"}
	shown := min(mostCompared, len(c.Players))
	for i, row := range c.Meetings {
		var cells []charts.HeatCell
		for j, m := range row {
			cells = append(cells, heatCell(m, i == j))
			if j > i {
				table.add(append([]string{c.Players[i], c.Players[j]}, meetingCells(m)...)...)
			}
		}
		if i < shown {
			heat.Rows = append(heat.Rows, fmt.Sprintf("%d  %s", i+1, c.Players[i]))
			heat.Columns = append(heat.Columns, count(i+1))
			heat.Cells = append(heat.Cells, cells[:shown])
		}
	}
	chart, err := charts.HeatMap(heat)
	e := Figure{
		ID: "crosstable", Title: "Who beat whom", Table: table, Folded: true, Interval: fitted,
		Meaning: "Score of the player of the row against the player of the column, in per cent of the points. The table adds the difference " +
			"of their ratings, from all games of all players, and the probability that the player is the stronger.",
		N:   counted(len(table.Rows), "pairing"),
		Alt: "A table of scores in colours: blue where the player of the row scored more than half, orange where less.",
	}
	if shown < len(c.Players) {
		e.Note = fmt.Sprintf("The picture shows the first %d of %d players.", shown, len(c.Players))
	}
	return s.figure(e, chart, err)
}

func heatCell(m results.Meeting, self bool) charts.HeatCell {
	score, ok := m.Score()
	if !ok || self {
		return charts.HeatCell{}
	}
	return charts.HeatCell{Share: score, Text: digits(100*score, 0)}
}

func meetingCells(m results.Meeting) []string {
	score, stronger := "", ""
	if x, ok := m.Score(); ok {
		score = percent(x)
	}
	if m.Stronger != nil {
		stronger = percent(*m.Stronger)
	}
	cells := []string{count(m.Games.Games()), count(m.Games.Wins), count(m.Games.Draws), count(m.Games.Losses), score}
	return append(append(cells, estimateCells(m.Difference, 0)...), stronger)
}
