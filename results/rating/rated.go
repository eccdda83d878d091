package rating

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"pillars/results/stats"
)

// ratings writes the fitted model out in points of rating.
func (m *model) ratings(r *Results) (*Ratings, error) {
	n := r.players
	out := &Ratings{Players: make([]Rating, n), DrawRate: m.drawRate(), component: m.pools.component, met: m.met}
	naive := mat.NewSymDense(max(1, n), nil)
	out.cov = naive
	seatVariance, seatNaive := 0., 0.
	if k := len(m.theta); k > 0 {
		cov, inverse, err := m.covariance()
		if err != nil {
			return nil, errTooFewGames
		}
		out.cov, naive = m.ofRatings(cov), m.ofRatings(inverse)
		if m.seat >= 0 {
			seatVariance, seatNaive = cov.At(m.seat, m.seat), inverse.At(m.seat, m.seat)
		}
	}
	out.values = m.values()
	for p := range n {
		out.Players[p] = m.rating(r, out, naive, p)
	}
	m.number(out)
	out.Advantage = m.seatAdvantage(seatVariance, seatNaive)
	return out, nil
}

// floating reports whether a player's component has no anchor, so that its ratings average 0.
func (m *model) floating() []bool {
	floating := make([]bool, len(m.index))
	for p, c := range m.pools.component {
		floating[p] = !slices.ContainsFunc(m.anchors, func(a int) bool { return m.pools.component[a] == c })
	}
	return floating
}

// values are the ratings of all players in points, averaging 0 in every component without an anchor.
func (m *model) values() []float64 {
	values := make([]float64, len(m.index))
	means := make([]float64, len(m.index)) // of components
	for p, c := range m.pools.component {
		values[p] = m.strength(p) / m.options.Scale
		means[c] += values[p] / float64(m.pools.size[c])
	}
	for p, floating := range m.floating() {
		if floating {
			values[p] -= means[m.pools.component[p]]
		}
	}
	for p, rating := range m.options.Anchors {
		values[p] = rating // to the last bit
	}
	return values
}

// ofRatings turns a covariance of parameters into one of ratings in points: from every player the mean of his component is subtracted, unless that is
// anchored.
func (m *model) ofRatings(parameters *mat.SymDense) *mat.SymDense {
	n := len(m.index)
	raw := func(p, q int) float64 { // 0 for a player who is not estimated
		if i, j := m.index[p], m.index[q]; i >= 0 && j >= 0 {
			return parameters.At(i, j)
		}
		return 0
	}
	component, floating := m.pools.component, m.floating()
	share := func(p int) float64 { return 1 / float64(m.pools.size[component[p]]) }
	mean, means := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil) // of a component with a player, and with the mean of another component
	for p, c := range component {
		for q, d := range component {
			if floating[p] {
				mean.Set(c, q, mean.At(c, q)+raw(p, q)*share(p))
			}
			if floating[p] && floating[q] {
				means.Set(c, d, means.At(c, d)+raw(p, q)*share(p)*share(q))
			}
		}
	}
	out := mat.NewSymDense(n, nil)
	for p, c := range component {
		for q := p; q < n; q++ {
			d := component[q]
			out.SetSym(p, q, (raw(p, q)-mean.At(c, q)-mean.At(d, p)+means.At(c, d))/(m.options.Scale*m.options.Scale))
		}
	}
	return out
}

// rating describes one player.
func (m *model) rating(r *Results, all *Ratings, naive *mat.SymDense, p int) Rating {
	value, variance := all.values[p], all.cov.At(p, p)
	switch {
	case m.anchored(p):
		return Rating{Estimate: stats.Estimate{Kind: stats.Fixed, Value: value}, Mark: Anchored}
	case m.pools.size[m.pools.component[p]] > 1:
		rating := Rating{Estimate: stats.Symmetric(value, half95(variance, m.met[p]))}
		if tooUniform(variance, naive.At(p, p), m.met[p]) {
			rating.Estimate = m.meetings(r, all.values, p).bracket(value)
		}
		if !m.pools.isReference(p) {
			rating.Mark = Apart
		}
		return rating
	case m.pools.isReference(p) && m.pools.sociable(p):
		return Rating{Estimate: stats.Estimate{Kind: stats.Fixed, Value: value}, Mark: Reference}
	}
	games := m.meetings(r, all.values, p)
	switch {
	case games.count == 0:
		return Rating{Mark: Unrated}
	case games.points > 0:
		return Rating{Estimate: games.bracket(value), Mark: OnlyWins}
	}
	return Rating{Estimate: games.bracket(value), Mark: OnlyLosses}
}

// number numbers the scales, the strongest group of the largest pool first, and says where each player stands in the order.
func (m *model) number(all *Ratings) {
	for p := range all.Players {
		all.Players[p].rank = [2]int{m.pools.pool[p], m.pools.level[p]}
	}
	scales := make(map[int]int) // component to number
	for _, p := range all.Order() {
		rating := &all.Players[p]
		component := m.pools.component[p]
		switch rating.Mark {
		case Unrated:
			rating.Pool = -1
			continue
		case OnlyWins, OnlyLosses:
			component = m.pools.reference[m.pools.pool[p]]
		}
		if _, ok := scales[component]; !ok {
			scales[component] = all.Pools
			all.Pools++
		}
		rating.Pool = scales[component]
	}
}
