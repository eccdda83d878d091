package rating

import (
	"math"

	"pillars/results/stats"
)

// curve is the expected score of a party in its games as a function of its own strength x in log odds: the sum of games/(1 + exp(-x - shift)).
type curve struct {
	scale         float64 // log odds in a point of rating
	shifts        []float64
	games         []float64
	points, count float64 // obtained, and of how many
	together      float64 // of these, games that are no observations of their own
	openings      int     // which are in their place
}

// observations is how many of them tell of the mean score. For a seat the games from a shared opening are one together. For a player they are as many
// as they are: an opening that favours him in one seat favours his opponents there.
func (c *curve) observations() float64 { return c.count - c.together + float64(c.openings) }

func (c *curve) add(shift, games, points float64) {
	c.shifts = append(c.shifts, shift)
	c.games = append(c.games, games)
	c.points += points
	c.count += games
}

// meetings is the curve of a player in his games within his component or, if he is alone in it, against the component that gives his pool its scale.
func (m *model) meetings(r *Results, values []float64, player int) *curve {
	c := &curve{scale: m.options.Scale}
	rated := m.pools.component[player]
	if m.pools.size[rated] == 1 {
		rated = m.pools.reference[m.pools.pool[player]]
	}
	for _, key := range r.pairings() {
		opponent := key.low + key.high - player
		if key.low == key.high || (key.low != player && key.high != player) || m.pools.component[opponent] != rated {
			continue
		}
		for seat, first := range [2]int{key.low, key.high} {
			n := r.cells[key].games(seat)
			games, points := float64(n[0]+n[1]+n[2]), float64(n[2])+float64(n[1])/2
			shift := -values[opponent] * m.options.Scale
			if first == player {
				c.add(shift+m.advantage(), games, points)
			} else {
				c.add(shift-m.advantage(), games, games-points)
			}
		}
	}
	return c
}

// seatCurve is the curve of the first seat, as if it were a player, given everyone's strength.
func (m *model) seatCurve() *curve {
	c := &curve{scale: m.options.Scale}
	for _, t := range m.terms {
		c.add(m.strength(t.first)-m.strength(t.second), t.games, t.points)
		c.together += t.shared
	}
	c.openings = m.sharedOpenings()
	return c
}

// bracket is an estimate in points, whose limits are where the expected score meets those of the anytime interval for the mean score.
func (c *curve) bracket(value float64) stats.Estimate {
	if c.count == 0 {
		return stats.Estimate{}
	}
	seen := c.observations()
	limits := stats.AnytimeLimits(c.points/c.count*seen, seen, .95)
	switch {
	case limits.Low <= 0 && limits.High >= 1:
		return stats.Estimate{}
	case limits.Low <= 0:
		return stats.Estimate{Kind: stats.AtMost, High: c.at(limits.High)}
	case limits.High >= 1:
		return stats.Estimate{Kind: stats.AtLeast, Low: c.at(limits.Low)}
	}
	return stats.Estimate{Kind: stats.Bracketed, Value: value, Low: c.at(limits.Low), High: c.at(limits.High)}
}

// at is the strength in points at which the mean expected score is share, 0 < share < 1.
func (c *curve) at(share float64) float64 {
	odds := math.Log(share) - math.Log1p(-share)
	low, high := math.Inf(1), math.Inf(-1)
	for _, shift := range c.shifts {
		low, high = min(low, odds-shift), max(high, odds-shift)
	}
	return stats.Bisect(low-1, high+1, func(x float64) float64 {
		sum := 0.
		for i, shift := range c.shifts {
			sum += c.games[i] * logistic(x+shift)
		}
		return sum - share*c.count
	}) / c.scale
}

// seatAdvantage is the first seat's advantage in points, with its error or what is known in place of it.
func (m *model) seatAdvantage(variance, naive float64) stats.Estimate {
	seats := m.seatCurve()
	switch {
	case m.options.NoAdvantage:
		return stats.Estimate{Kind: stats.Fixed}
	case m.seat < 0 && m.evidence.up && m.evidence.down:
		return stats.Estimate{}
	case m.seat < 0 || tooUniform(variance, naive, m.sharedOpenings()):
		return seats.oneSided(m.evidence, m.advantage()/m.options.Scale)
	}
	return stats.Symmetric(m.advantage()/m.options.Scale, half95(variance, m.sharedOpenings())/m.options.Scale)
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
