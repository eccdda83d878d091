package results

import (
	"fmt"
	"sync"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// evidence says how clearly games show which of two players is stronger. It has the difference between the players
// divided by its standard error. If there is no standard error, only the games between the two players count.
type evidence struct {
	rating.Evidence      // the difference divided by its standard error; valid only if measured is set
	measured        bool // whether the difference has a standard error
	// between returns the player's mean score against the opponent, with its anytime interval at a confidence level. It
	// is nil if measured is set or if the two never met.
	between func(level float64) stats.Estimate
}

// Shown reports whether the games show that the player is stronger than the opponent. The probability of a false claim
// is about alpha at most, however often Shown is called and whenever the games end. Both players need [stats.Fewest]
// openings, and the difference must exceed [stats.AtAnyLook] standard errors. If the difference has no standard error,
// the anytime interval of the player's score against the opponent must lie above one half.
func (m Meeting) Shown(alpha float64) bool {
	switch {
	case m.Openings < stats.Fewest:
		return false
	case m.evidence.measured:
		return m.evidence.Errors > stats.AtAnyLook(m.observed(), alpha)
	case m.evidence.between == nil:
		return false
	}
	low, _ := m.evidence.between(1 - alpha).Limits()
	return low > .5
}

// More returns how many more openings [Meeting.Shown] needs to become true if the players continue to score as before.
// ok is false if this is unknown, or if the total would exceed the present number of openings multiplied by times.
func (m Meeting) More(alpha float64, times int) (openings int, ok bool) {
	if !m.evidence.measured {
		return 0, false
	}
	now := m.observed()
	needed, ok := stats.LooksNeeded(now, m.evidence.Errors, alpha, times*now)
	return max(needed, stats.Fewest) - now, ok
}

// observed returns the number of openings on which the difference rests. They are its independent observations.
func (m Meeting) observed() int {
	if shared := m.evidence.Openings; shared > 0 {
		return min(shared, m.Openings)
	}
	return m.Openings
}

// compare returns the rating of player p minus the rating of player q, and the evidence that p is stronger. p and q are
// indices in s.names.
func (s Standings) compare(p, q int) (difference stats.Estimate, e evidence) {
	difference, e.Evidence, e.measured = s.ratings.Compare(p, q)
	e.measured = e.measured && s.ratings.SeatsFitted // otherwise the seats may explain the difference
	if !e.measured && s.table.Met(p, q) {
		means := sync.OnceValue(func() stats.OpeningMeans { return s.table.OpeningsBetween(p, q) })
		e.between = func(level float64) stats.Estimate {
			m := means()
			return m.Estimate(level)
		}
	}
	return difference, e
}

// reversed returns the evidence that the opponent is stronger.
func (e evidence) reversed() evidence {
	e.Errors = -e.Errors
	if between := e.between; between != nil {
		e.between = func(level float64) stats.Estimate { return between(level).Mirrored(1) }
	}
	return e
}

// Mixed is the result between two players who share all seats of games with three or more seats. It compares each seat
// of the first player with each seat of the second. The score is the share of comparisons that the first player wins,
// with ties as halves. Equal players score one half on average, however many seats each has.
type Mixed struct {
	Score, Elo stats.Estimate      // absent for games of two seats
	Openings   int                 // number of openings; each is one observation
	ahead      *stats.OpeningMeans // share of the comparisons that the first player won in each opening
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

// evidence returns how clearly the result shows that the player is stronger.
func (m Mixed) evidence() evidence {
	if m.Score.Kind == stats.Measured {
		standardError := m.Score.Error95 / stats.Student95(m.Openings-1)
		errors := (m.Score.Value - .5) / standardError
		return evidence{Evidence: rating.Evidence{Errors: errors, Openings: m.Openings}, measured: true}
	}
	return evidence{between: m.ahead.Estimate}
}

// MixedRemark returns one sentence with the [Mixed] result of the two players, or nil if there is no such result.
func (s Standings) MixedRemark() []string {
	if s.mixed.Score.Kind == stats.Absent {
		return nil
	}
	return []string{fmt.Sprintf("%s over %s: %s of comparisons of their seats won, ties as halves, %s Elo (95 %%, %s "+
		"as observations). The ratings also take out what the seats are worth.", s.Rows[0].Player, s.Rows[1].Player,
		s.mixed.Score.Percent(1), s.mixed.Elo.Text(0), tournament.Counted(s.mixed.Openings, "opening"))}
}
