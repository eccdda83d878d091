package solver

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"pillars/engine"
)

// The methods of solving a game.
const (
	BySearch     = "search"
	ByRetrograde = "retrograde"
)

// Solution is a solved position in its printed form.
type Solution struct {
	Type     string `json:"type"` // "solution"
	Game     string `json:"game"`
	Options  string `json:"options"`
	Position string `json:"position"`
	Method   string `json:"method"`
	Seat     string `json:"seat"` // to act
	Worth
	FirstTurns []FirstTurn `json:"first_turns"`        // the best first
	Unproven   uint64      `json:"unproven,omitempty"` // number of first turns that would take too many positions
	// Line is a line of best play. Only retrograde analysis sets it and the fields below, except Positions and Steps.
	Line      []string       `json:"line,omitempty"`
	Positions int            `json:"positions"`
	Steps     uint64         `json:"steps,omitempty"` // number of steps made by the search
	Counts    *Count         `json:"counts,omitempty"`
	Opening   *Count         `json:"opening,omitempty"` // the part of Counts in the opening stage
	Over      map[string]int `json:"over,omitempty"`    // the part of Counts that are finished games, by the reason
	Longest   int            `json:"longest,omitempty"`
	Ends      []OpeningEnd   `json:"opening_ends,omitempty"`
	Opponent  string         `json:"-"` // of the seat to act
}

// Worth is a value for the seat that acts or has acted.
type Worth struct {
	Value string `json:"value"`
	Turns int    `json:"turns,omitempty"` // to the end, this one included
}

func worthOf(r result) Worth { return Worth{r.Value.String(), r.turns} }

// FirstTurn is a turn in the solved position.
type FirstTurn struct {
	Turn string `json:"turn"`
	Worth
}

// Count holds how many positions are won, lost and drawn for the seat to act.
type Count struct {
	Positions int `json:"positions"`
	Won       int `json:"won"`
	Lost      int `json:"lost"`
	Drawn     int `json:"drawn"`
}

// OpeningEnd counts the ends of the opening stage with equal turn, seat and value of the game's first metric.
type OpeningEnd struct {
	Turn   int    `json:"turn"` // number of the first turn after the stage
	Seat   string `json:"seat"` // to act then
	Metric string `json:"quantity,omitempty"`
	Value  int    `json:"count,omitempty"` // of the metric
	Count
}

func (c *Count) add(v outcome) {
	c.Positions++
	switch v {
	case win:
		c.Won++
	case loss:
		c.Lost++
	default:
		c.Drawn++
	}
}

// Solve proves the value of p and of its turns by the method [BySearch] or [ByRetrograde].
func Solve(ctx context.Context, p engine.Position, method string, limits Limits) (*Solution, error) {
	if method == ByRetrograde {
		return solveBackwards(ctx, p, limits)
	}
	prover, err := resumedProver(p, limits)
	if err != nil {
		return nil, err
	}
	verdict, err := prover.prove(ctx, p)
	if err != nil {
		return nil, prover.keep(ctx, err)
	}
	turns, err := prover.turns(ctx, p)
	if err != nil && !errors.Is(err, ErrTooMany) {
		return nil, prover.keep(ctx, err)
	}
	s := newSolution(p, method, verdict, turns)
	s.Positions, s.Steps, s.Unproven = prover.positions(), prover.Steps, engine.PerftTurns(p, 1)-uint64(len(turns))
	return s, nil
}

func solveBackwards(ctx context.Context, p engine.Position, limits Limits) (*Solution, error) {
	graph, err := retrograde(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	verdict, err := graph.verdictOf(p, p.Seat())
	if err != nil {
		return nil, err
	}
	turns, err := graph.turns(p)
	if err != nil {
		return nil, err
	}
	line, err := graph.line(p)
	if err != nil {
		return nil, err
	}
	s := newSolution(p, ByRetrograde, verdict, turns)
	s.Line = engine.Turns(p, slices.Concat(line...))
	all, opening := graph.counts(), graph.openingCounts()
	s.Positions, s.Counts, s.Longest, s.Over = all.Positions, &all, graph.longest(), graph.Over
	if opening.Positions > 0 {
		s.Opening = &opening
	}
	s.Ends = countEnds(p.Rules(), graph.Ends)
	return s, nil
}

func newSolution(p engine.Position, method string, verdict result, turns []turn) *Solution {
	rules := p.Rules()
	s := &Solution{
		Type: "solution", Game: rules.Game().Name(), Options: rules.Settings().String(), Position: p.String(),
		Method: method, Seat: rules.SeatNames()[p.Seat()], Opponent: rules.SeatNames()[1-p.Seat()],
		Worth: worthOf(verdict), FirstTurns: []FirstTurn{},
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return b.result.compare(a.result) })
	for _, turn := range turns {
		s.FirstTurns = append(s.FirstTurns, FirstTurn{engine.LineText(p, turn.Steps), worthOf(turn.result)})
	}
	return s
}

// countEnds groups the ends of the opening stage by turn, seat and first metric.
func countEnds(rules engine.Rules, ends []end) (out []OpeningEnd) {
	type group struct {
		turn  int
		seat  engine.Seat
		value int
	}
	groups := map[group]*Count{}
	for _, end := range ends {
		g := group{turn: end.Turn, seat: end.Seat, value: end.Metric}
		if groups[g] == nil {
			groups[g] = &Count{}
		}
		groups[g].add(end.result.Value)
	}
	metric := ""
	if metrics := engine.MetricsOf(rules); len(metrics) > 0 {
		metric = metrics[0].Name
	}
	for _, g := range slices.SortedFunc(maps.Keys(groups), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.seat, b.seat), cmp.Compare(a.value, b.value))
	}) {
		out = append(out, OpeningEnd{g.turn, rules.SeatNames()[g.seat], metric, g.value, *groups[g]})
	}
	return out
}
