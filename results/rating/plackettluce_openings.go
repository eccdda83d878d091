package rating

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// openings are the games from each opening that has more than one, in a fixed order.
func (t *Places) openings() [][]placing {
	var all [][]placing
	for games := range byOpening(t.opened, placing.compare) {
		all = append(all, slices.Clone(games))
	}
	slices.SortFunc(all, func(a, b []placing) int { return slices.CompareFunc(a, b, placing.compare) })
	return all
}

// meet counts from how many of the openings each player played.
func (m *placesModel) meet() {
	m.base.met = make([]int, m.table.players)
	for _, games := range m.openings {
		met := map[int]bool{}
		for _, p := range games {
			for _, player := range p.players[:m.table.seats] {
				met[player] = true
			}
		}
		for player := range met {
			m.base.met[player]++
		}
	}
}

// covariance is that of the parameters. Where games share openings it is H^-1 J H^-1, as with two seats; J has the information of games by themselves
// and, for each opening, the square of the derivative of its log likelihood. It also returns H^-1, which it is without openings.
func (m *placesModel) covariance() (cov, naive *mat.SymDense, err error) {
	naive = new(mat.SymDense)
	if len(m.base.theta) == 0 {
		return naive, naive, nil
	}
	var cholesky mat.Cholesky
	cholesky.Factorize(m.base.hessian)
	if err := cholesky.InverseTo(naive); err != nil {
		return nil, nil, errTooFewGames
	}
	if len(m.openings) == 0 {
		return naive, naive, nil
	}
	return sandwich(naive, m.scoreVariance()), naive, nil
}

// scoreVariance is J.
func (m *placesModel) scoreVariance() *mat.SymDense {
	alone := map[placing]int{}
	for p, count := range m.table.counts {
		alone[p] = count
	}
	for _, games := range m.openings {
		for _, p := range games {
			alone[p]--
		}
	}
	var choices []choice
	for _, p := range m.table.placings() {
		if alone[p] > 0 {
			choices = append(choices, m.within(p, float64(alone[p]))...)
		}
	}
	_, variance := m.slopesOf(choices)
	for _, games := range m.openings {
		choices = choices[:0]
		for _, p := range games {
			choices = append(choices, m.within(p, 1)...)
		}
		score, _ := m.slopesOf(choices)
		variance.SymRankOne(variance, 1, score)
	}
	return variance
}
