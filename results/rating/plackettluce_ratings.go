package rating

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/stats"
)

// ratings writes the fitted model out in points of Elo. The evidence tells of seats whose effects were not fitted.
func (m *placesModel) ratings(evidence []seatEvidence) (*PlaceRatings, error) {
	n := m.table.players
	out := &PlaceRatings{SeatsFitted: evidence == nil, LogLikelihood: m.likelihood()}
	all := &out.Ratings
	*all = Ratings{Players: make([]Rating, n), component: m.base.pools.component, cov: mat.NewSymDense(max(1, n), nil), met: m.base.met}
	covariance, inverse, err := m.covariance()
	if err != nil {
		return nil, err
	}
	naive := all.cov
	if n > 0 && len(m.base.theta) > 0 {
		all.cov, naive = m.base.ofRatings(covariance), m.base.ofRatings(inverse)
	}
	all.values = m.base.values()
	for p := range n {
		all.Players[p] = m.rating(all, naive, p)
	}
	m.base.number(all)
	out.Seats = []stats.Estimate{{Kind: stats.Fixed}}
	for seat := 1; seat < m.table.seats; seat++ {
		out.Seats = append(out.Seats, m.seat(seat, covariance, inverse, evidence))
	}
	return out, nil
}

// rating describes one player.
func (m *placesModel) rating(all *Ratings, naive *mat.SymDense, p int) Rating {
	pools := &m.base.pools
	switch {
	case pools.size[pools.component[p]] > 1:
		value, variance := all.values[p], all.cov.At(p, p)
		rating := Rating{Estimate: stats.Symmetric(value, half95(variance, all.met[p]))}
		if tooUniform(variance, naive.At(p, p), all.met[p]) {
			rating.Estimate = m.meetings(all.values, p).bracket(value)
		}
		if !pools.isReference(p) {
			rating.Mark = Apart
		}
		return rating
	case pools.isReference(p) && pools.sociable(p):
		return Rating{Estimate: stats.Estimate{Kind: stats.Fixed}, Mark: Reference}
	}
	games := m.meetings(all.values, p)
	switch {
	case games.count == 0:
		return Rating{Mark: Unrated}
	case games.points > 0:
		return Rating{Estimate: games.bracket(0), Mark: OnlyWins}
	}
	return Rating{Estimate: games.bracket(0), Mark: OnlyLosses}
}

// meetings is the curve of a player in his games within his component or, if he is alone in it, against the component that gives his pool its scale.
// The score of a game is the share of these opponents whom he left behind; where not all places are known, whether he was the first of them all.
func (m *placesModel) meetings(values []float64, player int) *curve {
	c := &curve{scale: m.base.options.Scale}
	pools := &m.base.pools
	rated := pools.component[player]
	if pools.size[rated] == 1 {
		rated = pools.reference[pools.pool[player]]
	}
	for _, p := range m.table.placings() {
		for seat := range m.table.seats {
			if p.players[seat] != player {
				continue
			}
			var opponents []int // their seats
			var shifts []float64
			for other, opponent := range p.players[:m.table.seats] {
				if opponent != player && pools.component[opponent] == rated {
					opponents = append(opponents, other)
					shifts = append(shifts, m.effect(seat)-m.effect(other)-values[opponent]*c.scale)
				}
			}
			c.addGame(p, seat, opponents, shifts, float64(m.table.counts[p]), p.complete(m.table.seats))
		}
	}
	return c
}

// addGame adds a game that was played so often, against opponents in some seats. In the model of Plackett and Luce one player is ahead of another
// with the probability that he would have if they were alone, and likewise first of some.
func (c *curve) addGame(p placing, seat int, opponents []int, shifts []float64, count float64, complete bool) {
	if len(opponents) == 0 {
		return
	}
	if complete {
		share := count / float64(len(opponents))
		for i, other := range opponents {
			score, _ := p.score(seat, other)
			c.add(shifts[i], share, share*score)
		}
		return
	}
	first, known := 1., false
	for _, other := range opponents {
		score, ok := p.score(seat, other)
		known = known || ok
		if ok {
			first = min(first, score)
		}
	}
	if known {
		odds := make([]float64, len(shifts))
		floats.SubTo(odds, odds, shifts)
		c.add(-floats.LogSumExp(odds), count, count*first)
	}
}

// seat is what a seat is worth more than seat 1, with its error or what is known in place of it.
func (m *placesModel) seat(seat int, covariance, naive *mat.SymDense, evidence []seatEvidence) stats.Estimate {
	if evidence == nil {
		i, value := m.seats[seat], m.effect(seat)/LogisticScale
		if tooUniform(covariance.At(i, i), naive.At(i, i), len(m.openings)) {
			return m.seatCurve(seat).bracket(value)
		}
		return stats.Symmetric(value, half95(covariance.At(i, i), len(m.openings))/LogisticScale)
	}
	if evidence[seat].up && evidence[seat].down {
		return stats.Estimate{}
	}
	c := m.seatCurve(seat)
	value := 0.
	if c.points > 0 && c.points < c.count {
		value = c.at(c.points / c.count)
	}
	return c.oneSided(evidence[seat], value)
}

// seatCurve is the curve of a seat against seat 1, as if they were players, given everyone's strength.
func (m *placesModel) seatCurve(seat int) *curve {
	c := &curve{scale: m.base.options.Scale}
	component := m.base.pools.component
	for _, p := range m.table.placings() {
		score, ok := p.score(seat, 0)
		if ok && component[p.players[seat]] == component[p.players[0]] {
			count := float64(m.table.counts[p])
			c.add(m.base.strength(p.players[seat])-m.base.strength(p.players[0]), count, count*score)
		}
	}
	if len(m.openings) > 0 {
		c.together, c.openings = c.count, len(m.openings)
	}
	return c
}
