package results

import (
	"fmt"

	"pillars/results/stats"
	"pillars/tournament"
)

// Mixed is how a player did against the only other in games of three or more seats: the share of comparisons of a seat
// of the one with a seat of the other in which it was ahead, a tie being half. It is one half for equal players in all
// mixed seatings, however many seats each has.
type Mixed struct {
	Score, Elo stats.Estimate // absent of games of two seats and of other numbers of players
	Openings   int
}

// Mixed is that of the player who came first in the games.
func (f *Fold) Mixed() (m Mixed) {
	if f.seats > 2 && len(f.names) == 2 {
		m.Openings = f.ahead.Openings()
		m.Score, m.Elo = f.ahead.Fixed()
	}
	return m
}

// compared compares the seats of the first player of all with those of the second in the game at hand, of more than two
// seats. Seats whose order is not known are left out.
func (f *Fold) compared() (ahead stats.Total) {
	for a, first := range f.numbers {
		for b, second := range f.numbers {
			if first != 0 || second != 1 || f.places[a] == 0 && f.places[b] == 0 || f.seats == 2 {
				continue
			}
			ahead.Games++
			switch p, q := f.places[a], f.places[b]; {
			case p == q:
				ahead.Sum += .5
			case q == 0 || p != 0 && p < q:
				ahead.Sum++
			}
		}
	}
	return ahead
}

// MixedRemark is what the score in mixed seatings is, in words; nothing where there is none.
func (s Standing) MixedRemark() []string {
	if s.mixed.Score.Kind == stats.Absent {
		return nil
	}
	return []string{fmt.Sprintf("%s over %s: %s of comparisons of their seats won, ties as halves, %s Elo (95 %%, %s "+
		"as observations). The ratings also take out what the seats are worth.", s.Rows[0].Player, s.Rows[1].Player,
		s.mixed.Score.Percent(1), s.mixed.Elo.Text(0), tournament.Counted(s.mixed.Openings, "opening"))}
}
