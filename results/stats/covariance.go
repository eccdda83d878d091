package stats

import "gonum.org/v1/gonum/mat"

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
	n := len(m.theta)
	var half, full mat.Dense
	half.Mul(mat.DenseCopyOf(naive), m.scoreVariance()) // dense, as gonum multiplies two symmetric matrices element by element
	full.Mul(&half, naive)
	cov = mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			cov.SetSym(i, j, (full.At(i, j)+full.At(j, i))/2)
		}
	}
	return cov, naive, nil
}

// scoreVariance is J = sum Var(score) u u'. Of a game by itself the variance is E(1-E) - P_draw/4. The two games of a pair are not independent: an
// opening that favours the first seat favours each player once. So a pair enters whole, with the square of what it scored beyond expectation. (Liang
// and Zeger, Longitudinal data analysis using generalized linear models, 1986, with pairs as clusters.)
func (m *model) scoreVariance() *mat.SymDense {
	pairs := 0
	for _, d := range m.duels {
		for _, row := range d.joint {
			pairs += row[0] + row[1] + row[2]
		}
	}
	clustered := pairs >= pairsPerParameter*len(m.theta)
	variance := mat.NewSymDense(len(m.theta), nil)
	for _, t := range m.terms {
		games := t.games
		if clustered {
			games = float64(t.single[0] + t.single[1] + t.single[2])
		}
		e := m.expected(t.first, t.second)
		addOuter(variance, m.slopes(t.first, t.second), games*max(0, e*(1-e)-drawProbability(e, m.draws)/4))
	}
	if clustered {
		for _, d := range m.duels {
			m.addPairs(variance, d)
		}
	}
	return variance
}

// addPairs adds the squares of what the pairs of two players scored beyond expectation.
func (m *model) addPairs(variance *mat.SymDense, d duel) {
	lowFirst, highFirst := m.expected(d.low, d.high), m.expected(d.high, d.low)
	u, v := m.slopes(d.low, d.high), m.slopes(d.high, d.low)
	for a, row := range d.joint {
		for b, n := range row {
			gained := make([]slope, 0, 6)
			for _, s := range u {
				gained = append(gained, slope{s.at, s.by * (float64(a)/2 - lowFirst)})
			}
			for _, s := range v {
				gained = append(gained, slope{s.at, s.by * (float64(b)/2 - highFirst)})
			}
			addOuter(variance, merged(gained), float64(n))
		}
	}
}

// merged adds up the slopes at the same place.
func merged(slopes []slope) []slope {
	out := slopes[:0]
next:
	for _, s := range slopes {
		for i := range out {
			if out[i].at == s.at {
				out[i].by += s.by
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}
