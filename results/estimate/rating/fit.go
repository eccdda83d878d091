package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/stats"
)

// duels calls visit for every kind of game of two seats whose players are in one component, with the index k of the
// kind, the expected score of the first seat, and the number of games.
func (m *model) duels(visit func(k int, expected, games float64)) {
	for k, kind := range m.table.kinds {
		if m.choices[k] != nil {
			visit(k, m.expected(k), float64(kind.count))
		}
	}
}

// logOdds returns the log odds of the first of two seats in games of kind k.
func (m *model) logOdds(k int) float64 {
	p := m.table.seated(k)
	return m.strength(int(p[0])) - m.strength(int(p[1])) - m.effect(1) // the effect of the first seat is 0
}

// duelSlopes returns the derivatives of [model.logOdds] by all parameters.
func (m *model) duelSlopes(k int) []entry {
	p := m.table.seated(k)
	return m.slopes(nil, seated{int(p[0]), 0}, seated{int(p[1]), 1})
}

// expected returns the expected score of the first of two seats in games of kind k.
func (m *model) expected(k int) float64 { return stats.Sigmoid(m.logOdds(k)) }

// scored returns the score of the first of two seats in games of kind k.
func (m *model) scored(k int) float64 {
	score, _ := m.table.kinds[k].score(0, 1)
	return score
}

// expectedDraws returns the expected number of draws, given the draw rate d between equals.
func (m *model) expectedDraws(d float64) (sum float64) {
	m.duels(func(_ int, e, games float64) { sum += games * stats.DrawProbability(e, d) })
	return sum
}

// drawRateFor returns the draw rate between equals with which expectedDraws returns the given number of draws.
func (m *model) drawRateFor(draws float64) float64 {
	switch {
	case draws <= 0:
		return 0
	case draws >= m.expectedDraws(1):
		return 1
	}
	return stats.Bisect(0, 1, func(d float64) float64 { return m.expectedDraws(d) - draws })
}

// observedDraws returns the number of draws and of games within components.
func (m *model) observedDraws() (draws, games float64) {
	m.duels(func(k int, _, n float64) {
		games += n
		if m.scored(k) == .5 {
			draws += n
		}
	})
	return draws, games
}

