package report

import (
	"fmt"

	"pillars/results/advantage"
	"pillars/results/charts"
	"pillars/results/stats"
)

// everySeatSection is what every seat scores where there are more than two.
func everySeatSection(findings []placed) (Section, error) {
	s := Section{ID: "all-seats-section", Title: "Every seat", Text: "Equal seats score 50 %. The intervals of the seats hold together."}
	table := placeTable(findings, "seat", "#score, %", "#low", "#high", "#won, %", "#least", "#most")
	var dots []charts.Dot
	for _, f := range findings {
		if f.Odds != nil || len(f.Summary.Seats) < 3 {
			continue
		}
		for seat, score := range f.Summary.Seats {
			name := fmt.Sprintf("seat %d, %s", seat+1, f.Rules.SeatNames()[seat])
			table.addPlaced(f, append(append([]string{name}, shareCells(score)...), shareCells(f.Summary.Wins[seat])...)...)
		}
	}
	for _, l := range laddersOf(findings) {
		top := l.rungs[len(l.rungs)-1]
		for seat, score := range top.Summary.Seats {
			if len(top.Summary.Seats) > 2 {
				label := fmt.Sprintf("%s: %s%s, %s", top.Rules.SeatNames()[seat], top.prefix(), top.Player, top.Measure)
				dots = append(dots, charts.Dot{Label: label, Estimate: score})
			}
		}
	}
	return s, s.dots(Figure{
		ID: "all-seats", Title: "Score of every seat", Table: table, Folded: true, Interval: "Anytime intervals, by round, of all seats at once.",
		N: counted(len(table.Rows), "score"), Meaning: "Mean score of each seat, as the share of opponents placed behind, and the share of games won " +
			"alone. The picture has the highest rung of each player, the table all.",
	}, "mean score", dots)
}

// roleSection is what it is worth to open the play after the set-up, given who does and how many men stand, and to choose.
func roleSection(findings []placed) (Section, error) {
	s := Section{ID: "roles-section", Title: "After the set-up", Text: "Who acts first when the board is set up, and who chose, is decided by the " +
		"players: these scores say what they made of it, and are no experiment."}
	opener := func(v advantage.Summary) stats.Estimate { return v.Opener }
	err := s.role(findings, opener, Figure{
		ID: "opener", Title: "Score of who opens", Meaning: "Mean score of the seat that takes the first turn when the board is set up.",
	})
	if err != nil {
		return s, err
	}
	if err := givenFigure(&s, findings); err != nil {
		return s, err
	}
	return s, s.role(findings, func(v advantage.Summary) stats.Estimate { return v.Chooser }, Figure{
		ID: "chooser", Title: "Score of who chooses",
		Meaning: "Mean score of the seat that chose first at the end of the set-up. A lot would give 50 %: the rest is what the choice is worth.",
	})
}

// role shows one score of each finding that has it.
func (s *Section) role(findings []placed, score func(advantage.Summary) stats.Estimate, e Figure) error {
	e.Table, e.Folded = placeTable(findings, "#rounds", "#score, %", "#low", "#high"), true
	var dots []charts.Dot
	for _, f := range findings {
		if estimate := score(f.Summary); estimate.HasValue() {
			dots = append(dots, charts.Dot{Label: f.label(), Estimate: estimate})
			e.Table.addPlaced(f, append([]string{count(f.Summary.Distinct)}, shareCells(estimate)...)...)
		}
	}
	e.N, e.Interval = counted(len(dots), "run"), roundWay
	return s.dots(e, "mean score", dots)
}

// roundWay says how intervals of scores of rounds are made.
const roundWay = "Anytime interval of a mean, by round, each by itself."

// dots adds a figure of estimates beside the line of even chances; none without estimates.
func (s *Section) dots(e Figure, label string, dots []charts.Dot) error {
	if len(dots) == 0 {
		return nil
	}
	e.Alt = e.Title + ", with intervals, beside the line of even chances."
	chart, err := charts.Dots(charts.DotChart{Title: e.Title, X: charts.Axis{Label: label, Unit: charts.Percent, High: 1}, Dots: dots, Mark: even()})
	return s.figure(e, chart, err)
}

// givenFigure shows the first seat's score by who opens and how many men stand then, of the highest rung of each ladder.
func givenFigure(s *Section, findings []placed) error {
	table := placeTable(findings, "opens", "#men", "#first seat, %", "#low", "#high", "#won", "#drawn", "#lost")
	var dots []charts.Dot
	for _, f := range findings {
		for _, g := range f.Summary.Given {
			cells := append([]string{f.Rules.SeatNames()[g.Opener], count(g.Men)}, shareCells(g.Score)...)
			table.addPlaced(f, append(cells, count(g.Won), count(g.Drawn), count(g.Lost))...)
		}
	}
	for _, l := range laddersOf(findings) {
		top := l.rungs[len(l.rungs)-1]
		for _, g := range top.Summary.Given {
			label := fmt.Sprintf("%s opens, %d men: %s%s, %s", top.Rules.SeatNames()[g.Opener], g.Men, top.prefix(), top.Player, top.Measure)
			dots = append(dots, charts.Dot{Label: label, Estimate: g.Score})
		}
	}
	return s.dots(Figure{
		ID: "given", Title: "First seat, given who opens and how many men stand", Table: table, Folded: true, Interval: roundWay,
		N: counted(len(table.Rows), "case"),
		Meaning: "Mean score of the first seat in the rounds in which one seat took the first turn after the set-up with so many men on the board. " +
			"The picture has the highest rung of each player, the table all.",
	}, "mean score of the first seat", dots)
}
