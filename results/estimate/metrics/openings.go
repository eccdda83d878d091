package metrics

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/stats"
)

const ofStarts = "If games were played from the start for this metric, it is about these."

var openingMetrics = []entry{
	{"opening-variety", "Variety of first turns", Number, 2, "games",
		"Effective number of first turns that the players choose: the exponential of the entropy of the positions " +
			"after them, up to symmetry, among games that begin alike. Games with a unique beginning are left out. " +
			ofStarts, "Hill, Diversity and evenness: a unifying notation and its consequences, 1973",
		measure{"jackknife, by opening", variety}},
	{"opening-score", "Score by opening", Score, 3, "games",
		"Mean score of the seat to act after an opening, up to symmetry, of the most frequent openings of 10 games " +
			"or more; without a given opening, after the first turn. Games with the same turns count once. " +
			ofStarts, own, measure{anytime, openingScores}},
	{"symmetry-use", "Symmetric beginnings", Share, 1, "games",
		"Share of games whose first decided position is a symmetric image of another game's, but not equal to it.",
		own, measure{"none", symmetryUse}},
}

func (s Sample) begun() []Game {
	if len(s.Starts) > 0 {
		return s.Starts
	}
	return s.Games
}

// first returns the number of the first turn that the players decided, and whether there is one.
func (g Game) first() (int, bool) {
	i := slices.IndexFunc(g.Turns, func(t Turn) bool { return !t.Given })
	return i, i >= 0
}

// after returns a key of the position after a turn, the same for symmetric positions.
func (g Game) after(turn int) uint64 {
	if turn+1 < len(g.Turns) {
		return g.Turns[turn+1].Canonical
	}
	return g.Final
}

func variety(s Sample) []Metric {
	n, games := 0, s.begun()
	for _, counts := range firstTurns(games) {
		n += total(counts)
	}
	if n == 0 {
		return absent("no two games begin alike")
	}
	e, note := jackknife(games, effectiveTurns)
	if e.Kind == stats.Measured {
		e = stats.Limited(e.Value, max(1, e.Low), max(1, e.High))
	}
	return []Metric{{N: n, Estimate: e, Note: note}}
}

// firstTurns counts, for every beginning that several games share, the positions after the first turn.
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

func total(counts map[uint64]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// effectiveTurns returns the exponential of the mean entropy of first turns, with beginnings weighted by their games.
func effectiveTurns(games []Game) (float64, bool) {
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
	slices.Sort(entropies) // for the sum to be the same every time
	sum := 0.
	for _, x := range entropies {
		sum += x
	}
	return math.Exp(sum / float64(n)), true
}

// opening holds the scores of games with one opening.
type opening struct {
	Turns  string // of the first such game
	Games  int
	points float64 // of the seat to act after it
}

// openings lists the openings of games up to symmetry, the most frequent first: the turns that were given, or else the
// first turn. Games of the same turns count once.
func openings(games []Game) (all []opening) {
	seen, found := map[string]bool{}, map[uint64]int{} // places in the list
	for _, g := range games {
		at, ok := g.first()
		at = max(1, at)
		line := g.line(len(g.Turns))
		if !ok || at >= len(g.Turns) || seen[line] {
			continue
		}
		seen[line] = true
		key := g.Turns[at].Canonical
		if _, known := found[key]; !known {
			found[key] = len(all)
			all = append(all, opening{Turns: g.line(at)})
		}
		o := &all[found[key]]
		o.Games++
		o.points += g.Outcome.Score(g.Turns[at].Seat)
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

func openingScores(s Sample) (found []Metric) {
	const most, fewest = 8, 10
	for _, o := range openings(s.begun()) {
		if len(found) < most && o.Games >= fewest {
			found = append(found, Metric{subject: o.Turns, N: o.Games, Estimate: stats.MeanScore(o.points, o.Games)})
		}
	}
	if len(found) == 0 {
		return absent("no opening has 10 different games")
	}
	return found
}

// symmetryUse returns the share of games that begin with a symmetric copy of another. It has no interval: the more
// games, the more find a copy.
func symmetryUse(s Sample) []Metric {
	keys := map[uint64]map[uint64]bool{}
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
	return []Metric{{N: len(starts), Estimate: fixed(copies / float64(len(starts))),
		Note: "of the games seen: it grows with their number, and has no interval"}}
}
