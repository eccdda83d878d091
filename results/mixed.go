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
	Openings   int                 // number of openings, which are the observations
	ahead      *stats.OpeningMeans // shares of the comparisons won, by opening
}

// Mixed returns the result of a player against an opponent. It leaves out comparisons of seats whose order is unknown.
func (f *Fold) Mixed(player, opponent string) (m Mixed) {
	if f.Seats() <= 2 {
		return m
	}
	m.ahead = f.means(func(k *kind) (won stats.Total) {
		for a, place := range k.places {
			for b, other := range k.places {
				orderUnknown := place == 0 && other == 0
				if k.players[a] != player || k.players[b] != opponent || orderUnknown {
					continue
				}
				won.Games++ // the number of comparisons
				switch {
				case place == other:
					won.Sum += .5
				case other == 0 || place != 0 && place < other: // an unknown place, 0, is behind all known ones
					won.Sum++
				}
			}
		}
		return won
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
