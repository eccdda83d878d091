package report

import (
	"fmt"
	"math"

	"pillars/results/charts"
	"pillars/results/metrics"
)

// leastShown is the share of games that must tell a turn's value for it to be drawn: later turns are those of few, long games.
const leastShown = .2

// drawn are the points of a trajectory that enough games reach, for a line with the interval of the mean as its band, which
// stays below the highest number that there can be.
func drawn(points []metrics.Point, highest float64) (line charts.Line, table *Table) {
	table = &Table{Columns: columns("#turn", "#games", "#mean", "#low", "#high")}
	line.Banded = true
	most := 0
	for _, p := range points {
		most = max(most, p.Games)
	}
	for _, p := range points {
		p.Estimate.Low, p.Estimate.High = max(0, p.Estimate.Low), min(highest, p.Estimate.High) // what is counted is never below, nor above what can be
		table.add(append([]string{count(p.Turn), count(p.Games)}, estimateCells(p.Estimate, 2)...)...)
		if float64(p.Games) < leastShown*float64(most) || !p.Estimate.HasValue() {
			continue
		}
		at := charts.Point{X: float64(p.Turn), Y: p.Estimate.Value, Low: p.Estimate.Value, High: p.Estimate.Value}
		if cells := estimateCells(p.Estimate, 2); cells[1] != "" && cells[2] != "" {
			at.Low, at.High = p.Estimate.Low, p.Estimate.High
		}
		line.Points = append(line.Points, at)
	}
	return line, table
}

// along is a figure of a mean through the games, of numbers that are no higher than the highest.
func along(s *Section, e Figure, points []metrics.Point, games int, y charts.Axis, highest float64) error {
	line, table := drawn(points, highest)
	if len(line.Points) == 0 {
		return nil
	}
	e.Table, e.Folded = table, true
	e.N = counted(games, "game") + "; the table has how many of them each turn's mean is of"
	e.Interval = "The band is Student's interval of the mean at each turn, by opening."
	last := line.Points[len(line.Points)-1]
	e.Alt = fmt.Sprintf("%s from turn %s to %s: from %s to %s.", e.Title, digits(line.Points[0].X, 0), digits(last.X, 0),
		digits(line.Points[0].Y, 1), digits(last.Y, 1))
	chart := charts.LineChart{Title: e.Title, X: charts.Axis{Label: "turn", Unit: charts.Whole}, Y: y, Lines: []charts.Line{line}}
	if e.Narrow {
		chart.Size = charts.Narrow
	}
	c, err := charts.Lines(chart)
	return s.figure(e, c, err)
}

// choiceSection is how many choices players have through the games.
func choiceSection(in Input, f found) (Section, error) {
	s := Section{ID: "choices-section", Title: "Choices", Text: "How much there is to choose from. Turns that few games reach, " +
		"under a fifth, are not drawn; the tables have all."}
	games := in.Sample.Games
	if len(games) == 0 {
		return s, nil
	}
	y := charts.Axis{Label: "legal steps, mean", Low: 0, High: 1}
	err := along(&s, Figure{ID: "branching-steps", Title: "Legal steps through the game",
		Meaning: "Mean number of legal steps at the steps of each turn."}, metrics.StepsAlong(games), len(games), y, math.Inf(1))
	if err != nil {
		return s, err
	}
	y.Label = "legal turns, mean"
	err = along(&s, Figure{ID: "branching-turns", Title: "Legal turns through the game",
		Meaning: "Mean number of legal whole turns that lead to different positions, at the turns that players decided, in long games at some of them."},
		metrics.TurnsAlong(games), len(games), y, math.Inf(1))
	s.Figures = append(s.Figures, f.table("choices", "Choices in numbers", metrics.GroupChoice)...)
	return s, err
}

// quantitySection is the game's own quantities through the games.
func quantitySection(in Input, f found) (Section, error) {
	s := Section{ID: "quantities-section", Title: "The game's own",
		Text: "What people follow on the board of " + in.Rules.Game().Title() + ", through the games."}
	games := in.Sample.Games
	if len(games) == 0 {
		return s, nil
	}
	for i, q := range in.Sample.Rules.Quantities {
		e := Figure{ID: fmt.Sprintf("quantity-%02d", i+1), Title: capital(q.Name), Narrow: true}
		points, meaning := metrics.QuantityAlong(in.Sample, i), "Mean of what stands after each turn: "+q.Help
		if q.Event {
			points = happenedBy(games, i)
			meaning = "How often it has happened by each turn, mean of all games, those that have ended with all they had: " + q.Help
		}
		e.Meaning = sentence(meaning)
		highest := math.Inf(1)
		if q.Most > 0 {
			highest = float64(q.Most)
		}
		if err := along(&s, e, points, len(games), charts.Axis{Low: 0, High: 1}, highest); err != nil {
			return s, err
		}
	}
	s.Figures = append(s.Figures, f.table("quantities", "The game's own in numbers", metrics.GroupQuantities)...)
	return s, nil
}
