package metrics

import "pillars/results/estimate/rounds"

var positionMeasures = map[string]measure{
	"repetition": share(noteNothing, Trace.repetitions),
	"repeating": anytimeMean(noteNoGames, func(g Trace) (repeats float64, has bool) {
		g.repetitions(func(again, _ float64) { repeats = max(repeats, again) })
		return repeats, true
	}),
	"permanence": share(noteNothing, Trace.permanence),
	"quantity":   quantities,
}

// repetitions calls add for every position of a game: with 1 if it occurred earlier in the game, else with 0.
func (g Trace) repetitions(add func(sum, weight float64)) {
	seen := map[uint64]bool{}
	for _, p := range g.Positions {
		add(rounds.Indicator(seen[p.Key]), 1)
		seen[p.Key] = true
	}
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

// quantities measures the game's own quantities. For an event this is the mean number of times that it happens in a
// game; for another quantity, its mean value half-way through a game and at the end.
func quantities(s Sample) (found []Metric) {
	for i, q := range s.Rules.quantities {
		mean := func(when string, number func([]Position) float64) {
			p := s.folded(func(g Trace, add func(sum, weight float64)) {
				if len(g.Positions) > 0 {
					add(number(g.Positions), 1)
				}
			})
			m := p.mean(q.Name + when)
			if q.Most > 0 { // 0 means that the greatest possible value is unknown
				m.Estimate = between(m.Estimate, 0, float64(q.Most))
			}
			found = append(found, m)
		}
		if q.Event {
			mean(" in a game", func(all []Position) (sum float64) {
				for _, p := range all[1:] {
					sum += float64(p.Quantities[i])
				}
				return sum
			})
			continue
		}
		mean(" half-way", func(all []Position) float64 { return float64(all[(len(all)-1)/2].Quantities[i]) })
		mean(" at the end", func(all []Position) float64 { return float64(all[len(all)-1].Quantities[i]) })
	}
	return found
}
