package metrics

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var depthMeasures = map[string]measure{
	"depth":   depth,
	RungScore: rungScores,
}

// Passing is the least mean score against the last rung of a chain that makes a player the next rung.
const Passing = .75

// estimate returns the player's mean score against the player of the rung below, with its interval.
func (r Rung) estimate() stats.Estimate { return stats.MeanScore(r.Points, r.Games) }

// depth returns how many players of the chain, from the second on, score [Passing] or more against the player before
// them, up to the first player that does not. If the intervals allow a score of Passing for all these players, the
// result is only a lower bound, because a longer chain may be deeper.
func depth(s Sample) []Metric {
	if len(s.Chain) < 2 {
		return absent("no chain of players was measured")
	}
	sure := countPassing(s.Chain[1:], func(score stats.Estimate) float64 { return score.Low })
	likely := countPassing(s.Chain[1:], func(score stats.Estimate) float64 { return score.Value })
	possible := countPassing(s.Chain[1:], func(score stats.Estimate) float64 { return score.High })
	if possible == len(s.Chain)-1 {
		return oneMetric(len(s.Chain), stats.Estimate{Kind: stats.AtLeast, Low: float64(sure)},
			fmt.Sprintf("%d by their scores; the chain may go on", likely))
	}
	return oneMetric(len(s.Chain), stats.Limited(float64(likely), float64(sure), float64(possible)),
		"of this chain; other players may climb on")
}

// countPassing returns how many rungs have a score of [Passing] or more, before the first rung that has less. value
// returns the number to compare with Passing: the estimated score or a limit of its interval.
func countPassing(rungs []Rung, value func(stats.Estimate) float64) int {
	fails := func(r Rung) bool { return r.Games == 0 || value(r.estimate()) < Passing }
	if i := slices.IndexFunc(rungs, fails); i >= 0 {
		return i
	}
	return len(rungs)
}

// rungScores returns the score of each player of the chain, except the first, against the player before it.
func rungScores(s Sample) (found []Metric) {
	for _, r := range s.Chain[min(1, len(s.Chain)):] {
		m := Metric{Subject: r.Player, N: r.Games, Estimate: r.estimate()}
		if m.N == 0 {
			m.Note = noteNoGames
		}
		found = append(found, m)
	}
	return found
}

// randomPlayer is the name of the player at the bottom of every chain.
const randomPlayer = "random"

// meanScore returns points per game, or 0 without games.
func (r Rung) meanScore() float64 { return r.Points / max(1, float64(r.Games)) }

// ChainOf finds a chain of players of increasing strength in games of two seats. The first player is random play. Each
// next player is the weakest, by the score in all games, that scores [Passing] or more against the last player of the
// chain. If no player does, the player with the best score against the last player ends the chain, provided that this
// score is above one half. ChainOf returns nil for more than two seats or without games of random play.
func ChainOf(games []rounds.Kind) []Rung {
	totals := map[string]Rung{}      // points and number of all games, by player
	meetings := map[[2]string]Rung{} // points and number of games of the first player against the second
	for _, g := range games {
		if len(g.Players) != 2 {
			return nil
		}
		for seat, player := range g.Players {
			pair, points := [2]string{player, g.Players[1-seat]}, g.Scores[seat]*float64(g.Games)
			totals[player] = Rung{player, totals[player].Points + points, totals[player].Games + g.Games}
			meetings[pair] = Rung{player, meetings[pair].Points + points, meetings[pair].Games + g.Games}
		}
	}
	if totals[randomPlayer].Games == 0 {
		return nil
	}
	players := slices.SortedFunc(maps.Keys(totals), func(a, b string) int {
		return cmp.Or(cmp.Compare(totals[a].meanScore(), totals[b].meanScore()), cmp.Compare(a, b))
	})
	chain := []Rung{{Player: randomPlayer}}
	for {
		next := nextRung(chain, players, meetings)
		if next.meanScore() > .5 {
			chain = append(chain, next)
		}
		if next.meanScore() < Passing {
			return chain
		}
	}
}

// nextRung returns the weakest player that scores [Passing] or more against the last player of the chain. If there is
// none, it returns the player with the best score, or the zero Rung if nobody else met the last player. players are
// sorted from the weakest, and meetings holds the results of the first player against the second.
func nextRung(chain []Rung, players []string, meetings map[[2]string]Rung) (best Rung) {
	below := chain[len(chain)-1].Player
	for _, player := range players {
		met, ok := meetings[[2]string{player, below}]
		if !ok || slices.ContainsFunc(chain, func(r Rung) bool { return r.Player == player }) {
			continue
		}
		if met.meanScore() >= Passing {
			return met
		}
		if best.Games == 0 || met.meanScore() > best.meanScore() {
			best = met
		}
	}
	return best
}
