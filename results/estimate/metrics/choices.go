package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"pillars/results/estimate/stats"
)

// An average is a kind of mean of several numbers of choices: it is back(m), where m is the arithmetic mean of
// forward(n) over the numbers n.
type average struct {
	forward func(n int) float64
	back    func(float64) float64 // inverse of forward
}

var (
	arithmetic = average{func(n int) float64 { return float64(n) }, func(x float64) float64 { return x }}
	geometric  = average{func(n int) float64 { return math.Log(float64(n)) },
		func(x float64) float64 { return max(1, math.Exp(x)) }}
)

// metric returns the average of some numbers of choices as a metric. p holds these numbers after a.forward.
func (a average) metric(subject string, p *parts) Metric {
	m := p.mean(subject)
	e := &m.Estimate
	if e.Kind == stats.Absent {
		return m
	}
	e.Value, e.Low, e.High = a.back(e.Value), a.back(e.Low), a.back(e.High)
	half := max(e.High-e.Value, e.Value-e.Low)
	switch {
	case e.Kind == stats.Fixed:
		e.Low, e.High = 0, 0
	case e.Error95 > 0 && math.Abs(half-e.Error95) > 1e-9*half: // back has made the interval asymmetric
		e.Kind, e.Error95 = stats.Bracketed, 0
	}
	return m
}

// each calls do for every step of the decided turns, which follow the last given turn. at is the place of the step's
// turn among them, from 0 to below 1.
func (g Game) each(do func(step Step, at float64)) {
	first := len(g.Turns)
	for i := len(g.Turns) - 1; i >= 0 && !g.Turns[i].Given; i-- {
		first = i
	}
	for i, turn := range g.Turns[first:] {
		for _, step := range turn.Steps {
			do(step, float64(i)/float64(len(g.Turns)-first))
		}
	}
}

// decisions calls add for every step of the decided turns: with 1 if it had more than one legal choice, else with 0.
func (g Game) decisions(add func(sum, weight float64)) {
	g.each(func(step Step, _ float64) { add(number(step.Legal > 1), 1) })
}

// branching measures the average number of legal steps, over all steps and for each kind of step.
func branching(by average) measure {
	return func(s Sample) (found []Metric) {
		kinds := append([]string{"all steps"}, s.Rules.stepKinds...)
		sums := make([]parts, len(kinds))
		for _, g := range s.Games {
			g.each(func(step Step, _ float64) {
				sums[0].add(g.Opening, by.forward(step.Legal), 1)
				sums[1+int(step.Kind)].add(g.Opening, by.forward(step.Legal), 1)
			})
		}
		if len(kinds) == 2 { // the only kind of step is the same as all steps
			kinds = kinds[:1]
		}
		for i, kind := range kinds {
			found = append(found, by.metric(kind, &sums[i]))
		}
		return found
	}
}

// branchingAlong measures the average number of legal steps in each quarter of the decided turns.
func branchingAlong(by average) measure {
	return func(s Sample) (found []Metric) {
		var quarters [4]parts
		for _, g := range s.Games {
			g.each(func(step Step, at float64) { quarters[int(at*4)].add(g.Opening, by.forward(step.Legal), 1) })
		}
		for i := range quarters {
			found = append(found, by.metric(fmt.Sprintf("quarter %d", i+1), &quarters[i]))
		}
		return found
	}
}

// wholeTurns measures the average number of legal whole turns.
func wholeTurns(by average) measure {
	return func(s Sample) []Metric {
		sums := folded(s.Games, func(g Game, add func(sum, weight float64)) {
			for _, wholes := range g.legalTurns() {
				add(by.forward(wholes), 1)
			}
		})
		if sums.n == 0 {
			return absent("whole turns were not counted")
		}
		return []Metric{by.metric("", &sums)}
	}
}

// logarithmOfChoices returns the decimal logarithm of the product of the numbers of legal steps in a game.
func (g Game) logarithmOfChoices() (logarithm float64) {
	for _, turn := range g.Turns {
		for _, step := range turn.Steps {
			logarithm += math.Log10(float64(step.Legal))
		}
	}
	return logarithm
}

