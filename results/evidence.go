package results

import (
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// evidence is what games tell about the order of two players.
type evidence struct {
	errors   float64                   // difference of the ratings in standard errors
	chance   float64                   // probability that the player is stronger, if the games end here as planned
	openings int                       // number of openings that measured the standard error; 0 if there is none
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
	case m.evidence.openings > 0:
		return m.evidence.errors > stats.AtAnyLook(m.evidence.openings, alpha)
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

// Needed returns the number of openings at which [Meeting.Shown] would hold if the results stay as they are, where the
// opponents now have the given number. ok is false if it is unknown or greater than most.
func (m Meeting) Needed(alpha float64, openings, most int) (needed int, ok bool) {
	if m.evidence.openings == 0 {
		return 0, false
	}
	return stats.LooksNeeded(openings, m.evidence.errors, alpha, most)
}

// evidence returns the evidence about players p and q, given by their numbers, from the ratings.
func (s Standing) evidence(p, q, openings int) (e evidence) {
	if errors, shared, ok := s.ratings.Evidence(p, q); ok {
		if shared > 0 {
			openings = min(openings, shared)
		}
		chance, _ := s.ratings.ProbabilityStronger(p, q)
		return evidence{errors: errors, chance: chance, openings: openings}
	}
	if s.table.Met(p, q) {
		e.between = func() stats.OpeningMeans { return s.table.OpeningsBetween(p, q) }
	}
	return e
}

// evidence returns the evidence about the player and the opponent of the result.
func (m Mixed) evidence() evidence {
	if m.Score.Kind == stats.Measured {
		errors := (m.Score.Value - .5) * stats.Student95(m.Openings-1) / m.Score.Error95
		chance := distuv.StudentsT{Sigma: 1, Nu: float64(m.Openings - 1)}.CDF(errors)
		return evidence{errors: errors, chance: chance, openings: m.Openings}
	}
	return evidence{between: func() stats.OpeningMeans { return *m.ahead }}
}

// reversed returns the evidence for the opponent.
func (e evidence) reversed() evidence {
	e.errors, e.chance, e.mirrored = -e.errors, 1-e.chance, !e.mirrored
	return e
}
