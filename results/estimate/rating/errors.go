package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/stats"
)

// sandwich holds the covariance H^-1 J H^-1 of the parameters, where H is the information according to the model and J
// the observed variance of the gradient. (Huber, The behavior of maximum likelihood estimates under nonstandard
// conditions, 1967; White, Maximum likelihood estimation of misspecified models, 1982.) It keeps the two factors H^-1
// and H^-1 J, since few elements of their product are needed. The factors are nil if there are no parameters.
type sandwich struct{ inverse, half *mat.Dense }

// at returns the covariance of parameters i and j.
func (s sandwich) at(i, j int) float64 {
	if s.inverse == nil {
		return 0
	}
	a, b := s.inverse, s.half
	return (floats.Dot(a.RawRowView(i), b.RawRowView(j)) + floats.Dot(a.RawRowView(j), b.RawRowView(i))) / 2
}

// outerProduct adds weight u u' to a sum of matrices, where u is a sparse vector.
type outerProduct func(u []slope, weight float64)

// covariance returns the covariance of the parameters. The function scores calls its argument for all outer products
// whose sum is J. Their vectors u usually have few elements, because a game or a shared opening has few of the players.
func covariance(hessian *mat.Cholesky, scores func(outerProduct)) (s sandwich, err error) {
	if hessian == nil {
		return s, nil
	}
	var inverse mat.SymDense
	if err := hessian.InverseTo(&inverse); err != nil {
		return s, errTooFewGames
	}
	n := inverse.SymmetricDim()
	transposed, row := mat.NewDense(n, n, nil), make([]float64, n) // J H^-1: rows are faster to add than columns
	s.inverse = mat.DenseCopyOf(&inverse)
	scores(func(u []slope, weight float64) {
		if weight == 0 {
			return
		}
		clear(row)
		for _, a := range u {
			floats.AddScaled(row, weight*a.by, s.inverse.RawRowView(a.at))
		}
		for _, a := range u {
			floats.AddScaled(transposed.RawRowView(a.at), a.by, row)
		}
	})
	s.half = mat.DenseCopyOf(transposed.T())
	return s, nil
}

// drawDispersion returns the variance of scores divided by their variance without draws, for games of two seats.
// Without draws, a score with the expectation E has the variance E(1-E); draws with the probability x reduce it to
// E(1-E) - x/4.
func (m *model) drawDispersion() float64 {
	varied, all := 0., 0.
	m.duels(func(_ int, e, n float64) {
		varied += n * (e*(1-e) - stats.DrawProbability(e, m.draws)/4)
		all += n * e * (1 - e)
	})
	if all == 0 {
		return 1
	}
	return varied / all
}

// scores calls add with the outer products whose sum is J. A game without a shared opening contributes the information
// of its choices. With two seats, draws reduce its variance, see [model.drawDispersion]. The games from a shared
// opening are not independent, so they contribute the square of the sum of their gradients. (Liang and Zeger,
// Longitudinal data analysis using generalized linear models, 1986, with openings as clusters.)
func (m *model) scores(add outerProduct) {
	gradients := make([][]slope, len(m.choices)) // of one game, by kind
	for k, choices := range m.choices {
		drawn := 0.
		if m.table.seats == 2 {
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
	var sum []slope
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
	model    float64 // variance by the model alone
	openings int     // number of shared openings; may be 0
}

// standardError returns the standard error. The variance V measured on n shared openings is too small, because the fit
// follows their results; adding V/(n-1) corrects this. Few openings may also agree by chance. Therefore the amount
// added is at least the variance according to the model divided by n, as if one opening had that variance. (Cameron and
// Miller, A practitioner's guide to cluster-robust inference, 2015, section VI; the idea of adding prior observations
// as in Smyth, Linear models and empirical Bayes methods for assessing differential expression, 2004.)
func (s spread) standardError() float64 {
	if n := float64(s.openings); n >= 2 {
		return math.Sqrt(s.variance + max(s.variance/(n-1), s.model/n))
	}
	return math.Sqrt(s.variance)
}

// half95 returns half the width of a 95 % interval. Since shared openings measure the variance, Student's distribution
// with one degree of freedom less than openings replaces the normal one. For a single opening, see
// [spread.tooUniform].
func (s spread) half95() float64 {
	if s.openings < 2 {
		return stats.Z95 * s.standardError()
	}
	return stats.Student95(s.openings-1) * s.standardError()
}

// Results are too uniform to measure an error if the measured variance, divided by the variance according to the model,
// is at most uniform.
const uniform = 1e-6

// tooUniform reports whether no error can be measured, because results are too uniform or come from a single shared
// opening.
func (s spread) tooUniform() bool { return s.openings == 1 || s.variance <= uniform*s.model }

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
		odds := make([]float64, len(shifts)) // of the opponents against a player of strength 0
		floats.SubTo(odds, odds, shifts)
		c.add(-floats.LogSumExp(odds), count, count*aheadOfAll)
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
	return stats.Limited(value, c.at(limits.Low), c.at(limits.High))
}

// at returns the strength, in rating points, at which the mean expected score of a game is score.
func (c *curve) at(score float64) float64 {
	odds := math.Log(score) - math.Log1p(-score)
	if math.IsInf(odds, 0) {
		return odds
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, shift := range c.shifts {
		low, high = min(low, odds-shift), max(high, odds-shift)
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
		measured := spread{max(0, cov.at(i, i)), m.dispersion * cov.inverse.At(i, i), m.sharedOpenings()}
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
		value = c.at(c.points / c.count)
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
