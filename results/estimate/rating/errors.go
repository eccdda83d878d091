package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/stats"
)

// sandwich is the covariance H^-1 J H^-1, where H is the information that the model claims to have and J the variance
// that the scores really have. (Huber, The behavior of maximum likelihood estimates under nonstandard conditions, 1967;
// White, Maximum likelihood estimation of misspecified models, 1982.) Few of its elements are needed, and each is a
// product of two rows.
type sandwich struct{ inverse, half *mat.Dense } // H^-1 and H^-1 J; nil without parameters

func (s sandwich) at(i, j int) float64 {
	if s.inverse == nil {
		return 0
	}
	a, b := s.inverse, s.half
	return (floats.Dot(a.RawRowView(i), b.RawRowView(j)) + floats.Dot(a.RawRowView(j), b.RawRowView(i))) / 2
}

// naive returns an element of H^-1 itself for two parameters.
func (s sandwich) naive(i int) float64 { return s.inverse.At(i, i) }

// outerProduct takes one part of a sum of matrices, weight u u'.
type outerProduct func(u []slope, weight float64)

// covariance returns the covariance of the parameters, where J is the sum of the parts that scores yields. These are
// short, since few players have met of many.
func covariance(hessian *mat.Cholesky, scores func(outerProduct)) (s sandwich, err error) {
	if hessian == nil {
		return s, nil
	}
	var inverse mat.SymDense
	if err := hessian.InverseTo(&inverse); err != nil {
		return s, errTooFewGames
	}
	raw := inverse.RawSymmetric()
	n := raw.N
	for i := range n {
		for j := range i {
			raw.Data[i*n+j] = raw.Data[j*n+i]
		}
	}
	s.inverse, s.half = mat.NewDense(n, n, raw.Data), mat.NewDense(n, n, nil)
	row := make([]float64, n)
	scores(func(u []slope, weight float64) {
		if weight == 0 {
			return
		}
		clear(row)
		for _, a := range u {
			floats.AddScaled(row, weight*a.by, s.inverse.RawRowView(a.at))
		}
		for _, a := range u { // J H^-1, as rows are faster than columns
			floats.AddScaled(s.half.RawRowView(a.at), a.by, row)
		}
	})
	transpose(s.half)
	return s, nil
}

func transpose(square *mat.Dense) {
	raw := square.RawMatrix()
	for i := range raw.Rows {
		for j := range i {
			raw.Data[i*raw.Stride+j], raw.Data[j*raw.Stride+i] = raw.Data[j*raw.Stride+i], raw.Data[i*raw.Stride+j]
		}
	}
}

// scores yields the parts of J. A game by itself adds the information of its choices; with two seats, less the part of
// the variance that draws remove, E(1-E) - P_draw/4. Games from one opening are not independent, so an opening adds the
// square of the gradient of all its games. (Liang and Zeger, Longitudinal data analysis using generalized linear
// models, 1986, with openings as clusters.)
func (m *model) scores(add outerProduct) {
	gains := make([][]slope, len(m.choices))
	for k, choices := range m.choices {
		gains[k] = m.gain(k)
		drawn := 0.
		if m.table.seats == 2 {
			drawn = stats.DrawProbability(m.expected(k), m.draws)
		}
		for _, c := range choices {
			p, _ := m.chances(nil, c)
			for i, a := range c.group {
				for j := range i {
					add(m.slopes(nil, a, c.group[j]), float64(m.alone[k])*max(0, c.weight*p[i]*p[j]-drawn/4))
				}
			}
		}
	}
	var gained []slope
	for _, r := range m.shared {
		gained = gained[:0]
		for _, k := range r.kinds {
			gained = append(gained, gains[k]...)
		}
		add(merged(gained), float64(r.count))
	}
}

