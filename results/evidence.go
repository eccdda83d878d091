package results

import (
	"sync"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// evidence is what games tell about the order of two players: their difference, or only their games against each other.
type evidence struct {
	rating.Evidence
	measured bool                      // the difference has a standard error
	between  func() stats.OpeningMeans // one player's scores in the games between the two; nil if these do not count
	mirrored bool                      // the scores in between are the opponent's
}

// Shown reports whether the games show that the player is stronger than the opponent. Its chance of error is about
// alpha at most, however often one looks and whenever the games end. It needs openings of both players, at least
// [stats.Fewest], and a difference of [stats.AtAnyLook] standard errors. If one-sided results leave the difference
// without a standard error, the interval of the player's scores against the opponent decides, as it holds at any time.
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

// More returns how many more openings would let [Meeting.Shown] hold if the results stay as they are. ok is false if it
// is unknown or the openings would be more than a number of times the present ones.
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

// evidence returns the evidence about the player and the opponent of the result.
func (m Mixed) evidence() evidence {
	if m.Score.Kind == stats.Measured {
		errors := (m.Score.Value - .5) * stats.Student95(m.Openings-1) / m.Score.Error95
		return evidence{Evidence: rating.Evidence{Errors: errors, Openings: m.Openings}, measured: true}
	}
	return evidence{between: func() stats.OpeningMeans { return *m.ahead }}
}

// reversed returns the evidence for the opponent.
func (e evidence) reversed() evidence {
	e.Errors, e.mirrored = -e.Errors, !e.mirrored
	return e
}
