package report

import (
	"fmt"

	"pillars/results/charts"
	"pillars/results/metrics"
)

// lengthSection is how long games are.
func lengthSection(in Input, f found) (Section, error) {
	s := Section{ID: "lengths-section", Title: "Lengths", Text: "A turn is what people count; a step is one decision within a turn."}
	if in.Tally.Games == 0 {
		return s, nil
	}
	if err := lengthFigure(&s, "turns", "Turns of a game", "turns", in.Tally.Turns); err != nil {
		return s, err
	}
	if steps := stepsOf(in.Sample.Games); len(steps) > 0 {
		if err := lengthFigure(&s, "steps", "Steps of a game", "steps", steps); err != nil {
			return s, err
		}
	}
	s.Figures = append(s.Figures, f.table("lengths", "Lengths in numbers", metrics.GroupLength)...)
	return s, nil
}

// stepsOf are the lengths of games in steps.
func stepsOf(games []metrics.Game) []int {
	var lengths []int
	for _, g := range games {
		steps := 0
		for _, turn := range g.Turns {
			steps += len(turn.Steps)
		}
		lengths = append(lengths, steps)
	}
	return lengths
}

// lengthFigure is a histogram of lengths.
func lengthFigure(s *Section, id, title, unit string, lengths []int) error {
	values := make([]float64, len(lengths))
	for i, n := range lengths {
		values[i] = float64(n)
	}
	bins, err := charts.Bins(values, 1)
	if err != nil {
		return err
	}
	table := &Table{Columns: columns("#from "+unit, "#to", "#games")}
	for _, b := range bins {
		table.add(digits(b.Low, 0), digits(b.High-1, 0), count(b.Count))
	}
	chart, err := charts.Histogram(charts.HistogramChart{
		Title: title, X: charts.Axis{Label: unit, Unit: charts.Whole}, Y: charts.Axis{Label: "games", Unit: charts.Whole}, Bins: bins,
		Marks: []charts.Mark{{Name: "median " + medianText(lengths), X: median(lengths)}},
	})
	return s.figure(Figure{
		ID: id, Title: title, N: counted(len(lengths), "game"), Table: table, Folded: true,
		Meaning: fmt.Sprintf("How many games had so many %s, those of the opening included.", unit),
		Alt: fmt.Sprintf("Histogram of the lengths of games in %s: from %d to %d, median %s.", unit, minimum(lengths), maximum(lengths),
			medianText(lengths)),
	}, chart, err)
}
