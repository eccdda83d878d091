package metrics

import (
	"cmp"
	"slices"
	"strings"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var openingMeasures = map[string]roundedMeasure{
	"opening-score":   {3, byOpening(func(o opening) float64 { return o.points })},
	"opening-decided": {1, byOpening(func(o opening) float64 { return o.won })},
}

// firstDecided returns the index of the first turn that the players decided. ok is false if there is none.
func (g Trace) firstDecided() (turn int, ok bool) {
	turn = slices.IndexFunc(g.Turns, func(t Turn) bool { return !t.Given })
	return turn, turn >= 0
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
