package metrics

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/stats"
)

var openingMetrics = []entry{
	{"opening-variety", "Variety of first turns", Number, 2, "games",
		"Effective number of first turns: the exponential of the entropy of the positions after them, up to " +
			"symmetry, among games that begin alike.",
		"Hill, Diversity and evenness: a unifying notation and its consequences, 1973",
		measure{"jackknife, by opening", variety}},
	{"opening-score", "Score by opening", Score, 3, "games",
		"Mean score of the seat to act after an opening of 10 games or more, up to symmetry; without openings, after " +
			"the first turn. Equal games count once.", own, measure{anytime, openingScores}},
	{"symmetry-use", "Symmetric beginnings", Share, 1, "games",
		"Share of games whose first decided position is a symmetric image of another game's, but not equal to it.", own,
		measure{"none", symmetryUse}},
}

// forOpenings returns the games from which metrics of openings are computed.
func (s Sample) forOpenings() []Game {
	if len(s.Starts) > 0 {
		return s.Starts
	}
	return s.Games
}

// first returns the index of the first turn that the players decided. ok is false if there is none.
func (g Game) first() (turn int, ok bool) {
	turn = slices.IndexFunc(g.Turns, func(t Turn) bool { return !t.Given })
	return turn, turn >= 0
}

// after returns a hash of the position after the turn with the given index. Symmetric positions have equal hashes,
// except at the end of a game.
func (g Game) after(turn int) uint64 {
	if turn+1 < len(g.Turns) {
		return g.Turns[turn+1].Canonical
	}
	return g.Final
}

// variety returns the effective number of first turns with its interval.
func variety(s Sample) []Metric {
	n, games := 0, s.forOpenings()
	for _, counts := range firstTurns(games) {
		n += total(counts)
	}
	if n == 0 {
		return absent("no two games begin alike")
	}
	e, note := jackknife(games, effectiveTurns)
	if e.Kind == stats.Measured {
		e = stats.Limited(e.Value, max(1, e.Low), max(1, e.High)) // there is at least one first turn
	}
	return one(n, e, note)
}

// firstTurns counts how often each first decided turn was played. The outer key is the position before the turn;
// positions that only one game has are left out. The inner key is the position after the turn.
func firstTurns(games []Game) map[uint64]map[uint64]int {
	starts := map[uint64]map[uint64]int{}
	for _, g := range games {
		if i, ok := g.first(); ok {
			start := g.Turns[i].Canonical
			if starts[start] == nil {
				starts[start] = map[uint64]int{}
			}
			starts[start][g.after(i)]++
		}
	}
	for start, counts := range starts {
		if total(counts) < 2 {
			delete(starts, start)
		}
	}
	return starts
}

// total returns the sum of the counts.
func total(counts map[uint64]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// effectiveTurns returns the exponential of the mean entropy of first turns; ok is false if no two games begin alike.
func effectiveTurns(games []Game) (turns float64, ok bool) {
	var entropies []float64
	n := 0
	for _, counts := range firstTurns(games) {
		all := float64(total(counts))
		n += total(counts)
		for _, count := range counts {
			entropies = append(entropies, float64(count)*math.Log(all/float64(count)))
		}
	}
	if n == 0 {
		return 0, false
	}
	slices.Sort(entropies) // the order of a map varies, and with it the rounding of the sum
	sum := 0.
	for _, x := range entropies {
		sum += x
	}
	return math.Exp(sum / float64(n)), true
}

// opening holds the results of games with one opening, up to symmetry.
type opening struct {
	Turns  string // text of the opening in the first of these games
	Games  int
	points float64 // of the seat to act after the opening
}

// openings returns the openings of games up to symmetry, the most frequent first. The opening of a game consists of the
// given turns, or else of the first turn. Games with the same turns count once.
func openings(games []Game) (all []opening) {
	seen := map[string]bool{}   // whole games
	indices := map[uint64]int{} // in all, by the position after the opening
	for _, g := range games {
		length, ok := g.first()
		length = max(1, length)
		whole := g.line(len(g.Turns))
		if !ok || length >= len(g.Turns) || seen[whole] {
			continue
		}
		seen[whole] = true
		next := g.Turns[length]
		if _, known := indices[next.Canonical]; !known {
			indices[next.Canonical] = len(all)
			all = append(all, opening{Turns: g.line(length)})
		}
		o := &all[indices[next.Canonical]]
		o.Games++
		o.points += g.Outcome.Score(next.Seat)
	}
	slices.SortStableFunc(all, func(a, b opening) int { return cmp.Compare(b.Games, a.Games) })
	return all
}

// line returns the text of the first n turns.
func (g Game) line(n int) string {
	var texts []string
	for _, turn := range g.Turns[:n] {
		texts = append(texts, turn.Text)
	}
	return strings.Join(texts, " ")
}

// openingScores returns the score after each of the most frequent openings.
func openingScores(s Sample) (found []Metric) {
	const mostOpenings, fewestGames = 8, 10
	for _, o := range openings(s.forOpenings()) {
		if len(found) < mostOpenings && o.Games >= fewestGames {
			found = append(found, Metric{subject: o.Turns, N: o.Games, Estimate: stats.MeanScore(o.points, o.Games)})
		}
	}
	if len(found) == 0 {
		return absent("no opening has 10 different games")
	}
	return found
}

// symmetryUse returns the share of games that begin with a symmetric copy of another game's first decided position.
func symmetryUse(s Sample) []Metric {
	keys := map[uint64]map[uint64]bool{} // positions, by the key that symmetric copies share
	var starts []Turn
	for _, g := range s.Games {
		if i, ok := g.first(); ok {
			turn := g.Turns[i]
			if keys[turn.Canonical] == nil {
				keys[turn.Canonical] = map[uint64]bool{}
			}
			keys[turn.Canonical][turn.Key] = true
			starts = append(starts, turn)
		}
	}
	if len(starts) == 0 {
		return absent("no games")
	}
	copies := 0.
	for _, turn := range starts {
		copies += number(len(keys[turn.Canonical]) > 1)
	}
	return one(len(starts), fixed(copies/float64(len(starts))),
		"of the games seen: it grows with their number, and has no interval")
}
