package results

import (
	"fmt"

	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Mixed is the result between two players who share all seats of games with three or more seats. It compares each seat
// of the first player with each seat of the second. The score is the share of comparisons that the first player wins,
// with ties as halves. Equal players score one half on average, however many seats each has.
type Mixed struct {
	Score, Elo stats.Estimate      // absent for games of two seats
	Openings   int                 // number of observations
	ahead      *stats.OpeningMeans // shares of the comparisons won
}

// Mixed returns the result of a player against an opponent. It leaves out comparisons of seats whose order is unknown.
func (f *Fold) Mixed(player, opponent string) (m Mixed) {
	if f.Seats() <= 2 {
		return m
	}
	m.ahead = f.means(func(k *kind) (ahead stats.Total) {
		for a, p := range k.places {
			for b, q := range k.places {
				if k.players[a] != player || k.players[b] != opponent || p == 0 && q == 0 {
					continue
				}
				ahead.Games++
				switch {
				case p == q:
					ahead.Sum += .5
				case q == 0 || p != 0 && p < q:
					ahead.Sum++
				}
			}
		}
		return ahead
	})
	m.Openings = m.ahead.Openings()
	m.Score, m.Elo = m.ahead.Fixed()
	return m
}

// MixedRemark returns a sentence with the [Mixed] result of the two players, or nil if there is none.
func (s Standings) MixedRemark() []string {
	if s.mixed.Score.Kind == stats.Absent {
		return nil
	}
	return []string{fmt.Sprintf("%s over %s: %s of comparisons of their seats won, ties as halves, %s Elo (95 %%, %s "+
		"as observations). The ratings also take out what the seats are worth.", s.Rows[0].Player, s.Rows[1].Player,
		s.mixed.Score.Percent(1), s.mixed.Elo.Text(0), tournament.Counted(s.mixed.Openings, "opening"))}
}
