package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/results/charts"
	"pillars/results/measures"
	"pillars/tournament"
)

// drawnOpenings is how many openings are drawn; the table has all.
const drawnOpenings = 30

// openingSection is what was tried at the beginning, and what came of it.
func openingSection(in Input, f found) (Section, error) {
	s := Section{ID: "openings-section", Title: "Openings",
		Text: "What games began with, given to all players alike, and what the seats scored from there."}
	if in.Spec.Openings.Kind == tournament.StartOpenings {
		s.Text = "What the players began with."
		s.Exhibits = f.table("first-turns", "First turns in numbers", measures.GroupOpenings)
		return s, nil
	}
	if len(in.Tally.openings) == 0 {
		return s, nil
	}
	dots, table := openingRows(in)
	chart, err := charts.Dots(charts.DotChart{
		Title: "Score by opening", X: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent, High: 1}, Dots: dots, Mark: even(),
	})
	e := Exhibit{
		ID: "openings", Title: "Score by opening", N: counted(len(table.Rows), "opening"), Interval: pairWay, Table: table, Folded: true,
		Meaning: "Mean score of the first seat in the games from each opening.",
		Alt:     "Mean score of the first seat from each opening, with intervals, beside the line of even chances.",
	}
	if len(table.Rows) > len(dots) {
		e.Note = fmt.Sprintf("The first %d of %d are drawn; the table has all.", len(dots), len(table.Rows))
	}
	if err := s.exhibit(e, chart, err); err != nil {
		return s, err
	}
	s.Exhibits = append(s.Exhibits, f.table("first-turns", "First turns in numbers", measures.GroupOpenings)...)
	return s, nil
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
func openingTexts(games []measures.Game) map[string]string {
	texts := map[string]string{}
	for _, g := range games {
		var turns []string
		for _, turn := range g.Turns {
			if turn.Given {
				turns = append(turns, turn.Text)
			}
		}
		texts[openingOf(g.Pair)] = strings.Join(turns, " ")
	}
	return texts
}
