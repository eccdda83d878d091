package metrics

import (
	"cmp"
	"slices"
)

// randomPlayer is the full name of the player at the foot of every chain.
const randomPlayer = "random"

// meeting is what one player scored against another.
type meeting struct {
	points float64
	games  int
}

func (m *meeting) add(points float64) {
	m.points += points
	m.games++
}

// rate is the mean score, 0 without games.
func (m meeting) rate() float64 { return m.points / max(1, float64(m.games)) }

// ChainOf finds a chain of players in the games of a tournament of two seats, in which random play took part: the next rung is always the weakest
// player, by the score in all games, of those who scored 75 % or more against the last. If there is none, whoever scored best against it ends the
// chain, and bounds it, if it is the stronger. Without random play there is no chain.
func ChainOf(games []Game) []Rung {
	totals, meetings := map[string]*meeting{}, map[[2]string]*meeting{}
	for _, g := range sound(games) {
		if len(g.Players) != 2 {
			return nil
		}
		for seat, player := range g.Players {
			pair := [2]string{player, g.Players[1-seat]}
			if totals[player] == nil {
				totals[player] = &meeting{}
			}
			if meetings[pair] == nil {
				meetings[pair] = &meeting{}
			}
			totals[player].add(g.Outcome.Scores[seat])
			meetings[pair].add(g.Outcome.Scores[seat])
		}
	}
	if totals[randomPlayer] == nil {
		return nil
	}
	return climb(ranked(totals), meetings)
}

// ranked are the players, the weakest first.
func ranked(totals map[string]*meeting) (players []string) {
	for player := range totals {
		players = append(players, player)
	}
	slices.SortFunc(players, func(a, b string) int {
		return cmp.Or(cmp.Compare(totals[a].rate(), totals[b].rate()), cmp.Compare(a, b))
	})
	return players
}

// climb makes the chain of players, who are given from the weakest on.
func climb(players []string, meetings map[[2]string]*meeting) []Rung {
	chain := []Rung{{Player: randomPlayer}}
	for {
		below, best := chain[len(chain)-1].Player, (*Rung)(nil)
		passed := false
		for _, player := range players {
			met := meetings[[2]string{player, below}]
			if met == nil || slices.ContainsFunc(chain, func(r Rung) bool { return r.Player == player }) {
				continue
			}
			if best == nil || met.rate() > best.Points/float64(best.Games) {
				best = &Rung{player, met.points, met.games}
			}
			if passed = met.rate() >= Passing; passed {
				best = &Rung{player, met.points, met.games}
				break
			}
		}
		if best != nil && best.Points > float64(best.Games)/2 {
			chain = append(chain, *best)
		}
		if !passed {
			return chain
		}
	}
}
