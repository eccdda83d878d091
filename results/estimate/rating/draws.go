package rating

import (
	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/stats"
)

// drawRate returns the draw rate between equal players with its interval. If there is no symmetric interval within [0,
// 1], or only a single shared opening, the limits come from the anytime interval of the share of draws. Each limit is
// then the draw rate between equal players at which the expected share of draws equals a limit of the anytime interval.
func (m *model) drawRate() stats.Estimate {
	draws, games := m.observedDraws()
	if games == 0 {
		return stats.Estimate{}
	}
	if m.draws > 0 && m.draws < 1 {
		h := 1e-6 * min(m.draws, 1-m.draws) // step of the numerical derivative
		slope := (m.expectedDraws(m.draws+h) - m.expectedDraws(m.draws-h)) / (2 * h)
		error95 := spread{variance: m.drawVariance(), openings: m.sharedOpenings()}.half95() / slope
		if m.sharedOpenings() != 1 && error95 > 0 && error95 < min(m.draws, 1-m.draws) {
			return stats.Symmetric(m.draws, error95)
		}
	}
	observations := m.seatCurve(1).observations() // each shared opening counts as one
	limits := stats.Anytime(draws/games*observations, observations, .95)
	return stats.Limited(m.draws, m.drawRateFor(limits.Low*games), m.drawRateFor(limits.High*games))
}

// drawRateFor returns the draw rate between equal players with which the model expects the given number of draws.
func (m *model) drawRateFor(draws float64) float64 {
	switch {
	case draws <= 0:
		return 0
	case draws >= m.expectedDraws(1):
		return 1
	}
	return stats.Bisect(0, 1, func(d float64) float64 { return m.expectedDraws(d) - draws })
}

// expectedDraws returns the expected number of draws, given the draw rate d between equal players.
func (m *model) expectedDraws(d float64) (sum float64) {
	m.duels(func(_ int, e, games float64) { sum += games * stats.DrawProbability(e, d) })
	return sum
}

// observedDraws returns the number of draws and the number of games, over games between players of one component.
func (m *model) observedDraws() (draws, games float64) {
	m.duels(func(k int, _, n float64) {
		games += n
		if m.scored(k) == .5 {
			draws += n
		}
	})
	return draws, games
}

// drawVariance returns the variance of the difference between the observed number of draws and the number expected with
// the fitted strengths. A game contributes the variance of (drawn - x) - k (score - E), where drawn is 1 for a draw and
// 0 otherwise, x is the probability of a draw, and E is the expected score. One more point in the game changes the
// fitted strengths, and thereby raises the expected number of draws by k = c' H^-1 u. Here u is the gradient of the log
// odds of the game, c the gradient of the expected number of draws, and H the negative Hessian of the log likelihood. A
// shared opening contributes the square of the sum over its games. (Murphy and Topel, Estimation and inference in
// two-step econometric models, 1985.)
func (m *model) drawVariance() (variance float64) {
	carried := m.carried()
	surplus := make([]float64, len(m.choices)) // by kind of game: (drawn - x) - k (score - E)
	m.duels(func(game int, e, _ float64) {
		x, k := stats.DrawProbability(e, m.draws), 0.
		for _, s := range m.duelSlopes(game) {
			k += s.value * carried.AtVec(s.index)
		}
		score := m.scored(game)
		surplus[game] = -x - k*(score-e)
		if score == .5 {
			surplus[game]++
		}
		// The variance of drawn is x (1-x), and the variance of the score is E (1-E) - x/4. Their covariance is
		// x (1/2 - E).
		variance += float64(m.alone[game]) * (x*(1-x) - 2*k*x*(.5-e) + k*k*(e*(1-e)-x/4))
	})
	for _, r := range m.shared {
		sum := 0.
		for _, k := range r.kinds {
			sum += surplus[k]
		}
		variance += float64(r.count) * sum * sum
	}
	return max(0, variance)
}

// carried returns H^-1 c of [model.drawVariance]: by parameter, the change of the expected number of draws per point
// that the player or seat of the parameter scores beyond expectation.
func (m *model) carried() *mat.VecDense {
	if len(m.theta) == 0 {
		return new(mat.VecDense)
	}
	c := mat.NewVecDense(len(m.theta), nil)
	phi := (1 - m.draws) / (2 * m.draws)
	m.duels(func(k int, e, games float64) {
		// byScore is the derivative of the probability of a draw by the expected score.
		byScore := 2 * (1 - 2*e) / (1 + (4*phi*phi-1)*stats.DrawProbability(e, m.draws))
		for _, s := range m.duelSlopes(k) {
			c.SetVec(s.index, c.AtVec(s.index)+s.value*games*byScore*e*(1-e))
		}
	})
	if m.hessian.SolveVecTo(c, c) != nil { // H is nearly singular: the change is neglected
		c.Zero()
	}
	return c
}

// drawDispersion returns the variance of scores divided by their variance without draws, for games of two seats.
// Without draws, a score with the expectation E has the variance E(1-E); draws with the probability x reduce it to
// E(1-E) - x/4.
func (m *model) drawDispersion() float64 {
	withDraws, withoutDraws := 0., 0.
	m.duels(func(_ int, e, n float64) {
		withDraws += n * (e*(1-e) - stats.DrawProbability(e, m.draws)/4)
		withoutDraws += n * e * (1 - e)
	})
	if withoutDraws == 0 {
		return 1
	}
	return withDraws / withoutDraws
}

// duels calls visit for every kind of game of two seats whose players are in one component, with the index k of the
// kind, the expected score of the first seat, and the number of games.
func (m *model) duels(visit func(k int, expected, games float64)) {
	for k, kind := range m.counts.kinds {
		if m.choices[k] != nil {
			visit(k, m.expected(k), float64(kind.count))
		}
	}
}

// duelSlopes returns the derivatives, by all parameters, of the log odds of the first seat in games of kind k.
func (m *model) duelSlopes(k int) []entry {
	p := m.counts.seated(k)
	return m.slopes(nil, seated{int(p[0]), 0}, seated{int(p[1]), 1})
}

// expected returns the expected score of the first of two seats in games of kind k.
func (m *model) expected(k int) float64 {
	p := m.counts.seated(k)
	return stats.Sigmoid(m.strength(int(p[0])) - m.strength(int(p[1])) - m.effect(1)) // the effect of seat 1 is 0
}

// scored returns the score of the first of two seats in games of kind k.
func (m *model) scored(k int) float64 {
	score, _ := m.counts.kinds[k].score(0, 1)
	return score
}
