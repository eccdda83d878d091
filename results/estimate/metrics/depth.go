package metrics

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pillars/results/estimate/stats"
)

// nearness is the largest distance from the best turn at which a turn counts as near it.
const nearness = .05

// judged describes the turns that searches were asked about.
var judged = fmt.Sprintf("Turns that lead to the same position count as one; at most %d are drawn at random.",
	MostJudged)

const noteNoChoice = "no position was searched twice"

var clarityMetrics = []entry{
	{"clarity-rank", "Clarity, order", Correlation, 3, "positions",
		"Spearman's rank correlation between the values that a shallow and a deep search give to the legal whole " +
			"turns, mean over positions of real games. Positions in which either values all turns equally are left " +
			"out. " + judged, afterBrowne, mean(noteNoChoice, perChoice(clarityRank))},
	{"clarity-top", "Clarity, best turn", Share, 1, "positions",
		"Share of positions in which a shallow and a deep search agree on the best whole turn. " + judged,
		afterBrowne, share(noteNoChoice, perChoice(clarityTop))},
	{"near-best", "Turns near the best", Share, 1, "positions",
		"Share of the legal whole turns that a deep search values at most 0.05 below the best, where its own choice " +
			"counts too; mean over positions with a choice. " + judged, own, share(noteNoChoice, perChoice(nearBest))},
}

// perChoice returns the fold of a number that positions have in which two searches valued the legal turns.
func perChoice(of func(Choice) (x float64, ok bool)) fold {
	return func(g Game, add func(sum, weight float64)) {
		for _, c := range g.Judgements {
			if x, ok := of(c); ok {
				add(x, 1)
			}
		}
	}
}

func clarityRank(c Choice) (float64, bool) { return correlation(ranks(c.Shallow), ranks(c.Deep)) }

// clarityTop reports whether the shallow search's best turn, the first of equals, is one of the deep search's best.
func clarityTop(c Choice) (float64, bool) {
	if len(c.Deep) < 2 || len(c.Shallow) != len(c.Deep) {
		return 0, false
	}
	top := slices.Index(c.Shallow, slices.Max(c.Shallow))
	return number(c.Deep[top] == slices.Max(c.Deep)), true
}

func nearBest(c Choice) (float64, bool) {
	if len(c.Deep) < 2 {
		return 0, false
	}
	best, near := max(c.Best, slices.Max(c.Deep)), 0.
	for _, x := range c.Deep {
		near += number(x >= best-nearness)
	}
	return near / float64(len(c.Deep)), true
}

// ranks returns the ranks of numbers. Equal numbers share the mean of their ranks.
func ranks(values []float64) []float64 {
	sorted, order, out := slices.Clone(values), make([]int, len(values)), make([]float64, len(values))
	floats.ArgsortStable(sorted, order)
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && sorted[to] == sorted[from] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return out
}

// correlation returns Pearson's correlation; of ranks it is Spearman's (1904). There is none if either list has only
// one value.
func correlation(a, b []float64) (float64, bool) {
	if len(a) != len(b) || len(a) < 2 {
		return 0, false
	}
	meanA, meanB := meanOf(a), meanOf(b)
	var product, squaresA, squaresB float64
	for i := range a {
		x, y := a[i]-meanA, b[i]-meanB
		product, squaresA, squaresB = product+x*y, squaresA+x*x, squaresB+y*y
	}
	if squaresA == 0 || squaresB == 0 {
		return 0, false
	}
	return product / math.Sqrt(squaresA*squaresB), true
}

// Passing is the score against the rung below from which a player makes a rung.
const Passing = .75

// rungScore is the name of the metric that has a subject for each rung.
const rungScore = "rung-score"

var depthMetrics = []entry{
	{"depth", "Strategic depth", Rungs, 0, "players",
		"Rungs of a chain of players, from random play up, each of which scores 75 % or more against the one before. " +
			"Lower bound: rungs whose whole interval lies above 75 %. Upper bound: rungs whose interval reaches it; " +
			"none if the last player still passes.", aiai, measure{fromBounds, depth}},
	{rungScore, "Score against the rung below", Score, 3, "games",
		"Mean score of a player of the chain against the one before it.", aiai, measure{anytime, rungScores}},
}

