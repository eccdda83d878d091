package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"pillars/results/charts"
	"pillars/results/metrics"
	"pillars/tournament"
)

// seatSection is what the seats are worth, over all games and by strength.
func seatSection(in Input, _ found) (Section, error) {
	s := Section{ID: "seats-section", Title: "Seats",
		Text: "What it is worth to act first. Every opening was played from all seats, so strength cancels out."}
	odds := in.Spec.Format == tournament.Odds
	if odds {
		s.Text = "The node limits of the seats were unequal, now to the gain of one and now of the other, so these scores are not what the seats are " +
			"worth. pillars advantage tells at which odds they are even."
	}
	if in.Tally.Games == 0 {
		return s, nil
	}
	if err := seatFigure(&s, in); err != nil || odds || len(in.Tally.players) == 0 {
		return s, err
	}
	return s, strengthFigure(&s, in)
}

// even marks the share of points that a seat has if all are worth the same.
func even() *charts.Mark { return &charts.Mark{Name: "even", X: .5} }

// seatFigure shows the score of each seat.
func seatFigure(s *Section, in Input) error {
	table := &Table{Columns: columns("seat", "#games", "#score, %", "#low", "#high")}
	var dots []charts.Dot
	for seat, t := range in.Tally.Seats {
		name := fmt.Sprintf("seat %d, %s", seat+1, in.Rules.SeatNames()[seat])
		score := t.score()
		dots = append(dots, charts.Dot{Label: name, Estimate: score})
		table.add(append([]string{name, count(t.Games)}, shareCells(score)...)...)
	}
	x := charts.Axis{Label: "mean score", Unit: charts.Percent}
	chart, err := charts.Dots(charts.DotChart{Title: "Score of the seats", X: x, Dots: dots, Mark: even()})
	return s.figure(Figure{
		ID: "seats", Title: "Score of the seats", N: counted(in.Tally.Seats[0].Games, "game"), Interval: openingWay, Table: table,
		Meaning: "Mean score of whoever sat there, a draw as half a point; with more than two seats the share of opponents placed behind.",
		Alt:     "Mean score of each seat with its interval, beside the line of even chances.",
	}, chart, err)
}

// nodesOf is how many nodes a player may look at for a decision, by its name and by the limits of the run, whichever is less; false if as many as it
// likes.
func nodesOf(spec tournament.Spec, player string) (nodes uint64, limited bool) {
	limits := []uint64{spec.Limits.Nodes, metrics.NodesOf(player)}
	if at := slices.Index(spec.Players, player); at >= 0 && at < len(spec.Own) {
		limits = append(limits, spec.Own[at].Limits.Nodes)
	}
	limits = slices.DeleteFunc(limits, func(n uint64) bool { return n == 0 })
	if len(limits) == 0 {
		return 0, false
	}
	return slices.Min(limits), true
}

// byNodes lists the players, those without nodes first, then by nodes.
func byNodes(spec tournament.Spec, players []string) []string {
	players = slices.Clone(players)
	slices.SortStableFunc(players, func(a, b string) int {
		n, _ := nodesOf(spec, a)
		m, _ := nodesOf(spec, b)
		return cmp.Or(cmp.Compare(n, m), cmp.Compare(a, b))
	})
	return players
}

// strengthFigure shows what the first seat scored in the games of each player.
func strengthFigure(s *Section, in Input) error {
	dots, table := strengthRows(in)
	e := Figure{
		ID: "first-seat", Title: "First seat by strength", N: counted(in.Tally.Seats[0].Games, "game") + "; each counts for all of its players",
		Interval: openingWay, Table: table, Folded: true,
		Meaning: "Mean score of the first seat in the games that a player took part in, whoever sat there. Players come in the order of the nodes that " +
			"they look at, those without such a limit first.",
		Alt: "Mean score of the first seat in the games of each player, with intervals, beside the line of even chances.",
	}
	if in.alwaysAll() {
		e.Folded, e.Note = false, "Every player took part in every game, so there is one score of the first seat, and nothing to draw."
		s.Figures = append(s.Figures, e)
		return nil
	}
	chart, err := charts.Dots(charts.DotChart{
		Title: "First seat by strength", X: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent}, Dots: dots, Mark: even(),
	})
	return s.figure(e, chart, err)
}

// alwaysAll reports whether all of several players took part in all games.
func (in Input) alwaysAll() bool {
	for _, p := range in.Tally.players {
		if p.first.Games < in.Tally.Seats[0].Games {
			return false
		}
	}
	return len(in.Tally.players) > 1
}

// strengthRows are the players, by nodes.
func strengthRows(in Input) (dots []charts.Dot, table *Table) {
	header := columns("player", "#nodes", "#games", "#first seat, %", "#low", "#high")
	for seat := range in.Tally.Seats {
		header = append(header, Column{fmt.Sprintf("own score in seat %d, %%", seat+1), Figures})
	}
	table = &Table{Columns: header}
	for _, name := range byNodes(in.Spec, names(in.Tally.players)) {
		t := in.Tally.players[name]
		first := t.first.score()
		dots = append(dots, charts.Dot{Label: name, Estimate: first})
		nodes := ""
		if n, ok := nodesOf(in.Spec, name); ok {
			nodes = strconv.FormatUint(n, 10)
		}
		cells := append([]string{name, nodes, count(t.first.Games)}, shareCells(first)...)
		for _, seat := range t.seats {
			cells = append(cells, scoreCell(seat))
		}
		table.add(cells...)
	}
	return dots, table
}

func scoreCell(t SeatTally) string {
	if t.Games == 0 {
		return ""
	}
	return percent(t.Points / float64(t.Games))
}
