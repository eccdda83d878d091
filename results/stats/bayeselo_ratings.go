package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// ratings writes the fitted model out in points of Elo.
func (m *bayesEloModel) ratings(curvature *mat.SymDense) (*BayesElo, error) {
	n := len(m.base.index)
	x := math.Exp(-m.drawWidth())
	out := &BayesElo{Scale: 4 * x / ((1 + x) * (1 + x))}
	m.base.options.Scale = LogisticScale / out.Scale
	out.Ratings = Ratings{Players: make([]Rating, n), component: m.base.pools.component, cov: mat.NewSymDense(max(1, n), nil), values: m.base.values()}
	covariance := new(mat.SymDense)
	if len(m.base.theta) > 0 {
		var cholesky mat.Cholesky
		cholesky.Factorize(curvature)
		if err := cholesky.InverseTo(covariance); err != nil {
			return nil, errTooFewGames
		}
		out.cov = m.base.ofRatings(covariance)
	}
	for p, rating := range m.options.Anchors {
		out.anchor(p, rating)
	}
	for p := range out.Players {
		out.Players[p] = m.rating(&out.Ratings, p)
	}
	m.base.number(&out.Ratings)
	m.seats(out, covariance)
	return out, nil
}

// drawWidth is the draw Elo in log odds.
func (m *bayesEloModel) drawWidth() float64 {
	if m.drawElo >= 0 {
		return m.base.theta[m.drawElo]
	}
	return m.given.drawElo
}

// anchor moves the ratings of a player's component until his has the value given, and takes their errors relative to him.
func (r *Ratings) anchor(player int, rating float64) {
	together := func(p int) bool { return r.component[p] == r.component[player] }
	shift := rating - r.values[player]
	for p := range r.values {
		if together(p) {
			r.values[p] += shift
		}
	}
	r.values[player] = rating // to the last bit
	old := mat.NewSymDense(len(r.values), nil)
	old.CopySym(r.cov)
	for i := range r.values {
		for j := i; j < len(r.values); j++ {
			if together(i) && together(j) {
				r.cov.SetSym(i, j, old.At(i, j)-old.At(i, player)-old.At(player, j)+old.At(player, player))
			}
		}
	}
}

// rating describes one player.
func (m *bayesEloModel) rating(all *Ratings, p int) Rating {
	_, anchored := m.options.Anchors[p]
	switch {
	case anchored:
		return Rating{Estimate: Estimate{Kind: Fixed, Value: all.values[p]}, Mark: Anchored}
	case !m.base.pools.sociable(p):
		return Rating{Mark: Unrated}
	}
	return Rating{Estimate: measured(all.values[p], z95*math.Sqrt(max(0, all.cov.At(p, p))))}
}

// seats gives the advantage of the first seat, the draw Elo, and the draw rate between equals in equal seats, tanh(d/2).
func (m *bayesEloModel) seats(out *BayesElo, covariance *mat.SymDense) {
	out.Advantage = Estimate{Kind: Fixed, Value: m.given.advantage / LogisticScale}
	if m.advantage >= 0 {
		out.Advantage = measured(m.base.theta[m.advantage], z95*math.Sqrt(covariance.At(m.advantage, m.advantage))).Scaled(1 / LogisticScale)
	}
	if len(m.terms) == 0 {
		out.Advantage = Estimate{}
		return
	}
	width := Estimate{Kind: Fixed, Value: m.given.drawElo}
	if m.drawElo >= 0 {
		width = aboveZero(m.drawWidth(), z95*math.Sqrt(covariance.At(m.drawElo, m.drawElo)))
	}
	out.DrawElo = width.Scaled(1 / LogisticScale)
	rate := Estimate{Kind: width.Kind, Value: math.Tanh(width.Value / 2), Low: math.Tanh(width.Low / 2), High: math.Tanh(width.High / 2)}
	if rate.Kind == Measured {
		rate.Kind = Bracketed // the curve bends the interval
	}
	out.DrawRate = rate
}

// aboveZero is an estimate of a number that cannot be negative.
func aboveZero(value, error95 float64) Estimate {
	if error95 < value {
		return measured(value, error95)
	}
	return Estimate{Kind: Bracketed, Value: value, High: value + error95}
}