func (r Rung) score() stats.Estimate { return stats.MeanScore(r.Points, r.Games) }

// depth counts rungs. If the last player of a chain still climbs, the chain bounds the depth only from below.
func depth(s Sample) []Metric {
	if len(s.Chain) < 2 {
		return absent("no chain of players was measured")
	}
	steps := s.Chain[1:]
	sure := climbed(steps, func(e stats.Estimate) bool { return e.Low >= Passing })
	likely := climbed(steps, func(e stats.Estimate) bool { return e.Value >= Passing })
	possible := climbed(steps, func(e stats.Estimate) bool { return e.High >= Passing })
	if possible == len(steps) {
		return []Metric{{N: len(s.Chain), Estimate: stats.Estimate{Kind: stats.AtLeast, Low: float64(sure)},
			Note: fmt.Sprintf("%d by their scores; the chain may go on", likely)}}
	}
	return []Metric{{N: len(s.Chain), Estimate: stats.Limited(float64(likely), float64(sure), float64(possible)),
		Note: "of this chain; other players may climb on"}}
}

func climbed(rungs []Rung, passes func(stats.Estimate) bool) int {
	for i, r := range rungs {
		if r.Games == 0 || !passes(r.score()) {
			return i
		}
	}
	return len(rungs)
}

func rungScores(s Sample) (found []Metric) {
	for _, r := range s.Chain[min(1, len(s.Chain)):] {
		m := Metric{subject: r.Player, N: r.Games, Estimate: r.score()}
		if m.N == 0 {
			m.Note = noteNoGames
		}
		found = append(found, m)
	}
	return found
}

// randomPlayer is the full name of the player at the foot of every chain.
const randomPlayer = "random"

// rate is the mean score, 0 without games.
func (r Rung) rate() float64 { return r.Points / max(1, float64(r.Games)) }

// ChainOf finds a chain of players in games of two seats in which random play took part: the next rung is the weakest
// player, by the score in all games, of those with 75 % or more against the last. If there is none, the player with the
// best score against the last ends the chain and bounds it, if it is the stronger.
func ChainOf(games []Game) []Rung {
	totals, meetings := map[string]Rung{}, map[[2]string]Rung{} // a meeting with another is a rung over that
	for _, g := range sound(games) {
		if len(g.Players) != 2 {
			return nil
		}
		for seat, player := range g.Players {
			pair, score := [2]string{player, g.Players[1-seat]}, g.Outcome.Scores[seat]
			totals[player] = Rung{player, totals[player].Points + score, totals[player].Games + 1}
			meetings[pair] = Rung{player, meetings[pair].Points + score, meetings[pair].Games + 1}
		}
	}
	if totals[randomPlayer].Games == 0 {
		return nil
	}
	players := slices.SortedFunc(maps.Keys(totals), func(a, b string) int {
		return cmp.Or(cmp.Compare(totals[a].rate(), totals[b].rate()), cmp.Compare(a, b))
	})
	return climb(players, meetings)
}

// climb makes a chain of players, given in the order of their strength.
func climb(players []string, meetings map[[2]string]Rung) []Rung {
	chain := []Rung{{Player: randomPlayer}}
	for {
		below, best, passed := chain[len(chain)-1].Player, Rung{}, false
		for _, player := range players {
			met, ok := meetings[[2]string{player, below}]
			if !ok || slices.ContainsFunc(chain, func(r Rung) bool { return r.Player == player }) {
				continue
			}
			passed = met.rate() >= Passing
			if passed || best.Games == 0 || met.rate() > best.rate() {
				best = met
			}
			if passed {
				break
			}
		}
		if best.Points > float64(best.Games)/2 {
			chain = append(chain, best)
		}
		if !passed {
			return chain
		}
	}
}
