package rating

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/stats"
)

// pairsPerParameter is how many pairs a fit needs for each of its parameters before the spread of the pairs' own scores replaces the model's
// variance of games: with fewer, what the fit has explained away is a visible part of that spread.
const pairsPerParameter = 10

// covariance is that of the parameters: H^-1 J H^-1, where H is the information that the model claims to have and J the variance that the scores
// really have. (Huber, The behavior of maximum likelihood estimates under nonstandard conditions, 1967; White, Maximum likelihood estimation of
// misspecified models, 1982.) It also returns H^-1, the covariance if every game were won or lost.
func (m *model) covariance() (cov, naive *mat.SymDense, err error) {
	var cholesky mat.Cholesky
	naive = new(mat.SymDense)
	cholesky.Factorize(m.hessian)
	if err := cholesky.InverseTo(naive); err != nil {
		return nil, nil, err
	}
	return sandwich(naive, m.scoreVariance()), naive, nil
}

// sandwich is inner between two outer matrices.
func sandwich(outer, inner *mat.SymDense) *mat.SymDense {
	var half, full mat.Dense
	half.Mul(mat.DenseCopyOf(outer), inner) // dense, as gonum multiplies two symmetric matrices element by element
	full.Mul(&half, outer)
	n := outer.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, (full.At(i, j)+full.At(j, i))/2)
		}
	}
	return out
}

// scoreVariance is J = sum Var(score) u u'. Of a game by itself the variance is E(1-E) - P_draw/4. Games from one opening are not independent: if it
// favours the first seat it does so in all of them. So their opening enters whole, with the square of what all of them scored beyond expectation;
// pairs that have theirs for themselves do as soon as there are enough. (Liang and Zeger, Longitudinal data analysis using generalized linear models,
// 1986, with openings as clusters.)
func (m *model) scoreVariance() *mat.SymDense {
	pairs := 0
	for _, c := range m.pairs {
		pairs += c.count
	}
	clustered := pairs >= pairsPerParameter*len(m.theta)
	variance := mat.NewSymDense(len(m.theta), nil)
	for _, t := range m.terms {
		games := t.games - t.shared
		if clustered {
			games -= t.paired
		}
		e := m.expected(t.first, t.second)
		addOuter(variance, m.slopes(t.first, t.second), games*max(0, e*(1-e)-stats.DrawProbability(e, m.draws)/4))
	}
	if clustered {
		m.addClusters(variance, m.pairs)
	}
	m.addClusters(variance, m.shared)
	return variance
}

// addClusters adds the squares of what the games from an opening scored beyond expectation.
func (m *model) addClusters(variance *mat.SymDense, clusters []cluster) {
	for _, c := range clusters {
		var gained []slope
		for _, g := range c.games {
			surplus := g.score() - m.expected(g.first, g.second)
			for _, s := range m.slopes(g.first, g.second) {
				gained = append(gained, slope{s.at, s.by * surplus})
			}
		}
		addOuter(variance, merged(gained), float64(c.count))
	}
}

// half95 is half of a 95 % interval, given the variance and how many openings that games share it was measured on, 0 for none. What the fit has
// explained away of few openings is made up for by n/(n - 1), and that their variance is itself uncertain by Student's distribution with n - 1
// degrees of freedom. (Cameron and Miller, A practitioner's guide to cluster-robust inference, 2015, section VI.) One opening alone gives no interval: see
// [tooUniform].
func half95(variance float64, openings int) float64 {
	variance = max(0, variance)
	if openings < 2 {
		return stats.Z95 * math.Sqrt(variance)
	}
	n := float64(openings)
	return distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1+.95)/2) * math.Sqrt(variance*n/(n-1))
}

// uniform is the share of the model's own variance below which results are too uniform for their variance to measure an error.
const uniform = 1e-6

// tooUniform reports whether results give no error: they are too uniform, or from one shared opening alone.
func tooUniform(variance, naive float64, openings int) bool {
	return openings == 1 || variance <= uniform*naive
}

// merged adds up the slopes at the same place.
func merged(slopes []slope) []slope {
	slices.SortStableFunc(slopes, func(a, b slope) int { return cmp.Compare(a.at, b.at) })
	out := slopes[:0]
	for _, s := range slopes {
		if last := len(out) - 1; last >= 0 && out[last].at == s.at {
			out[last].by += s.by
			continue
		}
		out = append(out, s)
	}
	return out
}
