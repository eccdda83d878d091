package rating

import (
	"gonum.org/v1/gonum/mat"

	"pillars/results/stats"
)

// expectedDraws is the number of draws to be expected in all games fitted, at a draw rate.
func (m *model) expectedDraws(d float64) float64 {
	sum := 0.
	for _, t := range m.terms {
		sum += t.games * stats.DrawProbability(m.expected(t.first, t.second), d)
	}
	return sum
}

// drawRateFor is the draw rate at parity at which so many draws are to be expected.
func (m *model) drawRateFor(draws float64) float64 {
	switch {
	case draws <= 0:
		return 0
	case draws >= m.expectedDraws(1):
		return 1
	}
	return stats.Bisect(0, 1, func(d float64) float64 { return m.expectedDraws(d) - draws })
}

// fitDraws fits the draw rate so that expected draws equal observed ones.
func (m *model) fitDraws() { draws, _ := m.observedDraws(); m.draws = m.drawRateFor(draws) }

func (m *model) observedDraws() (draws, games float64) {
	for _, t := range m.terms {
		draws += t.draws
		games += t.games
	}
	return draws, games
}

// drawRate is the draw rate with its error. Where the interval would leave [0, 1] it is the anytime interval of the share of draws, seen at parity.
func (m *model) drawRate() stats.Estimate {
	draws, games := m.observedDraws()
	if games == 0 {
		return stats.Estimate{}
	}
	if m.draws > 0 && m.draws < 1 {
		h := 1e-6 * min(m.draws, 1-m.draws)
		slope := (m.expectedDraws(m.draws+h) - m.expectedDraws(m.draws-h)) / (2 * h)
		openings := m.sharedOpenings()
		error95 := half95(m.drawVariance(), openings) / slope
		if openings != 1 && error95 > 0 && error95 < min(m.draws, 1-m.draws) {
			return stats.Symmetric(m.draws, error95)
		}
	}
	seen := m.seatCurve().observations()
	limits := stats.AnytimeLimits(draws/games*seen, seen, .95)
	return stats.Estimate{Kind: stats.Bracketed, Value: m.draws, Low: m.drawRateFor(limits.Low * games), High: m.drawRateFor(limits.High * games)}
}

// drawVariance is the variance of the number of draws observed less that expected under the fitted strengths. As these move with the scores, a game
// adds that of (drawn - x) - k (score - E), where k = c' H^-1 u and c is the derivative of the expected number by the parameters. (The delta method
// for estimators in two steps: Murphy and Topel, Estimation and inference in two-step econometric models, 1985.) The games from a shared opening add
// the square of what they come to together.
func (m *model) drawVariance() float64 {
	carried := m.carried()
	variance := 0.
	for _, t := range m.terms {
		e, x, k := m.drawing(t.first, t.second, carried)
		variance += (t.games - t.shared) * (x*(1-x) - 2*k*x*(.5-e) + k*k*(e*(1-e)-x/4))
	}
	for _, c := range m.shared {
		sum := 0.
		for _, g := range c.games {
			e, x, k := m.drawing(g.first, g.second, carried)
			if g.outcome == 1 {
				sum++
			}
			sum -= x + k*(g.score()-e)
		}
		variance += float64(c.count) * sum * sum
	}
	return max(0, variance)
}

// drawing is what a game of first against second is expected to come to: the score e, the probability x of a draw, and k, by how much the expected
// number of draws moves with its score.
func (m *model) drawing(first, second int, carried *mat.VecDense) (e, x, k float64) {
	e = m.expected(first, second)
	for _, s := range m.slopes(first, second) {
		k += s.by * carried.AtVec(s.at)
	}
	return e, stats.DrawProbability(e, m.draws), k
}

// carried is H^-1 c, how the expected number of draws moves with points beyond expectation.
func (m *model) carried() *mat.VecDense {
	if len(m.theta) == 0 {
		return new(mat.VecDense)
	}
	c := mat.NewVecDense(len(m.theta), nil)
	phi := (1 - m.draws) / (2 * m.draws)
	for _, t := range m.terms {
		e := m.expected(t.first, t.second)
		byScore := 2 * (1 - 2*e) / (1 + (4*phi*phi-1)*stats.DrawProbability(e, m.draws)) // dx/dE
		for _, s := range m.slopes(t.first, t.second) {
			c.SetVec(s.at, c.AtVec(s.at)+s.by*t.games*byScore*e*(1-e))
		}
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(m.hessian) || cholesky.SolveVecTo(c, c) != nil {
		c.Zero()
	}
	return c
}
