package results

import (
	"sync"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// evidence says how clearly games show which of two players is stronger: by the difference in standard errors, or by
// the games between the two alone if the difference has no standard error.
type evidence struct {
	rating.Evidence                           // the difference in standard errors; only if measured is set
	measured        bool                      // whether the difference has a standard error
	between         func() stats.OpeningMeans // one player's scores against the other; nil if measured or never met
	mirrored        bool                      // whether the scores in between are the opponent's, not the player's
}

// Shown reports whether the games show that the player is stronger than the opponent. Its chance of error is about
// alpha at most, however often one looks and whenever the games end. Both players need [stats.Fewest] openings, and the
// difference must exceed [stats.AtAnyLook] standard errors. If one-sided results leave the difference without a
// standard error, the anytime interval of the player's score against the opponent must lie above one half.
func (m Meeting) Shown(alpha float64) bool {
	switch {
	case m.Openings < stats.Fewest:
		return false
	case m.evidence.measured:
		return m.evidence.Errors > stats.AtAnyLook(m.observed(), alpha)
	case m.evidence.between == nil:
		return false
	}
	means := m.evidence.between()
	score := means.Estimate(1 - alpha)
	if m.evidence.mirrored {
		score = score.Mirrored(1)
	}
	low, _ := score.Limits()
	return low > .5
}

// More returns how many more openings [Meeting.Shown] needs to become true if the players continue to score as before.
// ok is false if this is unknown, or if all openings would be more than the given multiple of the present ones.
func (m Meeting) More(alpha float64, times int) (openings int, ok bool) {
	if !m.evidence.measured {
		return 0, false
	}
	now := m.observed()
	needed, ok := stats.LooksNeeded(now, m.evidence.Errors, alpha, times*now)
	return max(needed, stats.Fewest) - now, ok
}

// observed returns the number of independent observations of the difference.
func (m Meeting) observed() int {
	if shared := m.evidence.Openings; shared > 0 {
		return min(shared, m.Openings)
	}
	return m.Openings
}

// probability returns the probability that the player is stronger, for openings whose number was fixed beforehand. It
// is nil if there is no standard error or fewer than [stats.Fewest] observations.
func (m Meeting) probability() *float64 {
	if !m.evidence.measured || m.observed() < stats.Fewest {
		return nil
	}
	return new(m.evidence.Probability())
}

// compare returns the difference of the ratings of players p and q, given by their numbers, and the evidence.
func (s Standings) compare(p, q int) (difference stats.Estimate, e evidence) {
	difference, e.Evidence, e.measured = s.ratings.Compare(p, q)
	e.measured = e.measured && s.ratings.SeatsFitted // otherwise the seats may explain the difference
	if !e.measured && s.table.Met(p, q) {
		e.between = sync.OnceValue(func() stats.OpeningMeans { return s.table.OpeningsBetween(p, q) })
	}
	return difference, e
}

// evidence returns how clearly the result shows that the player is stronger.
func (m Mixed) evidence() evidence {
	if m.Score.Kind == stats.Measured {
		standardError := m.Score.Error95 / stats.Student95(m.Openings-1)
		errors := (m.Score.Value - .5) / standardError
		return evidence{Evidence: rating.Evidence{Errors: errors, Openings: m.Openings}, measured: true}
	}
	return evidence{between: func() stats.OpeningMeans { return *m.ahead }}
}

// reversed returns the evidence for the opponent.
func (e evidence) reversed() evidence {
	e.Errors, e.mirrored = -e.Errors, !e.mirrored
	return e
}
