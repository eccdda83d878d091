package report

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"pillars/results/experiment"
	"pillars/results/table"
)

func (found findings) slopeFigure(s *Section) {
	grid := found.placeTable("#rungs", "#slope", "#low", "#high", "#next nodes", "#next score, %", "#least",
		"#most")
	for _, l := range found.ladders {
		if l.Climbs() {
			next, promised := l.Next()
			addPlaced(grid, l.Highest(), len(l.Rungs), estimateCells(l.Slope(), 3), next, shareCells(promised))
		}
	}
	if len(grid.Rows) == 0 {
		return
	}
	s.Figures = append(s.Figures, Figure{
		ID: "ladders", Title: "Ladders", Table: grid, N: counted(len(grid.Rows), "ladder"),
		Meaning: "By how many logits the first seat's score rises for every factor of four in nodes up to those " +
			"named, and what the line has the next rung score.",
		Interval: "The ranges of slope and score over all lines that the scores leave possible, at all times at once.",
	})
}

func trendSection(found findings) (Section, error) {
	s := Section{ID: "trend-section", Title: "First seat by strength",
		Text: "What the first seat scores at rising numbers of nodes. The curve supposes that the logit of the score " +
			"rises evenly with the logarithm of the nodes; it ends at the last rung, its band one factor of four " +
			"above it."}
	number := 0
	for together := range groups(found.ladders, func(l experiment.Ladder) finding { return l.Rungs[0] }) {
		for group := range slices.Chunk(together, experiment.MostLadders) {
			number++
			if err := found.trendFigure(&s, number, group); err != nil {
				return s, err
			}
		}
	}
	found.slopeFigure(&s)
	return s, nil
}

// groups are those of the same setting and measure together, in the order of the first of each.
func groups[T any](all []T, of func(T) finding) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for len(all) > 0 {
			head := of(all[0])
			other := func(x T) bool { return of(x).Setting != head.Setting || of(x).Measure != head.Measure }
			together := slices.DeleteFunc(slices.Clone(all), other)
			if !yield(together) {
				return
			}
			all = slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !other(x) })
		}
	}
}

func (found findings) trendFigure(s *Section, number int, ladders []experiment.Ladder) error {
	head := ladders[0].Rungs[0]
	title := titled("First seat "+fromWhere[head.Measure], head)
	grid, rounds := found.scoreRows(ladders)
	chart, err := experiment.LadderChart(title, ladders, func(l experiment.Ladder) string { return nameOf(l, ladders) })
	return s.figure(Figure{
		ID: "trend-" + strconv.Itoa(number), Title: title, Table: grid, N: counted(rounds, "round") + " that differ",
		Meaning: "Mean score of the first seat of each player with itself, a draw as half a point, by the nodes that " +
			"it may look at.",
		Interval: "Dots: anytime intervals of each score by itself. Bands: all lines that the scores leave possible, " +
			"at all places and times at once (Ville, Étude critique de la notion de collectif, 1939; " +
			"docs/ADVANTAGE.md).",
		Alt: fmt.Sprintf("Scores of the first seat of %s at rising numbers of nodes, with intervals and fitted curves.",
			counted(len(ladders), "player")),
	}, chart, err)
}

// nameOf is the player, with the conditions where they tell it from a ladder beside it.
func nameOf(l experiment.Ladder, beside []experiment.Ladder) string {
	own := l.Rungs[0]
	for _, other := range beside {
		if r := other.Rungs[0]; r.Player == own.Player && r.Conditions() != own.Conditions() {
			return own.Player + " (" + own.Conditions() + ")"
		}
	}
	return own.Player
}

func (found findings) scoreRows(ladders []experiment.Ladder) (grid *table.Grid, rounds int) {
	grid = found.placeTable("#games", "#rounds", "#differ", "#first seat, %", "#low", "#high", "#won", "#drawn",
		"#lost", "#draws, %")
	for _, l := range ladders {
		for _, f := range l.Rungs {
			v := f.Summary
			rounds += v.Distinct
			addPlaced(grid, f, v.Games, v.Rounds, v.Distinct, shareCells(f.First()), v.First.Won, v.First.Drawn,
				v.First.Lost, shareCells(v.Draws)[0])
		}
	}
	return grid, rounds
}
