package report

import (
	"cmp"
	"slices"
	"strconv"

	"pillars/results/advantage"
)

// ladder is the findings of one player and measure at several node limits, the lowest first.
type ladder struct {
	rungs []placed
	line  advantage.Ladder
}

// laddersOf sorts findings of scores into ladders, in the order of the first of each.
func laddersOf(findings []placed) (ladders []ladder) {
	for _, f := range findings {
		if f.Odds != nil {
			continue
		}
		at := slices.IndexFunc(ladders, func(l ladder) bool {
			r := l.rungs[0]
			return r.setting == f.setting && r.Measure == f.Measure && r.Player == f.Player && r.Conditions == f.Conditions
		})
		if at < 0 {
			at = len(ladders)
			ladders = append(ladders, ladder{})
		}
		ladders[at].rungs = append(ladders[at].rungs, f)
	}
	for _, l := range ladders {
		slices.SortStableFunc(l.rungs, func(a, b placed) int { return cmp.Compare(a.Nodes, b.Nodes) })
	}
	return ladders
}

// sharesSeeds reports whether several rungs have the same seed. Those of one call of pillars advantage never do.
func (l ladder) sharesSeeds() bool {
	seen := map[uint64]bool{}
	for _, f := range l.rungs {
		if seen[f.Seed] {
			return true
		}
		seen[f.Seed] = true
	}
	return false
}

// fit lays the line through the scores.
func (l *ladder) fit() (err error) {
	var rungs []advantage.Rung
	for _, f := range l.rungs {
		rungs = append(rungs, advantage.Rung{Nodes: f.Nodes, Summary: f.Summary})
	}
	l.line, err = advantage.NewLadder(rungs)
	return err
}

// slopeFigure lists the slopes of fitted ladders, and what they promise.
func slopeFigure(s *Section, findings []placed, ladders []ladder) {
	table := placeTable(findings, "#rungs", "#slope", "#low", "#high", "#next nodes", "#next score, %", "#least", "#most")
	for _, l := range ladders {
		if !l.line.Climbs() {
			continue
		}
		top := l.rungs[len(l.rungs)-1]
		cells := append([]string{count(len(l.rungs))}, estimateCells(l.line.Slope(), 3)...)
		next, promised := l.line.Next()
		cells = append(cells, strconv.FormatUint(next, 10))
		table.addPlaced(top, append(cells, shareCells(promised)...)...)
	}
	if len(table.Rows) == 0 {
		return
	}
	s.Figures = append(s.Figures, Figure{
		ID: "ladders", Title: "Ladders", Table: table, N: counted(len(table.Rows), "ladder"),
		Meaning: "By how many logits the first seat's score rises for every factor of four in nodes up to those named, and what the line has the next " +
			"rung score.",
		Interval: "The ranges of slope and score over all lines that the scores leave possible, at all times at once.",
	})
}
