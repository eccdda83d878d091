package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"pillars/results/advantage"
	"pillars/results/stats"
)

// seatLadder is a player's first-seat score on all rungs of one measure, as a line in the logarithm to the base 4 of the nodes.
type seatLadder struct {
	setting, measure, player string
	rungs                    []uint64 // nodes of those that were played
	rounds                   int      // different ones on all rungs
	rough                    bool     // on some rung few rounds differ
	line                     advantage.Line
	next                     uint64 // nodes of the rung above the highest
	promised                 stats.Estimate
}

// ladders fits a line to every ladder of two rungs or more.
func (s *study) ladders() ([]seatLadder, error) {
	var ladders []seatLadder
	points := map[int][]advantage.Point{}
	for _, f := range s.findings {
		if f.measure == atOdds || f.summary.Distinct == 0 {
			continue
		}
		same := func(l seatLadder) bool {
			return l.setting == f.setting && l.measure == f.measure && l.player == f.player
		}
		at := slices.IndexFunc(ladders, same)
		if at < 0 {
			at = len(ladders)
			ladders = append(ladders, seatLadder{setting: f.setting, measure: f.measure, player: f.player})
		}
		n := f.summary.Distinct
		l := &ladders[at]
		l.rungs, l.rounds, l.rough = append(l.rungs, f.nodes), l.rounds+n, l.rough || f.repeats()
		points[at] = append(points[at], advantage.Point{X: s.rungOf(f.nodes), Points: f.summary.Seats[0].Value * float64(n), Games: n})
	}
	var err error
	for i := range ladders {
		err = errors.Join(err, ladders[i].fit(s, points[i]))
	}
	return slices.DeleteFunc(ladders, func(l seatLadder) bool { return len(l.rungs) < 2 }), err
}

// fit lays the line through the scores.
func (l *seatLadder) fit(s *study, points []advantage.Point) (err error) {
	l.line, err = advantage.FitLine(points)
	l.next = rungFactor * slices.Max(l.rungs)
	l.promised = l.line.At(s.rungOf(l.next))
	return err
}

// rungOf is how many factors of four lie between the lowest rung and a node limit.
func (s *study) rungOf(nodes uint64) float64 {
	return math.Log(float64(nodes)/float64(s.spec.Limits.Nodes)) / math.Log(rungFactor)
}

// writeLadders prints how the first seat's score moves with the nodes.
func (s *study) writeLadders(w io.Writer, ladders []seatLadder) error {
	var rows []string
	for _, l := range ladders {
		f := finding{measurement: &measurement{setting: l.setting, player: l.player, measure: l.measure, nodes: slices.Max(l.rungs)}}
		mark := ""
		if l.rough {
			mark = roughMark
		}
		rows = append(rows, fmt.Sprintf("%s\t%d\t%s%s\t%d: %s%s", f.place(), len(l.rungs), mark, l.line.Slope().Text(3), l.next, mark, percent(l.promised)))
	}
	return table(w, "Ladder: logits of the first seat's score for every factor of four in nodes, and what a straight line has the next rung score",
		s.heading()+"\trungs\tslope\tnext rung %", rows)
}
