package report

import (
	"pillars/results/advantage"
	"pillars/results/charts"
)

// oddsSection is at which odds the seats are even.
func oddsSection(findings []placed) (Section, error) {
	s := Section{ID: "odds-section", Title: "Odds", Text: "How many times the first seat's nodes the second needs for both to be even, by a line " +
		"through the scores at many ratios."}
	table := placeTable(findings, "#games", "#differ", "#ratio", "#low", "#high", "#won", "#drawn", "#lost", "#logits per doubling", "#least", "#most")
	var dots []charts.Dot
	for _, f := range findings {
		if f.Odds == nil {
			continue
		}
		line, err := f.Odds.Line()
		if err != nil {
			return s, err
		}
		games, _ := f.Odds.Games()
		first := f.Odds.First()
		cells := append([]string{count(games), count(f.Odds.Distinct())}, estimateCells(advantage.Ratio(line.Even()), 2)...)
		cells = append(cells, count(first.Won), count(first.Drawn), count(first.Lost))
		table.addPlaced(f, append(cells, estimateCells(line.Slope(), 3)...)...)
		dots = append(dots, charts.Dot{Label: f.label(), Estimate: line.Even()})
	}
	if len(dots) == 0 {
		return s, nil
	}
	chart, err := charts.Dots(charts.DotChart{
		Title: "Odds at which the seats are even", X: charts.Axis{Label: "doublings of the second seat's nodes"}, Dots: dots,
		Mark: &charts.Mark{Name: "even"},
	})
	return s, s.figure(Figure{
		ID: "odds", Title: "Odds at which the seats are even", Table: table, N: counted(len(dots), "run"),
		Meaning: "The ratio of the second seat's nodes to the first seat's at which a line through all scores crosses one half; 0 doublings are equal " +
			"nodes. Dashes: the games do not show that nodes help.",
		Interval: "All lines that the scores leave possible, at all times at once.", Alt: "Odds with intervals beside the line of equal nodes.",
	}, chart, err)
}
