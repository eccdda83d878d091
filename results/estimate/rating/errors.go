package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// sandwich holds the covariance H^-1 J H^-1 of the parameters, where H is the information according to the model and J
// the observed variance of the gradient. (Huber, The behavior of maximum likelihood estimates under nonstandard
// conditions, 1967; White, Maximum likelihood estimation of misspecified models, 1982.) It keeps the two factors H^-1
// and H^-1 J, since few elements of their product are needed. The factors are nil if there are no parameters.
type sandwich struct{ inverse, half *mat.Dense }

// at returns the covariance of the parameters, or players, whose rows are i and j. It averages the products in both
// orders, which differ by rounding.
func (s sandwich) at(i, j int) float64 {
	if s.inverse == nil {
		return 0
	}
	a, b := s.inverse, s.half
	return (floats.Dot(a.RawRowView(i), b.RawRowView(j)) + floats.Dot(a.RawRowView(j), b.RawRowView(i))) / 2
}

// covariance returns the covariance of the parameters. The vectors u of [model.outerProducts] usually have few
// elements, because a game or a shared opening has few of the players.
func (m *model) covariance() (s sandwich, err error) {
	if m.hessian == nil {
		return s, nil
	}
	var inverse mat.SymDense
	if m.hessian.InverseTo(&inverse) != nil {
		return s, errTooFewGames
	}
	n := inverse.SymmetricDim()
	transposed, row := mat.NewDense(n, n, nil), make([]float64, n) // J H^-1: rows are faster to add than columns
	s.inverse = mat.DenseCopyOf(&inverse)
	m.outerProducts(func(u []entry, weight float64) {
		if weight == 0 {
			return
		}
		clear(row)
		for _, a := range u {
			floats.AddScaled(row, weight*a.value, s.inverse.RawRowView(a.index))
		}
		for _, a := range u {
			floats.AddScaled(transposed.RawRowView(a.index), a.value, row)
		}
	})
	s.half = mat.DenseCopyOf(transposed.T())
	return s, nil
}

// outerProducts calls add with the outer products weight u u' whose sum is J of [sandwich], where u is a sparse vector.
// A game without a shared opening contributes the information of its choices. With two seats, draws reduce its
// variance, see [model.drawDispersion]. The games from a shared opening are not independent, so they contribute the
// outer product of the sum of their gradients. (Liang and Zeger, Longitudinal data analysis using generalized linear
// models, 1986, with openings as clusters.)
func (m *model) outerProducts(add func(u []entry, weight float64)) {
	gradients := make([][]entry, len(m.choices)) // gradient of the log likelihood of one game, by kind
	for k, choices := range m.choices {
		drawn := 0.
		if m.counts.seats == 2 {
			drawn = stats.DrawProbability(m.expected(k), m.draws)
		}
		for _, c := range choices {
			p, _ := m.chances(nil, c)
			gradients[k] = m.gradient(gradients[k], c, p)
			for i, a := range c.group {
				for j := range i {
					add(m.slopes(nil, a, c.group[j]), float64(m.alone[k])*max(0, c.weight*p[i]*p[j]-drawn/4))
				}
			}
		}
		gradients[k] = merged(gradients[k])
	}
	var sum []entry
	for _, r := range m.shared {
		sum = sum[:0]
		for _, k := range r.kinds {
			sum = append(sum, gradients[k]...)
		}
		add(merged(sum), float64(r.count))
	}
}

// spread describes the error of an estimate.
type spread struct {
	variance float64 // variance measured on the shared openings; without any, the variance by the model
	byModel  float64 // variance by the model alone
	openings int     // number of shared openings; may be 0
}

// standardError returns the standard error. The variance V measured on n shared openings is too small, because the fit
// follows their results; adding V/(n-1) corrects this. Few openings may also agree by chance. Therefore the amount
// added is at least the variance according to the model divided by n, as if one opening had that variance. (Cameron and
// Miller, A practitioner's guide to cluster-robust inference, 2015, section VI; the idea of adding prior observations
// as in Smyth, Linear models and empirical Bayes methods for assessing differential expression, 2004.)
func (s spread) standardError() float64 {
	if n := float64(s.openings); n >= 2 {
		return math.Sqrt(s.variance + max(s.variance/(n-1), s.byModel/n))
	}
	return math.Sqrt(s.variance)
}

