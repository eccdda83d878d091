package measure

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"pillars/results/advantage"
)

// seatLadder is a player's ladder in one measure.
type seatLadder struct {
	setting, measure, player string
	played                   []advantage.Rung // in their order
	advantage.Ladder
}

// ladders fits a line to every ladder, also of one rung.
func (s *experiment) ladders() ([]seatLadder, error) {
	var ladders []seatLadder
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
		ladders[at].played = append(ladders[at].played, advantage.Rung{Nodes: f.nodes, Summary: f.summary})
	}
	var failed error
	for i := range ladders {
		l := &ladders[i]
		var err error
		l.Ladder, err = advantage.NewLadder(l.played)
		failed = errors.Join(failed, err)
	}
	return ladders, failed
}

// writeLadders prints how the first seat's score moves with the nodes.
func (s *experiment) writeLadders(w io.Writer, ladders []seatLadder) error {
	var rows []string
	for _, l := range ladders {
		if !l.Climbs() {
			continue
		}
		f := finding{measurement: &measurement{setting: l.setting, player: l.player, measure: l.measure, nodes: l.Top()}}
		mark := ""
		if l.Rough() {
			mark = roughMark
		}
		next, promised := l.Next()
		rows = append(rows, fmt.Sprintf("%s\t%d\t%s%s\t%d: %s%s", f.place(), len(l.Rungs()), mark, l.Slope().Text(3), next, mark, percent(promised)))
	}
	return table(w, "Ladder: logits of the first seat's score for every factor of four in nodes, and what a straight line has the next rung score",
		s.heading()+"\trungs\tslope\tnext rung %", rows)
}
