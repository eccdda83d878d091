package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pillars/results/advantage"
)

// ladder is the findings of one player and measure at several node limits, the lowest first.
type ladder struct {
	rungs []placed
	line  advantage.Line // in factors of four above the lowest node limit of all ladders beside it
}

// rungFactor is how many times the nodes of a rung the next one has.
const rungFactor = 4

// rungOf is how many such factors lie between two node limits.
func rungOf(nodes, lowest uint64) float64 {
	return math.Log(float64(nodes)/float64(lowest)) / math.Log(rungFactor)
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

// fit lays the line through the scores.
func (l *ladder) fit() (err error) {
	var points []advantage.Point
	for _, f := range l.rungs {
		if n := f.Summary.Distinct; n > 0 {
			x := rungOf(f.Nodes, l.rungs[0].Nodes)
			points = append(points, advantage.Point{X: x, Points: f.Summary.Seats[0].Value * float64(n), Games: n})
		}
	}
	l.line, err = advantage.FitLine(points)
	return err
}

// climbs reports whether there are two rungs or more.
func (l ladder) climbs() bool { return l.top() > l.rungs[0].Nodes }

func (l ladder) top() uint64 { return l.rungs[len(l.rungs)-1].Nodes }

// slopeExhibit lists the slopes of the ladders, and what they promise.
func slopeExhibit(s *Section, findings []placed) error {
	table := placeTable(findings, "#rungs", "#slope", "#low", "#high", "#next nodes", "#next score, %", "#least", "#most")
	for _, l := range laddersOf(findings) {
		if err := l.fit(); err != nil {
			return err
		}
		if !l.climbs() {
			continue
		}
		top := l.rungs[len(l.rungs)-1]
		cells := append([]string{count(len(l.rungs))}, estimateCells(l.line.Slope(), 3)...)
		cells = append(cells, strconv.FormatUint(rungFactor*top.Nodes, 10))
		table.addPlaced(top, append(cells, shareCells(l.line.At(rungOf(rungFactor*top.Nodes, l.rungs[0].Nodes)))...)...)
	}
	if len(table.Rows) == 0 {
		return nil
	}
	s.Exhibits = append(s.Exhibits, Exhibit{
		ID: "ladders", Title: "Ladders", Table: table, N: counted(len(table.Rows), "ladder"),
		Meaning: "By how many logits the first seat's score rises for every factor of four in nodes up to those named, and what the line has the next " +
			"rung score.",
		Interval: "The ranges of slope and score over all lines that the scores leave possible, at all times at once.",
	})
	return nil
}
