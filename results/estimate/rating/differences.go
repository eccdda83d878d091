package rating

import (
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// Difference returns a player's rating minus an opponent's, in points. It is absent if the games do not compare them.
func (r *Ratings) Difference(player, opponent int) stats.Estimate {
	value, measured, ok := r.difference(player, opponent)
	if !ok {
		return stats.Estimate{}
	}
	a, b := r.Players[player].Estimate, r.Players[opponent].Estimate
	switch {
	case !a.HasValue() || !b.HasValue():
		return stats.Estimate{}
	case a.Kind == stats.Fixed && b.Kind == stats.Fixed:
		return stats.Estimate{Kind: stats.Fixed, Value: value}
	case a.Kind == stats.Bracketed || b.Kind == stats.Bracketed || measured.tooUniform():
		aLow, aHigh := a.Limits()
		bLow, bHigh := b.Limits()
		return stats.Limited(value, aLow-bHigh, aHigh-bLow)
	}
	return stats.Symmetric(value, measured.half95())
}

// together returns the number of shared openings from which the error of a difference between two players is estimated.
// It is the smaller of their numbers of shared openings, or the larger one if the smaller is 0.
func (r *Ratings) together(player, opponent int) int {
	if r.met == nil {
		return 0
	}
	least, most := min(r.met[player], r.met[opponent]), max(r.met[player], r.met[opponent])
	if least == 0 {
		return most
	}
	return least
}

// Evidence is the difference between two players in standard errors.
type Evidence struct {
	Errors   float64
	Openings int // number of shared openings that measured the standard error; 0 if every game has its own
}

// Evidence returns the evidence that a player is stronger than an opponent. ok is false if the difference has no
// measured error.
func (r *Ratings) Evidence(player, opponent int) (e Evidence, ok bool) {
	if r.Difference(player, opponent).Kind != stats.Measured {
		return e, false
	}
	value, measured, _ := r.difference(player, opponent)
	return Evidence{value / measured.standardError(), measured.openings}, true
}

// Probability returns the probability that the player is stronger, for games whose number was fixed beforehand. It uses
// Student's distribution if openings measured the error, and otherwise the normal one.
func (e Evidence) Probability() float64 {
	if e.Openings > 1 {
		return distuv.StudentsT{Sigma: 1, Nu: float64(e.Openings - 1)}.CDF(e.Errors)
	}
	return distuv.UnitNormal.CDF(e.Errors)
}

// difference returns the rating of player i minus the rating of player j, with its error, which is 0 if both are
// anchored. ok is false for players of different components.
func (r *Ratings) difference(i, j int) (value float64, measured spread, ok bool) {
	if i < 0 || j < 0 || i >= len(r.Players) || j >= len(r.Players) || r.component[i] != r.component[j] {
		return 0, spread{}, false
	}
	variance := r.cov.at(i, i) + r.cov.at(j, j) - 2*r.cov.at(i, j)
	return r.values[i] - r.values[j], spread{max(0, variance), r.modelled(i, j), r.together(i, j)}, true
}

// modelled returns the variance of the difference between two players of a component according to the model alone.
func (r *Ratings) modelled(i, j int) (variance float64) {
	if r.cov.inverse == nil {
		return 0
	}
	a, b := r.cov.inverse.RawRowView(i), r.cov.inverse.RawRowView(j)
	if at := r.index[i]; at >= 0 {
		variance += a[at] - b[at]
	}
	if at := r.index[j]; at >= 0 {
		variance -= a[at] - b[at]
	}
	return r.dispersion * variance
}
