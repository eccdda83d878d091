package report

import (
	"fmt"
	"math"
	"strings"

	"pillars/results/charts"
	"pillars/results/metrics"
	"pillars/results/stats"
)

// trajectorySection is how games go, as an independent judge sees them.
func trajectorySection(in Input, f found) (Section, error) {
	s := Section{ID: "trajectory-section", Title: "Trajectory", Text: "When games are decided, and how they swing. The opinions are those of a judge, " +
		"not of the players: " + in.Sample.Judge + "."}
	if in.Sample.Judge == "" {
		return s, nil
	}
	if err := decidedFigure(&s, in.Sample.Games); err != nil {
		return s, err
	}
	s.Figures = append(s.Figures, f.table("trajectory", "Trajectory in numbers", metrics.GroupTrajectory)...)
	return s, nil
}

// trajectoryParts is how many parts of equal length a game is divided into.
const trajectoryParts = 20

// decidedFigure shows what the judge expected for those who would win.
func decidedFigure(s *Section, games []metrics.Game) error {
	means, n := expectations(games)
	if n == 0 {
		return nil
	}
	table := &Table{Columns: columns("#part after the opening, %", "#expectation of the winner, %", "#low", "#high")}
	line := charts.Line{Banded: true}
	for part := range means {
		x, e := float64(part)/trajectoryParts, means[part].Estimate(level)
		line.Points = append(line.Points, charts.Point{X: x, Y: e.Value, Low: e.Low, High: e.High})
		table.add(append([]string{digits(100*x, 0)}, shareCells(e)...)...)
	}
	chart, err := charts.Lines(charts.LineChart{
		Title: "What the judge expected for the later winner", X: charts.Axis{Label: "part of the game after its opening", Unit: charts.Percent},
		Y: charts.Axis{Label: "mean expectation", Unit: charts.Percent, High: 1}, Lines: []charts.Line{line}, Levels: []charts.Level{{Name: "even", Y: .5}},
	})
	return s.figure(Figure{
		ID: "decided", Title: "What the judge expected for the later winner", N: counted(n, "game") + " with a winner", Interval: openingWay,
		Meaning: "Mean result, from 0 to 100 %, that the judge expected for whoever won in the end, by the part of the game after its opening " +
			"that was played.",
		Alt: fmt.Sprintf("The expectation for the later winner goes from %s %% after the opening to %s %% half-way.", percent(line.Points[0].Y),
			percent(line.Points[trajectoryParts/2].Y)), Table: table, Folded: true,
	}, chart, err)
}

// expectations gathers what the judge expected for the later winners of games, after each part of them.
func expectations(games []metrics.Game) (means [trajectoryParts + 1]stats.OpeningMeans, n int) {
	for _, g := range games {
		winner, ok := winnerOf(g)
		turns, values := metrics.ExpectationAlong(g, winner)
		if !ok || len(turns) == 0 {
			continue
		}
		n++
		for part := range means {
			means[part].Add(g.Opening, valueAt(turns, values, float64(part)/trajectoryParts))
		}
	}
	return means, n
}

// winnerOf is the only seat that won.
func winnerOf(g metrics.Game) (seat int, ok bool) {
	if g.Ending != metrics.Won {
		return 0, false
	}
	best := math.Inf(-1)
	for i, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		switch {
		case score > best:
			best, seat, ok = score, i, true
		case score == best:
			ok = false
		}
	}
	return seat, ok
}

// valueAt is the latest value when a part of the turns between the first value and the last was played.
func valueAt(turns []int, values []float64, part float64) float64 {
	value, last := values[0], len(turns)-1
	turn := float64(turns[0]) + part*float64(turns[last]-turns[0])
	for i, at := range turns {
		if float64(at) <= turn+1e-9 {
			value = values[i]
		}
	}
	return value
}

// capital is a text with a capital letter.
func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// sentence is a text with a full stop.
func sentence(text string) string { return strings.TrimRight(text, ".") + "." }
