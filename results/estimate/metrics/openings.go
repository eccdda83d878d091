package metrics

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var openingMeasures = map[string]roundedMeasure{
	"opening-variety": {2, variety},
	"opening-score":   {3, byOpening(func(o opening) float64 { return o.points })},
	"opening-decided": {1, byOpening(func(o opening) float64 { return o.won })},
}

// firstDecided returns the index of the first turn that the players decided. ok is false if there is none.
func (g Trace) firstDecided() (turn int, ok bool) {
	turn = slices.IndexFunc(g.Turns, func(t Turn) bool { return !t.Given })
	return turn, turn >= 0
}

// hashAfter returns a hash of the position after the turn with the given index. Symmetric positions have equal hashes,
// except at the end of a game.
func (g Trace) hashAfter(turn int) uint64 {
	if turn+1 < len(g.Turns) {
		return g.Turns[turn+1].Canonical
	}
	return g.Final
}

// variety returns the effective number of first turns with its interval.
func variety(s Sample) []Metric {
	_, n := effectiveTurns(s.Games)
	if n == 0 {
		return absent("no two games begin alike")
	}
	e, note := jackknife(s.Games, func(games []Trace) (float64, bool) {
		turns, n := effectiveTurns(games)
		return turns, n > 0
	})
	if e.Kind == stats.Measured {
		e = stats.Limited(e.Value, max(1, e.Low), max(1, e.High)) // there is at least one first turn
	}
	return oneMetric(n, e, note)
}

// effectiveTurns returns the exponential of the mean entropy of the first decided turns, over the n games that begin
// like another game.
func effectiveTurns(games []Trace) (turns float64, n int) {
	starts := map[uint64]int{}    // number of games by the position before the turn
	played := map[[2]uint64]int{} // number of games by the positions before and after the turn
	for _, g := range games {
		if i, ok := g.firstDecided(); ok {
			start := g.Turns[i].Canonical
			starts[start]++
			played[[2]uint64{start, g.hashAfter(i)}]++
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
	sum := 0.
	for _, x := range entropies {
		sum += x
	}
	return math.Exp(sum / float64(max(1, n))), n
}

// opening holds the results of games with one opening, up to symmetry.
type opening struct {
	Turns  string // text of the opening in the first of these games
	Games  int
	points float64 // of the seat to act after the opening
	won    float64 // number of these games that have a winner
}

// openings returns the openings of games up to symmetry, the most frequent first. The opening of a game is its leading
// turns that are Given or, if it has none, its first turn. Games with the same turns count once.
func openings(games []Trace) (all []opening) {
	seen := map[string]bool{}   // whole games
	indices := map[uint64]int{} // in the result, by the position after the opening
	for _, g := range games {
		firstDecided, ok := g.firstDecided()
		length := max(1, firstDecided) // in turns
		whole := g.line(len(g.Turns))
		endsWithOpening := !ok || length >= len(g.Turns)
		if endsWithOpening || seen[whole] {
			continue
		}
		seen[whole] = true
		next := g.Turns[length]
		i, known := indices[next.Canonical]
		if !known {
			i = len(all)
			indices[next.Canonical] = i
			all = append(all, opening{Turns: g.line(length)})
		}
		all[i].Games++
		all[i].points += g.Outcome.Score(next.Seat)
		all[i].won += rounds.Indicator(g.Ending == rounds.Won)
	}
	slices.SortStableFunc(all, func(a, b opening) int { return cmp.Compare(b.Games, a.Games) })
	return all
}

// line returns the texts of the first n turns.
func (g Trace) line(n int) string {
	var texts []string
	for _, turn := range g.Turns[:n] {
		texts = append(texts, turn.Text)
	}
	return strings.Join(texts, " ")
}

// byOpening measures a number after each of the most frequent openings; number returns its sum over an opening's games.
func byOpening(number func(opening) float64) measure {
	return func(s Sample) (found []Metric) {
		const mostOpenings, fewestGames = 8, 10
		for _, o := range openings(s.Games) {
			if len(found) < mostOpenings && o.Games >= fewestGames {
				e := stats.MeanScore(number(o), o.Games)
				found = append(found, Metric{Subject: o.Turns, N: o.Games, Estimate: e})
			}
		}
		if len(found) == 0 {
			return absent("no opening has 10 different games")
		}
		return found
	}
}
