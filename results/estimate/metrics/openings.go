package metrics

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var openingMeasures = map[string]measure{
	"opening-variety": variety,
	"opening-score":   byOpening(func(o opening) float64 { return o.points }),
	"opening-decided": byOpening(func(o opening) float64 { return o.won }),
}

// variety measures the effective number of first turns.
func variety(s Sample) []Metric {
	_, n := effectiveTurns(s.Games)
	if n == 0 {
		return absent("no two games begin alike")
	}
	e, note := jackknife(s.rounds, func(games []Trace) (float64, bool) {
		turns, n := effectiveTurns(games)
		return turns, n > 0
	})
	return oneMetric(n, e, note)
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

// opening holds the results of different games with one opening, up to symmetry.
type opening struct {
	turns  string // text of the opening in the first of these games
	games  int
	points float64 // of the seat to act after the opening
	won    float64 // number of these games that have a winner
}

// openings returns the openings of games up to symmetry, the most frequent first. The opening of a game is its leading
// turns that are Given or, if it has none, its first turn. Games with the same turns count once.
func openings(games []Trace) (all []opening) {
	seen := map[string]bool{}   // whole games
	indices := map[uint64]int{} // in the result, by the position after the opening
	for _, g := range games {
		whole, length := strings.Join(g.Texts, " "), max(1, g.firstDecided())
		if g.firstDecided() < 0 || length >= len(g.Turns) || seen[whole] {
			continue
		}
		seen[whole] = true
		i, known := indices[g.Positions[length].Canonical]
		if !known {
			i = len(all)
			indices[g.Positions[length].Canonical] = i
			all = append(all, opening{turns: strings.Join(g.Texts[:length], " ")})
		}
		all[i].games++
		all[i].points += g.Outcome.Score(g.Turns[length].Seat)
		all[i].won += rounds.Indicator(g.Ending == rounds.Won)
	}
	slices.SortStableFunc(all, func(a, b opening) int { return cmp.Compare(b.games, a.games) })
	return all
}

// byOpening measures a number after each of the most frequent openings; number returns its sum over an opening's games.
func byOpening(number func(opening) float64) measure {
	return func(s Sample) (found []Metric) {
		const mostOpenings, fewestGames = 8, 10
		for _, o := range openings(s.Games) {
			if len(found) < mostOpenings && o.games >= fewestGames {
				found = append(found, Metric{Subject: o.turns, N: o.games, Estimate: stats.MeanScore(number(o), o.games)})
			}
		}
		if len(found) == 0 {
			return absent("no opening has 10 different games")
		}
		return found
	}
}