// drawRate returns the draw rate between equals with its interval. If there is no symmetric interval within [0, 1], or
// only a single shared opening, the limits come from the anytime interval of the share of draws. They are the draw
// rates between equals at which the limits of this share are the expected shares of draws.
func (m *model) drawRate() stats.Estimate {
	draws, games := m.observedDraws()
	if games == 0 {
		return stats.Estimate{}
	}
	if m.draws > 0 && m.draws < 1 {
		h := 1e-6 * min(m.draws, 1-m.draws) // for the numerical derivative
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

// maximise moves the parameters to the maximum of the log likelihood by Newton's method with step halving. It returns
// the factorized negative Hessian at the maximum, or nil if there are no parameters. It returns [errTooFewGames] if the
// likelihood is flat or has no maximum.
func (m *model) maximise() (*mat.Cholesky, error) {
	const (
		maxSteps  = 200   // usually under ten steps are enough
		flatSteps = 20    // after these steps, a nearly flat likelihood is taken to grow without limit
		longest   = 4     // in log odds: longer steps could end where the likelihood is flat, so they are cut
		short     = 1e-4  // in log odds: shorter steps are taken without checking that the likelihood grows
		converged = 1e-10 // in log odds: the search ends after a shorter step
	)
	if len(m.theta) == 0 {
		return nil, nil
	}
	lastSize := math.Inf(1)
	curvature := mat.NewSymDense(len(m.theta), nil)
	var cholesky mat.Cholesky
	var newtonStep mat.VecDense
	for step := range maxSteps {
		curvature.Zero()
		gradient := m.derivatives(curvature)
		if !cholesky.Factorize(curvature) || step > flatSteps && cholesky.Cond() > worstCondition ||
			cholesky.SolveVecTo(&newtonStep, gradient) != nil {
			return nil, errTooFewGames
		}
		delta := newtonStep.RawVector().Data
		size := floats.Norm(delta, math.Inf(1))
		if size > longest {
			floats.Scale(longest/size, delta)
		}
		if size < short {
			floats.Add(m.theta, delta)
		} else {
			m.climb(delta)
		}
		if size < converged || size < short && size >= lastSize { // or rounding keeps the steps from shrinking
			curvature.Zero()
			m.derivatives(curvature)
			if !cholesky.Factorize(curvature) {
				return nil, errTooFewGames
			}
			return &cholesky, nil
		}
		lastSize = size
	}
	return nil, errTooFewGames
}

// climb moves the parameters by delta, and halves the move until the log likelihood has grown. In a sum over very many
// games, rounding can hide the growth. The log likelihood is concave, so it has also grown if it still rises along
// delta after the move.
func (m *model) climb(delta []float64) {
	start, likelihood := slices.Clone(m.theta), m.logLikelihood()
	for scale := 1.; scale > 1e-9; scale /= 2 {
		floats.AddScaledTo(m.theta, start, scale, delta)
		if m.logLikelihood() > likelihood || floats.Dot(m.derivatives(nil).RawVector().Data, delta) >= 0 {
			return
		}
	}
}

// worstCondition is the condition number of a negative Hessian above which a likelihood counts as flat. A likelihood
// that grows without limit exceeds it; ratings of real games stay below 1e8.
const worstCondition = 1e13

// curve gives the expected points of a player or a seat as a function of its strength x, in log odds. They are the sum
// of games/(1 + exp(-x - shift)) over groups of games.
type curve struct {
	scale         float64   // log odds per rating point
	shifts        []float64 // of each group: log odds of a player of strength 0
	games         []float64 // of each group: number of games
	points, count float64   // points scored, and number of games
	together      float64   // number of games that share openings; each opening counts as one observation
	openings      int       // number of these openings
}

// observations returns the number of independent observations of the mean score. In the curve of a seat, the games from
// a shared opening are one observation. In the curve of a player, each game is an observation, because an opening that
// favours a seat favours the player in that seat and the opponents in that seat alike.
func (c *curve) observations() float64 { return c.count - c.together + float64(c.openings) }

// add adds games with the given shift, which depends on the strength of the opponents.
func (c *curve) add(shift, games, points float64) {
	c.shifts = append(c.shifts, shift)
	c.games = append(c.games, games)
	c.points += points
	c.count += games
}

// meetings returns the curve of a player in games of the kinds played, against opponents of the component
// [pools.against]. values holds the ratings of all players, in points. If all places of a game are known, its score is
// the share of these opponents who are behind the player. Otherwise it is 1 for a player ahead of all of them.
func (m *model) meetings(played []int, values []float64, player int) *curve {
	c := &curve{scale: m.options.Scale}
	pools := &m.pools
	for _, k := range played {
		seats := m.table.seated(k)
		for seat, holder := range seats {
			if int(holder) != player {
				continue
			}
			var opponents []int // seats of the opponents
			var shifts []float64
			for other, opponent := range seats {
				if int(opponent) != player && pools.component[opponent] == pools.against(player) {
					opponents = append(opponents, other)
					shifts = append(shifts, m.effect(seat)-m.effect(other)-values[opponent]*c.scale)
				}
			}
			complete := !slices.Contains(m.table.kinds[k].ranks[:m.table.seats], 0)
			c.addGames(&m.table.kinds[k], seat, opponents, shifts, complete)
		}
	}
	return c
}

// addGames adds the games of a kind, in which a player in the given seat met opponents in other seats. shifts holds the
// shift of the curve for each opponent. complete says whether all places are known. Other players in the game may be
// left out: in the model of [Rate], they do not change the probability of being ahead of the opponents.
func (c *curve) addGames(k *kind, seat int, opponents []int, shifts []float64, complete bool) {
	count := float64(k.count)
	if complete {
		perOpponent := count / float64(len(opponents))
		for i, other := range opponents {
			score, _ := k.score(seat, other)
			c.add(shifts[i], perOpponent, perOpponent*score)
		}
		return
	}
	aheadOfAll, known := 1., false // 1 for a player ahead of all opponents, 1/2 for one tied with the best of them
	for _, other := range opponents {
		if score, ok := k.score(seat, other); ok {
			aheadOfAll, known = min(aheadOfAll, score), true
		}
	}
	if known {
		logOdds := make([]float64, len(shifts)) // of the opponents against a player of strength 0
		floats.SubTo(logOdds, logOdds, shifts)
		c.add(-floats.LogSumExp(logOdds), count, count*aheadOfAll)
	}
}

// seatCurve returns the curve of a seat against the first seat, given the fitted strengths of the players.
func (m *model) seatCurve(seat int) *curve {
	c := &curve{scale: m.options.Scale, openings: m.sharedOpenings()}
	component := m.pools.component
	for k := range m.table.kinds {
		p := &m.table.kinds[k]
		score, ok := p.score(seat, 0)
		if ok && component[p.players[seat]] == component[p.players[0]] {
			ahead := m.strength(int(p.players[seat])) - m.strength(int(p.players[0]))
			c.add(ahead, float64(p.count), float64(p.count)*score)
			c.together += float64(p.count - m.alone[k])
		}
	}
	return c
}

// fewestPoints is how many points a player must have won, and how many lost, for the games to measure an error. With
// fewer, chance misleads: if a player who loses one game in a thousand happens to lose one of a few, the rating is too
// low by more than its measured error says.
const fewestPoints = 3

// bracket returns an estimate in rating points with the given value. Its limits are the strengths at which the expected
// score equals the limits of the anytime interval of the score.
func (c *curve) bracket(value float64) stats.Estimate {
	if c.count == 0 {
		return stats.Estimate{}
	}
	observations := c.observations()
	limits := stats.Anytime(c.points/c.count*observations, observations, .95)
	return stats.Limited(value, c.strengthAt(limits.Low), c.strengthAt(limits.High))
}

// strengthAt returns the strength, in rating points, at which the mean expected score of a game is score.
func (c *curve) strengthAt(score float64) float64 {
	logOdds := math.Log(score) - math.Log1p(-score)
	if math.IsInf(logOdds, 0) {
		return logOdds
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, shift := range c.shifts {
		low, high = min(low, logOdds-shift), max(high, logOdds-shift)
	}
	return stats.Bisect(low-1, high+1, func(x float64) float64 {
		sum := 0.
		for i, shift := range c.shifts {
			sum += c.games[i] * stats.Sigmoid(x+shift)
		}
		return sum - score*c.count
	}) / c.scale
}

// seatEffect returns the advantage of a seat over the first seat, in rating points. It may be a bound or absent.
func (m *model) seatEffect(seat int, cov sandwich) stats.Estimate {
	if i := m.seats[seat]; i >= 0 {
		value := m.theta[i] / m.options.Scale
		measured := spread{variance: max(0, cov.at(i, i)), byModel: m.dispersion * cov.inverse.At(i, i),
			openings: m.sharedOpenings()}
		if measured.tooUniform() {
			return m.seatCurve(seat).bracket(value)
		}
		return stats.Symmetric(value, measured.half95()/m.options.Scale)
	}
	// The effect was not fitted, so at most its bounds are known.
	up, down := m.unbounded(seat)
	switch {
	case seat == 0 || m.options.noAdvantage:
		return stats.Estimate{Kind: stats.Fixed}
	case up && down:
		return stats.Estimate{}
	}
	c := m.seatCurve(seat)
	value := 0.
	if c.points > 0 && c.points < c.count {
		value = c.strengthAt(c.points / c.count)
	}
	e := c.bracket(value)
	switch {
	case e.Kind == stats.Bracketed && up:
		return stats.Estimate{Kind: stats.AtLeast, Low: e.Low}
	case e.Kind == stats.Bracketed && down:
		return stats.Estimate{Kind: stats.AtMost, High: e.High}
	}
	return e
}
