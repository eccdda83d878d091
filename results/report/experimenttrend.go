package report

import (
	"fmt"
	"slices"
	"strconv"
)

// trendSection is the first seat's score by strength, a chart for each measure and the rules that differ.
func trendSection(findings []placed) (Section, error) {
	s := Section{ID: "trend-section", Title: "First seat by strength", Text: "What the first seat scores at rising numbers of nodes. The curve supposes " +
		"that the logit of the score rises evenly with the logarithm of the nodes; it ends at the last rung, its band one factor of four above it."}
	ladders := laddersOf(findings)
	for i := range ladders {
		if err := ladders[i].fit(); err != nil {
			return s, err
		}
	}
	number, left := 0, ladders
	for len(left) > 0 {
		head := left[0].rungs[0]
		together, rest := split(left, func(l ladder) bool { return l.rungs[0].setting == head.setting && l.rungs[0].Measure == head.Measure })
		for group := range slices.Chunk(together, MostLadders) {
			number++
			if err := trendFigure(&s, number, findings, group); err != nil {
				return s, err
			}
		}
		left = rest
	}
	if number == 0 {
		return Section{}, nil
	}
	slopeFigure(&s, findings, ladders)
	return s, nil
}

// split divides a list.
func split[T any](list []T, is func(T) bool) (those, others []T) {
	for _, x := range list {
		if is(x) {
			those = append(those, x)
		} else {
			others = append(others, x)
		}
	}
	return those, others
}

// trendFigure shows ladders of one measure side by side.
func trendFigure(s *Section, number int, findings []placed, ladders []ladder) error {
	head := ladders[0].rungs[0]
	title := "First seat " + fromWhere[head.Measure]
	if head.setting != "" {
		title += ", " + head.setting
	}
	var named []NamedLadder
	for _, l := range ladders {
		named = append(named, NamedLadder{l.name(ladders), l.line})
	}
	table, rounds := scoreRows(findings, ladders)
	chart, err := LadderChart(title, named)
	return s.figure(Figure{
		ID: "trend-" + strconv.Itoa(number), Title: title, Table: table, N: counted(rounds, "round") + " that differ",
		Meaning: "Mean score of the first seat of each player with itself, a draw as half a point, by the nodes that it may look at.",
		Interval: "Dots: anytime intervals of each score by itself. Bands: all lines that the scores leave possible, at all places and times at once " +
			"(Ville, Étude critique de la notion de collectif, 1939; docs/ADVANTAGE.md).",
		Alt: fmt.Sprintf("Scores of the first seat of %s at rising numbers of nodes, with intervals and fitted curves.", counted(len(ladders), "player")),
	}, chart, err)
}

// name is the player, with the conditions where they tell it from a ladder beside it.
func (l ladder) name(beside []ladder) string {
	own := l.rungs[0]
	for _, other := range beside {
		if r := other.rungs[0]; r.Player == own.Player && r.Conditions != own.Conditions {
			return own.Player + " (" + own.Conditions + ")"
		}
	}
	return own.Player
}

// scoreRows are the scores of all rungs, and how many rounds that differ they are of.
func scoreRows(findings []placed, ladders []ladder) (table *Table, rounds int) {
	table = placeTable(findings, "#games", "#rounds", "#differ", "#first seat, %", "#low", "#high", "#won", "#drawn", "#lost", "#draws, %")
	for _, l := range ladders {
		for _, f := range l.rungs {
			v := f.Summary
			rounds += v.Distinct
			cells := append([]string{count(v.Games), count(v.Rounds), count(v.Distinct)}, shareCells(f.first())...)
			table.addPlaced(f, append(cells, count(v.First.Won), count(v.First.Drawn), count(v.First.Lost), shareCells(v.Draws)[0])...)
		}
	}
	return table, rounds
}