// half95 returns half the width of a 95 % interval. If shared openings measure the variance, the interval is Student's,
// with one degree of freedom less than there are openings; otherwise it is normal. For a single opening, see
// [spread.tooUniform].
func (s spread) half95() float64 {
	if s.openings < 2 {
		return stats.Z95 * s.standardError()
	}
	return stats.Student95(s.openings-1) * s.standardError()
}

// tooUniform reports whether no error can be measured, because the results are too uniform for the model or come from a
// single shared opening.
func (s spread) tooUniform() bool { return s.openings == 1 || s.variance <= 1e-6*s.byModel }

// Compare returns a player's rating minus an opponent's, in points, and the evidence that the player is stronger. The
// difference is absent if the games do not compare the two players, or only by a single shared opening. ok is false if
// the difference has no measured error; then e is empty.
func (r *Ratings) Compare(player, opponent int) (difference stats.Estimate, e Evidence, ok bool) {
	a, b, component := r.Players[player].Estimate, r.Players[opponent].Estimate, r.model.pools.component
	if !a.HasValue() || !b.HasValue() || component[player] != component[opponent] {
		return difference, e, false
	}
	value, measured := r.values[player]-r.values[opponent], r.spreadBetween(player, opponent)
	switch {
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
	standardError := measured.standardError()
	return difference, Evidence{value / standardError, standardError, measured.openings}, true
}

// spreadBetween returns the spread of the difference between two players of a component. Its number of openings is the
// smaller of both players' numbers of shared openings, or the larger one if the smaller one is 0. However, this number
// does not exceed the effective number of openings that decide the difference: players with many openings may be
// connected by only two of them.
func (r *Ratings) spreadBetween(player, opponent int) spread {
	m := r.model
	s := spread{variance: max(0, r.cov.at(player, player)+r.cov.at(opponent, opponent)-2*r.cov.at(player, opponent))}
	if r.cov.inverse == nil {
		return s
	}
	change := slices.Clone(r.cov.inverse.RawRowView(player)) // as in model.effectiveOpenings
	floats.Sub(change, r.cov.inverse.RawRowView(opponent))
	if i := m.index[player]; i >= 0 {
		s.byModel += change[i]
	}
	if i := m.index[opponent]; i >= 0 {
		s.byModel -= change[i]
	}
	s.byModel *= m.dispersion / logisticScale
	s.openings = min(m.sharedOf[player], m.sharedOf[opponent])
	if s.openings == 0 {
		s.openings = max(m.sharedOf[player], m.sharedOf[opponent])
	}
	if s.openings > 0 {
		s.openings = max(1, min(s.openings, int(math.Round(m.effectiveOpenings(change)))))
	}
	return s
}

// effectiveOpenings returns the effective number of openings that decide a quantity, such as a difference of ratings.
// It is (sum w)^2/sum w^2, where w is the variance that each opening contributes to the quantity according to the
// model. (Satterthwaite, An approximate distribution of estimates of variance components, 1946.) A game without a
// shared opening counts as an opening. change holds, by parameter, how much the quantity grows per unit of the gradient
// of the log likelihood.
func (m *model) effectiveOpenings(change []float64) float64 {
	variances := make([]float64, len(m.choices)) // by kind, the variance that one game contributes
	for k, choices := range m.choices {
		for _, c := range choices {
			p, _ := m.chances(nil, c)
			for i, a := range c.group {
				for j := range i {
					moved := 0.
					for _, s := range m.slopes(nil, a, c.group[j]) {
						moved += s.value * change[s.index]
					}
					variances[k] += c.weight * p[i] * p[j] * moved * moved
				}
			}
		}
	}

	sum, squares := 0., 0. // sums of the variances of openings and of their squares
	add := func(variance float64, openings int) {
		sum += float64(openings) * variance
		squares += float64(openings) * variance * variance
	}
	for k, variance := range variances {
		add(variance, m.alone[k])
	}
	for _, r := range m.shared {
		variance := 0.
		for _, k := range r.kinds {
			variance += variances[k]
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
	Errors        float64 // the difference, in standard errors
	StandardError float64 // standard error of the difference, in rating points
	Openings      int     // number of shared openings that measured the standard error; 0 if no game shares an opening
}

// Probability returns the probability that the player is stronger, for games whose number was fixed beforehand. It uses
// Student's distribution if openings measured the error, and otherwise the normal one.
func (e Evidence) Probability() float64 {
	if e.Openings > 1 {
		return distuv.StudentsT{Sigma: 1, Nu: float64(e.Openings - 1)}.CDF(e.Errors)
	}
	return distuv.UnitNormal.CDF(e.Errors)
}
