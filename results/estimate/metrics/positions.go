package metrics

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"pillars/engine"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var positionMeasures = map[string]measure{
	"repetition": share(noteNothing, Trace.repetitions),
	"repeating": anytimeMean(noteNoGames, func(g Trace) (repeats float64, has bool) {
		g.repetitions(func(again, _ float64) { repeats = max(repeats, again) })
		return repeats, true
	}),
	"permanence":      share(noteNothing, Trace.permanence),
	"quantity":        quantities,
	"opening-variety": jackknife("no two games begin alike", effectiveTurns),
	"opening-score":   byOpening(func(g Trace, next engine.Seat) float64 { return g.Outcome.Score(next) }),
	"opening-decided": byOpening(decided),
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

// firstDecided returns the index of the first turn that the players decided, or a negative number.
func (g Trace) firstDecided() int {
	return slices.IndexFunc(g.Turns, func(t Turn) bool { return !t.Given })
}

// effectiveTurns returns the exponential of the mean entropy of the first decided turns, over the n games that begin
// like another game.
func effectiveTurns(games []Trace) (turns float64, n int) {
	starts := map[uint64]int{}    // number of games by the position before the turn
	played := map[[2]uint64]int{} // number of games by the positions before and after the turn
	for _, g := range games {
		if i := g.firstDecided(); i >= 0 {
			before, after := g.Positions[i].Canonical, g.Positions[i+1].Canonical
			starts[before]++
			played[[2]uint64{before, after}]++
		}
	}
	var entropies []float64
	for positions, count := range played {
		if alike := starts[positions[0]]; alike > 1 {
			n += count
			entropies = append(entropies, float64(count)*math.Log(float64(alike)/float64(count)))
		}
	}
	slices.Sort(entropies) // the order of a map varies, and with it the rounding of the sum
	return math.Exp(floats.Sum(entropies) / float64(max(1, n))), n
}

func decided(g Trace, _ engine.Seat) float64 { return rounds.Indicator(g.Ending == rounds.Won) }

// byOpening measures the mean of a number from 0 to 1 after each of the most frequent openings, up to symmetry. The
// opening of a game is its leading turns that are Given or, if it has none, its first turn. Games with the same turns
// count once. next is the seat to act after the opening.
func byOpening(number func(g Trace, next engine.Seat) float64) measure {
	return func(s Sample) (found []Metric) {
		const mostOpenings, fewestGames = 8, 10
		seen := map[string]bool{} // whole games
		index := map[uint64]int{} // in found, by the position after the opening
		for _, g := range s.Games {
			whole, length := strings.Join(g.Texts, " "), max(1, g.firstDecided())
			if g.firstDecided() < 0 || length >= len(g.Turns) || seen[whole] {
				continue
			}
			seen[whole] = true
			i, known := index[g.Positions[length].Canonical]
			if !known {
				i = len(found)
				index[g.Positions[length].Canonical] = i
				found = append(found, Metric{Subject: strings.Join(g.Texts[:length], " ")})
			}
			found[i].N++
			found[i].Estimate.Value += number(g, g.Turns[length].Seat) // the sum so far
		}
		found = slices.DeleteFunc(found, func(m Metric) bool { return m.N < fewestGames })
		slices.SortStableFunc(found, func(a, b Metric) int { return cmp.Compare(b.N, a.N) })
		found = found[:min(len(found), mostOpenings)]
		for i, m := range found {
			found[i].Estimate = stats.MeanScore(m.Estimate.Value, m.N)
		}
		return found
	}
}
