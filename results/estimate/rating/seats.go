package rating

import "pillars/results/estimate/stats"

// seatEffect returns the advantage of a seat over the first seat, in rating points. It may be a bound or absent.
func (m *model) seatEffect(seat int, cov sandwich) stats.Estimate {
	if i := m.seats[seat]; i >= 0 {
		value := m.theta[i] / logisticScale
		measured := spread{variance: max(0, cov.at(i, i)), byModel: m.dispersion * cov.inverse.At(i, i),
			openings: m.sharedOpenings()}
		if measured.tooUniform() {
			return m.seatCurve(seat).bracket(value)
		}
		return stats.Symmetric(value, measured.half95()/logisticScale)
	}
	if seat == 0 {
		return stats.Estimate{Kind: stats.Fixed}
	}
	if c := m.seatCurve(seat); m.counts.seats == 2 && (c.points == 0 || c.points == c.count) {
		return c.bracket(0) // only a bound, because one seat won all games
	}
	return stats.Estimate{}
}

// seatCurve returns the curve of a seat against the first seat, given the fitted strengths of the players.
func (m *model) seatCurve(seat int) *curve {
	c := &curve{openings: m.sharedOpenings()}
	component := m.pools.component
	for k := range m.counts.kinds {
		p := &m.counts.kinds[k]
		score, ok := p.score(seat, 0)
		if ok && component[p.players[seat]] == component[p.players[0]] {
			ahead := m.strength(int(p.players[seat])) - m.strength(int(p.players[0]))
			c.add(ahead, float64(p.count), float64(p.count)*score)
			c.together += float64(p.count - m.alone[k])
		}
	}
	return c
}
