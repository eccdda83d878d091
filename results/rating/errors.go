package rating

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/stats"
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

// naive is an element of H^-1 itself, of the parameters.
func (s sandwich) naive(i int) float64 { return s.inverse.At(i, i) }

// outerProduct takes one part of a sum of matrices, weight u u'.
type outerProduct func(u []slope, weight float64)

// covariance is that of the parameters, where J is the sum of what scores hands out. Few players met of many: the parts
// are short.
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

// scores hands out the parts of J = sum Var(score) u u'. Of a game by itself the variance is E(1-E) - P_draw/4. Games
// from one opening are not independent, so their opening enters whole, with the square of what all of them scored
// beyond expectation. (Liang and Zeger, Longitudinal data analysis using generalized linear models, 1986, with openings
// as clusters.)
func (m *model) scores(add outerProduct) {
	for _, t := range m.terms {
		games := t.games - t.shared
		e := m.expected(t.first, t.second)
		add(m.slopes(t.first, t.second), games*max(0, e*(1-e)-stats.DrawProbability(e, m.draws)/4))
	}
	for _, c := range m.shared {
		var gained []slope
		for _, g := range c.games {
			surplus := g.Score - m.expected(g.First, g.Second)
			for _, s := range m.slopes(g.First, g.Second) {
				gained = append(gained, slope{s.at, s.by * surplus})
			}
		}
		add(merged(gained), float64(c.count))
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

// tooUniform reports whether results give no error: they are too uniform, or from one shared opening alone.
func tooUniform(variance, naive float64, openings int) bool {
	return openings == 1 || variance <= uniform*naive
}

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

// observations is how many games tell of the mean score. For a seat the games from a shared opening are one together.
// For a player each counts: an opening that favours one seat favours the opponents there.
func (c *curve) observations() float64 { return c.count - c.together + float64(c.openings) }

func (c *curve) add(shift, games, points float64) {
	c.shifts = append(c.shifts, shift)
	c.games = append(c.games, games)
	c.points += points
	c.count += games
}

// meetings is the curve of a player in games within the component or, of one alone in it, against the component that
// gives the pool its scale.
func (m *model) meetings(terms []term, values []float64, player int) *curve {
	c := &curve{scale: m.options.Scale}
	rated := m.pools.against(player)
	for _, t := range terms {
		switch {
		case t.first == t.second: // against oneself
		case t.first == player && m.pools.component[t.second] == rated:
			c.add(m.advantage()-values[t.second]*m.options.Scale, t.games, t.points)
		case t.second == player && m.pools.component[t.first] == rated:
			c.add(-m.advantage()-values[t.first]*m.options.Scale, t.games, t.games-t.points)
		}
	}
	return c
}

// seatCurve is that of the first seat, as if it were a player, given everyone's strength.
func (m *model) seatCurve() *curve {
	c := &curve{scale: m.options.Scale}
	for _, t := range m.terms {
		c.add(m.strength(t.first)-m.strength(t.second), t.games, t.points)
		c.together += t.shared
	}
	c.openings = m.sharedOpenings()
	return c
}

// bracket is an estimate in points, whose limits are where the expected score meets those of the anytime interval.
func (c *curve) bracket(value float64) stats.Estimate {
	if c.count == 0 {
		return stats.Estimate{}
	}
	seen := c.observations()
	limits := stats.Anytime(c.points/c.count*seen, seen, .95)
	return stats.Limited(value, c.at(limits.Low), c.at(limits.High))
}

// at is the strength in points at which the mean expected score is share.
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

func (m *model) seatAdvantage(cov sandwich) stats.Estimate {
	value, i, openings := m.advantage()/m.options.Scale, m.seat, m.sharedOpenings()
	switch {
	case m.options.noAdvantage:
		return stats.Estimate{Kind: stats.Fixed}
	case i < 0 && m.evidence.up && m.evidence.down:
		return stats.Estimate{}
	case i < 0 || tooUniform(cov.at(i, i), cov.naive(i), openings):
		return m.seatCurve().oneSided(m.evidence, value)
	}
	return stats.Symmetric(value, half95(cov.at(i, i), openings)/m.options.Scale)
}

// oneSided is the bracket of an advantage, without the limit on the side to which nothing bounds it.
func (c *curve) oneSided(open seatEvidence, value float64) stats.Estimate {
	e := c.bracket(value)
	switch {
	case e.Kind == stats.Bracketed && open.up:
		return stats.Estimate{Kind: stats.AtLeast, Low: e.Low}
	case e.Kind == stats.Bracketed && open.down:
		return stats.Estimate{Kind: stats.AtMost, High: e.High}
	}
	return e
}
