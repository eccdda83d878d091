package metrics

import "pillars/results/estimate/rounds"

var positionMeasures = map[string]roundedMeasure{
	"repetition": {2, share(noteNothing, Trace.positions)},
	"repeating":  {1, anytimeMean(Trace.repeats)},
	"permanence": {1, share(noteNothing, Trace.permanence)},
	"coverage":   {1, coverage},
}

// positions calls add for the position before every turn and at the end: with 1 if the position occurred earlier in the
// game, else with 0.
func (g Trace) positions(add func(again, weight float64)) {
	seen := map[uint64]bool{}
	visit := func(key uint64) {
		add(rounds.Indicator(seen[key]), 1)
		seen[key] = true
	}
	for _, turn := range g.Turns {
		visit(turn.Key)
	}
	visit(g.Final)
}

// repeats returns 1 if a position occurs twice, otherwise 0.
func (g Trace) repeats() (repeated float64) {
	g.positions(func(again, _ float64) { repeated = max(repeated, again) })
	return repeated
}

// permanence calls add for every decided turn after the set-up that an opponent answers: with 0 if the answer undoes
// the turn, else with 1.
func (g Trace) permanence(add func(sum, weight float64)) {
	for i, turn := range g.Turns {
		if !turn.Given && !turn.SetUp && i+1 < len(g.Turns) && g.Turns[i+1].Seat != turn.Seat {
			add(rounds.Indicator(!turn.Undone), 1)
		}
	}
}

// coverage returns the mean share of the squares that a game uses after the set-up.
func coverage(s Sample) []Metric {
	squares := 0. // number of squares of the board
	for _, isSquare := range s.Rules.squares {
		squares += rounds.Indicator(isSquare)
	}
	if squares == 0 {
		return absent("the board is not known")
	}
	return share(noteNothing, perGame(func(g Trace) float64 {
		used := map[int]bool{}
		for _, turn := range g.Turns {
			for _, cell := range turn.Squares {
				if !turn.SetUp && cell < len(s.Rules.squares) && s.Rules.squares[cell] {
					used[cell] = true
				}
			}
		}
		return float64(len(used)) / squares
	}))(s)
}