// half95 is half of a 95 % interval, given the variance and the number of shared openings that it was measured on, 0
// for none. Of few openings the fit explains a part away, for which n/(n - 1) makes up, and their variance is
// uncertain, for which Student's distribution with n - 1 degrees of freedom does. (Cameron and Miller, A practitioner's
// guide to cluster-robust inference, 2015, section VI.) One opening gives no interval: see [tooUniform].
func half95(variance float64, openings int) float64 {
	variance = max(0, variance)
	if openings < 2 {
		return stats.Z95 * math.Sqrt(variance)
	}
	n := float64(openings)
	return stats.Student95(openings-1) * math.Sqrt(variance*n/(n-1))
}

// uniform is the share of the model's own variance below which results are too uniform to measure an error.
const uniform = 1e-6

// tooUniform reports whether results give no error: they are too uniform, or from a single shared opening.
func tooUniform(variance, naive float64, openings int) bool {
	return openings == 1 || variance <= uniform*naive
}

// curve is the expected score of a party in its games as a function of its own strength x in log odds: the sum of
// games/(1 + exp(-x - shift)).
type curve struct {
	scale         float64 // log odds in a point of rating
	shifts        []float64
	games         []float64
	points, count float64 // obtained, and of how many
	together      float64 // of these, games that are no observations of their own
	openings      int     // which are in their place
}

// observations returns the number of independent observations of the mean score. For a seat the games from a shared
// opening are one. For a player each counts: an opening that favours one seat favours the opponents there.
func (c *curve) observations() float64 { return c.count - c.together + float64(c.openings) }

func (c *curve) add(shift, games, points float64) {
	c.shifts = append(c.shifts, shift)
	c.games = append(c.games, games)
	c.points += points
	c.count += games
}

// meetings is the curve of a player in games, by their kinds, within the component or, of one alone in it, against the
// component that gives the pool its scale. The score of a game is the share of the opponents left behind; where not all
// places are known, whether the player was the first of them all.
func (m *model) meetings(played []int, values []float64, player int) *curve {
	c := &curve{scale: m.options.Scale}
	pools := &m.pools
	for _, k := range played {
		seats := m.table.seated(k)
		for seat, held := range seats {
			if int(held) != player {
				continue
			}
			var opponents []int // their seats
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

// addGames adds the games of a kind against opponents in some seats. In this model the other players of a game do not
// change the probability of being ahead of one, or first of several.
func (c *curve) addGames(k *kind, seat int, opponents []int, shifts []float64, complete bool) {
	first, known, count := 1., false, float64(k.count)
	for i, other := range opponents {
		score, ok := k.score(seat, other)
		if complete {
			share := count / float64(len(opponents))
			c.add(shifts[i], share, share*score)
		} else if ok {
			first, known = min(first, score), true
		}
	}
	if known {
		odds := make([]float64, len(shifts))
		floats.SubTo(odds, odds, shifts)
		c.add(-floats.LogSumExp(odds), count, count*first)
	}
}

// seatCurve returns the curve of a seat against the first, as if they were players, given everyone's strength.
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

// bracket returns an estimate in points, whose limits are the strengths at which the expected score equals the limits
// of the anytime interval.
func (c *curve) bracket(value float64) stats.Estimate {
	if c.count == 0 {
		return stats.Estimate{}
	}
	seen := c.observations()
	limits := stats.Anytime(c.points/c.count*seen, seen, .95)
	return stats.Limited(value, c.at(limits.Low), c.at(limits.High))
}

// at returns the strength in points at which the mean expected score is share.
func (c *curve) at(share float64) float64 {
	odds := math.Log(share) - math.Log1p(-share)
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
		return sum - share*c.count
	}) / c.scale
}

// seatEffect returns how much a seat is worth more than the first, with its error or the reason why there is none.
func (m *model) seatEffect(seat int, cov sandwich) stats.Estimate {
	if i := m.seats[seat]; i >= 0 {
		value, openings := m.theta[i]/m.options.Scale, m.sharedOpenings()
		if tooUniform(cov.at(i, i), cov.naive(i), openings) {
			return m.seatCurve(seat).bracket(value)
		}
		return stats.Symmetric(value, half95(cov.at(i, i), openings)/m.options.Scale)
	}
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
