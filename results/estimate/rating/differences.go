package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// Compare returns a player's rating minus an opponent's, in points, and the evidence that the player is stronger. The
// difference is absent if the games do not compare the two players. ok is false if the difference has no measured
// error; then e is empty.
func (r *Ratings) Compare(player, opponent int) (difference stats.Estimate, e Evidence, ok bool) {
	value, measured, ok := r.difference(player, opponent)
	if !ok {
		return difference, e, false
	}
	a, b := r.Players[player].Estimate, r.Players[opponent].Estimate
	switch {
	case !a.HasValue() || !b.HasValue():
		return difference, e, false
	case a.Kind == stats.Fixed && b.Kind == stats.Fixed:
		return stats.Estimate{Kind: stats.Fixed, Value: value}, e, false
	case a.Kind == stats.Bracketed || b.Kind == stats.Bracketed:
		aLow, aHigh := a.Limits()
		bLow, bHigh := b.Limits()
		return stats.Limited(value, aLow-bHigh, aHigh-bLow), e, false
	case measured.openings == 1: // a single opening, from which no error can be measured
		return difference, e, false
	}
	difference = stats.Symmetric(value, measured.half95())
	if measured.tooUniform() {
		return difference, e, false
	}
	return difference, Evidence{value / measured.standardError(), measured.openings}, true
}

// errorOpenings returns the number of shared openings from which the error of a difference between two players is
// estimated. It is the smaller of both players' numbers of shared openings, or the larger number if the smaller one is
// 0. But it is at most the effective number of openings that decide the difference: players with many openings may be
// connected by only two of them.
func (r *Ratings) errorOpenings(player, opponent int) int {
	a, b := r.model.met[player], r.model.met[opponent]
	if max(a, b) == 0 || r.cov.inverse == nil {
		return 0
	}
	openings := min(a, b)
	if openings == 0 {
		openings = max(a, b)
	}
	change := slices.Clone(r.cov.inverse.RawRowView(player))
	floats.Sub(change, r.cov.inverse.RawRowView(opponent))
	return max(1, min(openings, int(math.Round(r.model.deciding(change)))))
}

// deciding returns the effective number of openings that decide a quantity, such as a difference of ratings. It is (sum
// w)^2/sum w^2, where w is the variance that each opening contributes to the quantity according to the model.
// (Satterthwaite, An approximate distribution of estimates of variance components, 1946.) A game without a shared
// opening counts as an opening. change holds, by parameter, how much the quantity grows per unit of the gradient of the
// log likelihood.
func (m *model) deciding(change []float64) float64 {
	varies := make([]float64, len(m.choices)) // by kind, the variance that one game contributes
	for k, choices := range m.choices {
		for _, c := range choices {
			p, _ := m.chances(nil, c)
			for i, a := range c.group {
				for j := range i {
					moved := 0.
					for _, s := range m.slopes(nil, a, c.group[j]) {
						moved += s.by * change[s.at]
					}
					varies[k] += c.weight * p[i] * p[j] * moved * moved
				}
			}
		}
	}
	sum, squares := 0., 0.
	add := func(variance float64, openings int) {
		sum += float64(openings) * variance
		squares += float64(openings) * variance * variance
	}
	for k, variance := range varies {
		add(variance, m.alone[k])
	}
	for _, r := range m.shared {
		variance := 0.
		for _, k := range r.kinds {
			variance += varies[k]
		}
		add(variance, r.count)
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}

// Evidence is the evidence that one player is stronger than another.
type Evidence struct {
	Errors   float64 // the difference, in standard errors
	Openings int     // number of shared openings that measured the standard error; 0 if every game has its own
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
// anchored. ok is false for players of different components, whose ratings cannot be compared.
func (r *Ratings) difference(i, j int) (value float64, measured spread, ok bool) {
	if component := r.model.pools.component; component[i] != component[j] {
		return 0, spread{}, false
	}
	variance := r.cov.at(i, i) + r.cov.at(j, j) - 2*r.cov.at(i, j)
	return r.values[i] - r.values[j], spread{max(0, variance), r.modelled(i, j), r.errorOpenings(i, j)}, true
}

// modelled returns the variance of the difference between two players of a component according to the model alone.
func (r *Ratings) modelled(i, j int) (variance float64) {
	if r.cov.inverse == nil {
		return 0
	}
	a, b := r.cov.inverse.RawRowView(i), r.cov.inverse.RawRowView(j)
	if at := r.model.index[i]; at >= 0 {
		variance += a[at] - b[at]
	}
	if at := r.model.index[j]; at >= 0 {
		variance -= a[at] - b[at]
	}
	return r.model.dispersion / r.model.options.Scale * variance
}
