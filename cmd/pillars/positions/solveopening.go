package positions

import (
	"cmp"
	"slices"

	"pillars/engine"
	"pillars/search/proof/solver"
)

// openingAnswer is how many of the positions with which an opening stage ends are won, lost and drawn for who acts then. Those of one turn,
// seat and quantity are counted together.
type openingAnswer struct {
	Turn     int    `json:"turn"` // that comes first after the stage
	Seat     string `json:"seat"` // who acts then
	Quantity string `json:"quantity,omitempty"`
	Count    int    `json:"count,omitempty"` // of the quantity
	countsAnswer
}

// addEnds counts the ends of the opening stage, beside the first quantity that the game has.
func (a *solveAnswer) addEnds(rules engine.Rules, ends []solver.End) {
	type group struct {
		turn  int
		seat  engine.Seat
		count int
	}
	counts := map[group]*solver.Counts{}
	var groups []group
	for _, end := range ends {
		g := group{turn: end.Turn, seat: end.Seat}
		if quantities := engine.AppendMetrics(nil, end.Position, nil, nil); len(quantities) > 0 {
			g.count = quantities[0]
		}
		if counts[g] == nil {
			counts[g] = &solver.Counts{}
			groups = append(groups, g)
		}
		counts[g].Add(end.Verdict.Value)
	}
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.seat, b.seat), cmp.Compare(a.count, b.count))
	})
	quantity := ""
	if quantities := engine.MetricsOf(rules); len(quantities) > 0 {
		quantity = quantities[0].Name
	}
	for _, g := range groups {
		a.Ends = append(a.Ends, openingAnswer{g.turn, rules.SeatNames()[g.seat], quantity, g.count, *newCountsAnswer(*counts[g])})
	}
}