// legalSteps returns the number of legal steps at each step of decided turns.
func (g Game) legalSteps() (all []int) {
	g.each(func(step Step, _ float64) { all = append(all, step.Legal) })
	return all
}

// legalTurns returns the number of different legal whole turns at each decided turn for which they were counted.
func (g Game) legalTurns() (all []int) {
	for _, turn := range g.Turns {
		if turn.Wholes > 0 && !turn.Given {
			all = append(all, turn.Wholes)
		}
	}
	return all
}

// rangeOf measures the minimum, median and maximum over all numbers that a function returns for the games.
func rangeOf(numbers func(Game) []int) measure {
	return func(s Sample) []Metric {
		var all []float64
		for _, g := range s.Games {
			for _, x := range numbers(g) {
				all = append(all, float64(x))
			}
		}
		n := len(all)
		if n == 0 {
			return absent("no choices were counted")
		}
		slices.Sort(all)
		median := medianOf(s.Games, all, numbers)
		median.subject, median.N = "median", n
		const note = "of those seen"
		return []Metric{{subject: "fewest", N: n, Estimate: fixed(all[0]), Note: note}, median,
			{subject: "most", N: n, Estimate: fixed(all[n-1]), Note: note}}
	}
}

// medianOf returns the median of the sorted numbers of all games. The function of returns the numbers of one game,
// which are not independent of each other. Therefore the interval is Woodruff's (Confidence intervals for medians and
// other position measures, 1952). Woodruff estimates the share of numbers that are at most the median, and takes the
// quantiles at one half minus and plus the half width of the interval of this share.
func medianOf(games []Game, sorted []float64, of func(Game) []int) Metric {
	last := float64(len(sorted) - 1)
	value := atRank(sorted, last/2)
	notAbove := folded(games, func(g Game, add func(sum, weight float64)) {
		for _, x := range of(g) {
			add(number(float64(x) <= value), 1)
		}
	})
	share, note := notAbove.ratio()
	switch {
	case note == noteSame && sorted[0] < sorted[len(sorted)-1]:
		return Metric{Estimate: fixed(value), Note: "it divides all games alike, which makes no interval"}
	case share.Error95 == 0:
		return Metric{Estimate: fixed(value), Note: note}
	}
	low := sorted[int(math.Floor(last*max(0, .5-share.Error95)))]
	high := sorted[int(math.Ceil(last*min(1, .5+share.Error95)))]
	return Metric{Estimate: stats.Limited(value, low, high)}
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
	games := s.forOpenings()
	_, n := effectiveTurns(games)
	if n == 0 {
		return absent("no two games begin alike")
	}
	e, note := jackknife(games, func(games []Game) (float64, bool) {
		turns, n := effectiveTurns(games)
		return turns, n > 0
	})
	if e.Kind == stats.Measured {
		e = stats.Limited(e.Value, max(1, e.Low), max(1, e.High)) // there is at least one first turn
	}
	return one(n, e, note)
}

// effectiveTurns returns the exponential of the mean entropy of the first decided turns, over the n games that begin
// like another game.
func effectiveTurns(games []Game) (turns float64, n int) {
	starts := map[uint64]int{}    // number of games by the position before the turn
	played := map[[2]uint64]int{} // number of games by the positions before and after the turn
	for _, g := range games {
		if i, ok := g.first(); ok {
			start := g.Turns[i].Canonical
			starts[start]++
			played[[2]uint64{start, g.after(i)}]++
		}
	}
	var entropies []float64
	for positions, count := range played {
		if all := starts[positions[0]]; all > 1 {
			n += count
			entropies = append(entropies, float64(count)*math.Log(float64(all)/float64(count)))
		}
	}
	slices.Sort(entropies) // the order of a map varies, and with it the rounding of the sum
	return math.Exp(floats.Sum(entropies) / float64(max(1, n))), n
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
		i, known := indices[next.Canonical]
		if !known {
			i = len(all)
			indices[next.Canonical] = i
			all = append(all, opening{Turns: g.line(length)})
		}
		all[i].Games++
		all[i].points += g.Outcome.Score(next.Seat)
	}
	slices.SortStableFunc(all, func(a, b opening) int { return cmp.Compare(b.Games, a.Games) })
	return all
}

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
