package metrics

import "pillars/results/estimate/rounds"

var positionMeasures = map[string]roundedMeasure{
	"repetition": {2, share(noteNothing, Trace.positions)},
	"repeating":  {1, anytimeMean(noteNoGames, Trace.repeats)},
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
func (g Trace) repeats() (repeated float64, counts bool) {
	g.positions(func(again, _ float64) { repeated = max(repeated, again) })
	return repeated, true
}
