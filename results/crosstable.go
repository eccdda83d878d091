package results

import "pillars/results/stats"

// Crosstable says how every two players of a standing did against each other. Players come in the order of the standing.
type Crosstable struct {
	Players  []string
	Meetings [][]Meeting // by row and column; what lies on the diagonal counts for nothing
}

// Meeting is how a player did against an opponent.
type Meeting struct {
	Games      stats.WDL
	Pairs      stats.Pentanomial // those of the games that belong to complete pairs
	Difference stats.Estimate    // how much stronger the player is, in Elo, from all games of all players; absent where nothing compares the two
	Stronger   *float64          // probability that he is stronger, 0 to 1; nil where the difference has no normal approximation
}

// Score is the player's mean score against the opponent; ok is false where they have not met.
func (m Meeting) Score() (score float64, ok bool) {
	n := m.Games.Games()
	if n == 0 {
		return 0, false
	}
	return m.Games.Points() / float64(n), true
}

// Crosstable compares every two players. The probability that one is stronger is that of the normal approximation to their difference, with the
// covariance of both ratings.
func (s Standing) Crosstable() Crosstable {
	var order []int // of players by row
	var out Crosstable
	for _, row := range s.Rows {
		order = append(order, s.number(row.Player))
		out.Players = append(out.Players, row.Player)
	}
	for _, p := range order {
		row := make([]Meeting, 0, len(order))
		for _, q := range order {
			row = append(row, s.meeting(p, q))
		}
		out.Meetings = append(out.Meetings, row)
	}
	return out
}

func (s Standing) meeting(player, opponent int) Meeting {
	if player == opponent {
		return Meeting{}
	}
	games, pairs := s.table.Between(player, opponent)
	m := Meeting{Games: games, Pairs: pairs, Difference: s.ratings.Difference(player, opponent)}
	if p, ok := s.ratings.ProbabilityStronger(player, opponent); ok {
		m.Stronger = &p
	}
	return m
}
