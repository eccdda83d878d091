package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// placesModel is the model of [RatePlaces] while it is being fitted. Inside, strengths and effects are in log odds. Its likelihood is a product of
// choices, each that of a multinomial logit (McFadden, Conditional logit analysis of qualitative choice behavior, 1974), and so its logarithm is
// concave.
type placesModel struct {
	table    *Places
	base     model // the players' side: pools, parameters, scale
	choices  []choice
	openings [][]placing // the games from each opening that has more than one
	seats    []int       // of a seat: the place of its effect in theta, or -1 where it is 0
}

func newPlacesModel(t *Places) *placesModel {
	m := &placesModel{table: t, seats: make([]int, t.seats)}
	m.base = model{
		options: Options{Scale: LogisticScale}, pools: findPools(t.compared(), nil), seat: -1,
		index: make([]int, t.players), fixed: make([]float64, t.players),
	}
	for seat := range m.seats {
		m.seats[seat] = -1
	}
	based := make([]bool, t.players) // components of which one player is at 0
	size := 0
	for p, c := range m.base.pools.component {
		if !based[c] {
			m.base.index[p], based[c] = -1, true
			continue
		}
		m.base.index[p] = size
		size++
	}
	m.base.theta = make([]float64, size)
	for _, p := range t.placings() {
		m.choices = append(m.choices, m.within(p, float64(t.counts[p]))...)
	}
	m.openings = t.openings()
	m.meet()
	return m
}

// within are the choices of so many equal games that the fit takes: those within components.
func (m *placesModel) within(p placing, count float64) (out []choice) {
	for _, c := range p.choices(m.table.seats, count) {
		if c, ok := c.within(m.base.pools.component); ok {
			out = append(out, c)
		}
	}
	return out
}

// addSeats makes the effects of all seats but the first parameters.
func (m *placesModel) addSeats() {
	for seat := 1; seat < len(m.seats); seat++ {
		m.seats[seat] = len(m.base.theta)
		m.base.theta = append(m.base.theta, 0)
	}
}

// dropSeats takes that back, and everyone back to 0.
func (m *placesModel) dropSeats() {
	m.base.theta = make([]float64, len(m.base.theta)-len(m.seats)+1)
	for seat := range m.seats {
		m.seats[seat] = -1
	}
}

// effect is that of a seat, in log odds.
func (m *placesModel) effect(seat int) float64 {
	if i := m.seats[seat]; i >= 0 {
		return m.base.theta[i]
	}
	return 0
}

// slopes are the derivatives of what a player in a seat brings to a choice.
func (m *placesModel) slopes(s seated) []slope {
	u := make([]slope, 0, 2)
	if i := m.base.index[s.player]; i >= 0 {
		u = append(u, slope{i, 1})
	}
	if i := m.seats[s.seat]; i >= 0 {
		u = append(u, slope{i, 1})
	}
	return u
}

// odds are the strengths, seats included, of the members of a choice, and the logarithm of the sum of their exponentials.
func (m *placesModel) odds(c choice) (odds []float64, total float64) {
	odds = make([]float64, len(c.group))
	for i, s := range c.group {
		odds[i] = m.base.strength(s.player) + m.effect(s.seat)
	}
	return odds, floats.LogSumExp(odds)
}

// likelihood is the logarithm of the likelihood.
func (m *placesModel) likelihood() float64 {
	sum := 0.
	for _, c := range m.choices {
		odds, total := m.odds(c)
		for i, picked := range c.picked {
			sum += picked * (odds[i] - total)
		}
	}
	return sum
}

// derivatives are the gradient of the log likelihood and its negative Hessian.
func (m *placesModel) derivatives() (gradient *mat.VecDense, curvature *mat.SymDense) {
	return m.slopesOf(m.choices)
}

// slopesOf are the derivatives of the log likelihood of some choices: of a choice of weight w, with probabilities p and slopes u, they are
// sum (picked - w p) u and w (sum p u u' - v v'), v = sum p u.
func (m *placesModel) slopesOf(choices []choice) (gradient *mat.VecDense, curvature *mat.SymDense) {
	n := len(m.base.theta)
	gradient = mat.NewVecDense(n, nil)
	curvature = mat.NewSymDense(n, nil)
	for _, c := range choices {
		odds, total := m.odds(c)
		var mean []slope
		for i, s := range c.group {
			p, u := math.Exp(odds[i]-total), m.slopes(s)
			addOuter(curvature, u, c.weight*p)
			for _, s := range u {
				gradient.SetVec(s.at, gradient.AtVec(s.at)+c.picked[i]-c.weight*p)
				mean = append(mean, slope{s.at, p})
			}
		}
		addOuter(curvature, merged(mean), -c.weight)
	}
	return gradient, curvature
}

// fit maximises the log likelihood.
func (m *placesModel) fit() (err error) {
	m.base.hessian, err = maximise(m)
	return err
}

func (m *placesModel) parameters() []float64 { return m.base.theta }
