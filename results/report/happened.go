package report

import (
	"slices"

	"pillars/results/metrics"
)

// happenedBy is how often an event has happened by each turn, mean of all games: one that has ended keeps its number, so that the mean never falls.
// It goes on to the turn that a fifth of the games reach.
func happenedBy(games []metrics.Game, quantity int) []metrics.Point {
	last := longTurn(games)
	longer := make([]metrics.Game, len(games))
	sums := map[string][]float64{}
	for i, g := range games {
		sums[g.Name] = running(g, quantity, last)
		longer[i] = g
		longer[i].Turns = make([]metrics.Turn, last)
	}
	return metrics.Along(longer, func(g metrics.Game, turn int) (float64, bool) { return sums[g.Name][turn], true })
}

// longTurn is the last turn that the given share of the games reach.
func longTurn(games []metrics.Game) int {
	var lengths []int
	for _, g := range games {
		lengths = append(lengths, len(g.Turns))
	}
	slices.Sort(lengths)
	if len(lengths) == 0 {
		return 0
	}
	return lengths[min(len(lengths)-1, int((1-leastShown)*float64(len(lengths))))]
}

// running are the sums of an event over the first 0, 1, ... turns of a game.
func running(g metrics.Game, quantity, last int) []float64 {
	sums := make([]float64, last+1)
	for turn := 1; turn <= last; turn++ {
		sums[turn] = sums[turn-1]
		if turn <= len(g.Turns) && quantity < len(g.Turns[turn-1].Quantities) {
			sums[turn] += float64(g.Turns[turn-1].Quantities[quantity])
		}
	}
	return sums
}
