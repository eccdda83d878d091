package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/results/charts"
	"pillars/results/metrics"
	"pillars/tournament/openings"
)

// drawnOpenings is how many openings are drawn; the table has all.
const drawnOpenings = 30

// openingSection is what was tried at the beginning, and what came of it.
func openingSection(in Input, f found) (Section, error) {
	s := Section{ID: "openings-section", Title: "Openings",
		Text: "What games began with, given to all players alike, and what the seats scored from there."}
	if in.Spec.Openings.Kind == openings.None {
		s.Text = "What the players began with."
		s.Figures = f.table("first-turns", "First turns in numbers", metrics.GroupOpenings)
		return s, nil
	}
	if len(in.Tally.openings) == 0 {
		return s, nil
	}
	if err := scoreFigure(&s, in); err != nil {
		return s, err
	}
	s.Figures = append(s.Figures, f.table("first-turns", "First turns in numbers", metrics.GroupOpenings)...)
	return s, nil
}

// fewPairs is how many pairs from an opening say little of it by itself.
const fewPairs = 3

// scoreFigure shows what the first seat scored from each opening or, where few pairs began with each, how these scores are spread.
func scoreFigure(s *Section, in Input) error {
	dots, table := openingRows(in)
	e := Figure{
		ID: "openings", Title: "Score by opening", N: counted(len(table.Rows), "opening"), Interval: pairWay, Table: table, Folded: true,
		Meaning: "Mean score of the first seat in the games from each opening.",
		Alt:     "Mean score of the first seat from each opening, with intervals, beside the line of even chances.",
	}
	if len(in.Tally.groups) < fewPairs*len(in.Tally.openings) {
		e.Meaning, e.Alt, e.Interval = spreadMeaning, spreadAlt, "In the table: "+pairWay
		chart, err := spread(e.Title, in.Tally.openingMeans())
		return s.figure(e, chart, err)
	}
	if len(table.Rows) > len(dots) {
		e.Note = fmt.Sprintf("The first %d of %d are drawn; the table has all.", len(dots), len(table.Rows))
	}
	chart, err := charts.Dots(charts.DotChart{
		Title: e.Title, X: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent, High: 1}, Dots: dots, Mark: even(),
	})
	return s.figure(e, chart, err)
}

// openingMeans are the mean scores of the first seat by opening.
func (t *Tally) openingMeans() (means []float64) {
	for _, o := range t.openings {
		if first := o.seats[0]; first.Games > 0 {
			means = append(means, first.Points/float64(first.Games))
		}
	}
	return means
}

// What a picture of the spread of openings shows.
const (
	spreadMeaning = "How many openings had which mean score of the first seat, all players together: the wider apart, the more an opening decides. " +
		"Each by itself has too few games to say much."
	spreadAlt = "Histogram of the mean scores of the first seat by opening, beside the line of even chances."
)

// spread draws how scores from 0 to 1 are spread.
func spread(title string, means []float64) (*charts.Chart, error) {
	const parts = 9 // an odd number: even scores have a bar of their own
	bins := make([]charts.Bin, parts)
	for i := range bins {
		bins[i].Low, bins[i].High = 100*(float64(i)-.5)/(parts-1), 100*(float64(i)+.5)/(parts-1)
	}
	for _, mean := range means {
		bins[min(parts-1, int(mean*(parts-1)+.5))].Count++
	}
	return charts.Histogram(charts.HistogramChart{
		Title: title, X: charts.Axis{Label: "mean score of the first seat, %"}, Y: charts.Axis{Label: "openings", Unit: charts.Whole}, Bins: bins,
		Marks: []charts.Mark{{Name: "even", X: 50}},
	})
}

// openingRows are the openings in their order: the first of them for a picture, all as a table.
func openingRows(in Input) (dots []charts.Dot, table *Table) {
	table = &Table{Columns: columns("#opening", "#games", "#first seat, %", "#low", "#high", "~turns")}
	texts := openingTexts(in.Sample.Games)
	for _, number := range inOrder(names(in.Tally.openings)) {
		first := in.Tally.openings[number].seats[0]
		score := first.score()
		if len(dots) < drawnOpenings {
			dots = append(dots, charts.Dot{Label: "opening " + number, Estimate: score})
		}
		cells := append([]string{number, count(first.Games)}, shareCells(score)...)
		table.add(append(cells, texts[number])...)
	}
	return dots, table
}

// inOrder puts numbers of openings in their order.
func inOrder(numbers []string) []string {
	slices.SortStableFunc(numbers, func(a, b string) int {
		n, _ := strconv.Atoi(a)
		m, _ := strconv.Atoi(b)
		return n - m
	})
	return numbers
}

// openingTexts are the turns that were given, by the number of the opening.
func openingTexts(games []metrics.Game) map[string]string {
	texts := map[string]string{}
	for _, g := range games {
		var turns []string
		for _, turn := range g.Turns {
			if turn.Given {
				turns = append(turns, turn.Text)
			}
		}
		texts[g.Opening] = strings.Join(turns, " ")
	}
	return texts
}
