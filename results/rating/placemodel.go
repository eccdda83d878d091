package rating

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/stats"
)

// PlaceRatings are the ratings of players in games of several seats, without Advantage and DrawRate.
type PlaceRatings struct {
	Ratings
	Seats         []stats.Estimate // worth more than seat 1, in Elo; absent where strength could explain it
	SeatsFitted   bool             // otherwise all seats are taken to be worth the same
	logLikelihood float64          // natural logarithm, of the games among players of one scale
}

// RatePlaces fits the strengths th of all players and the effects eta of all seats together, by maximum likelihood in
// the model of Plackett and Luce with seat effects:
//
//	P(order) = prod_j e^(th(j) + eta(seat j)) / sum_{l >= j} e^(th(l) + eta(seat l))
//
// where j runs over the places from the first. (Plackett, The analysis of permutations, 1975; Luce, Individual choice
// behavior, 1959; Hunter, MM algorithms for generalized Bradley-Terry models, 2004.) All is in Elo, times 400/ln 10;
// seat 1 is worth 0 and ratings average 0 in every pool.
//
// Factors for places that are not known are left out: that is the exact probability of what is known. A tie counts as
// all orders of the tied in equal parts, as a draw between two is half a win and half a loss; it makes errors, which
// come from the inverse Hessian, somewhat too wide. Where games share openings these are clusters, as for [Rate].
//
// Players who were ahead of or behind everyone, or whom no chain of games connects, are marked and bounded as their
// [Mark] says, with "won against" for "placed ahead of". Seats whose effects the games do not determine are taken to be
// worth the same, and bounded where one direction is excluded.
func RatePlaces(t *Places) (*PlaceRatings, error) {
	m := newPlacesModel(t)
	open := m.openSeats()
	var err error
	if len(open) == 0 {
		m.addSeats()
		if m.hessian, err = maximise(m); err == nil && (m.hessian == nil || m.hessian.Cond() < worstCondition) {
			return m.ratings(nil)
		}
		m = newPlacesModel(t)
	}
	if m.hessian, err = maximise(m); err != nil {
		return nil, err
	}
	return m.ratings(m.seatEvidence(open))
}

// placesModel is the model of [RatePlaces] while it is being fitted, in log odds. Its likelihood is a product of
// choices, each that of a multinomial logit (McFadden, Conditional logit analysis of qualitative choice behavior,
// 1974), and so its logarithm is concave.
type placesModel struct {
	model    // the players' side: pools, parameters, scale
	table    *Places
	choices  []choice
	openings [][]placing // the games from each opening that has more than one, in a fixed order
	seats    []int       // of a seat: the place of its effect in theta, or -1 where it is 0
}

func newPlacesModel(t *Places) *placesModel {
	m := &placesModel{table: t, seats: slices.Repeat([]int{-1}, t.seats)}
	m.model = model{options: Options{Scale: logisticScale}, pools: findPools(t.compared(), nil), seat: -1}
	m.theta = make([]float64, m.place())
	for _, p := range t.placings() {
		m.choices = append(m.choices, m.within(p, float64(t.counts[p]))...)
	}
	for games := range byOpening(t.opened, placing.compare) {
		m.openings = append(m.openings, slices.Clone(games))
	}
	slices.SortFunc(m.openings, func(a, b []placing) int { return slices.CompareFunc(a, b, placing.compare) })
	m.meet()
	return m
}

// within are the choices of so many equal games within components.
func (m *placesModel) within(p placing, count float64) (out []choice) {
	for _, c := range p.choices(m.table.seats, count) {
		if c, ok := c.within(m.pools.component); ok {
			out = append(out, c)
		}
	}
	return out
}

// addSeats makes parameters of the effects of all seats but the first.
func (m *placesModel) addSeats() {
	for seat := 1; seat < len(m.seats); seat++ {
		m.seats[seat] = len(m.theta)
		m.theta = append(m.theta, 0)
	}
}

func (m *placesModel) effect(seat int) float64 {
	if i := m.seats[seat]; i >= 0 {
		return m.theta[i]
	}
	return 0
}

// slopes are the derivatives of what a player in a seat brings to a choice.
func (m *placesModel) slopes(s seated) []slope {
	u := make([]slope, 0, 2)
	for _, i := range [2]int{m.index[s.player], m.seats[s.seat]} {
		if i >= 0 {
			u = append(u, slope{i, 1})
		}
	}
	return u
}

// odds are the strengths, seats included, of the members of a choice, and the log of the sum of their exponentials.
func (m *placesModel) odds(c choice) (odds []float64, total float64) {
	odds = make([]float64, len(c.group))
	for i, s := range c.group {
		odds[i] = m.strength(s.player) + m.effect(s.seat)
	}
	return odds, floats.LogSumExp(odds)
}

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

func (m *placesModel) derivatives(negativeHessian *mat.SymDense) *mat.VecDense {
	gradient := mat.NewVecDense(len(m.theta), nil)
	add := func(u []slope, weight float64) { addOuter(negativeHessian, u, weight) }
	for _, s := range m.slopesOf(m.choices, add) {
		gradient.SetVec(s.at, gradient.AtVec(s.at)+s.by)
	}
	return gradient
}

// slopesOf are the derivatives of the log likelihood of some choices: of one of weight w, with probabilities p and
// slopes u, the parts of sum (picked - w p) u; and of w (sum p u u' - v v'), v = sum p u, which it hands out.
func (m *placesModel) slopesOf(choices []choice, add outerProduct) (gradient []slope) {
	for _, c := range choices {
		odds, total := m.odds(c)
		var mean []slope
		for i, s := range c.group {
			p, u := math.Exp(odds[i]-total), m.slopes(s)
			add(u, c.weight*p)
			for _, s := range u {
				gradient = append(gradient, slope{s.at, c.picked[i] - c.weight*p})
				mean = append(mean, slope{s.at, p})
			}
		}
		add(merged(mean), -c.weight)
	}
	return gradient
}

// meet counts from how many of the openings each player played.
func (m *placesModel) meet() {
	m.met = make([]int, m.table.players)
	for _, games := range m.openings {
		met := map[int]bool{}
		for _, p := range games {
			for _, player := range p.players[:m.table.seats] {
				met[player] = true
			}
		}
		for player := range met {
			m.met[player]++
		}
	}
}

// scores hands out the parts of J: the information of games by themselves and, for each opening, the square of the
// derivative of its log likelihood.
func (m *placesModel) scores(add outerProduct) {
	alone := maps.Clone(m.table.counts)
	for _, games := range m.openings {
		for _, p := range games {
			alone[p]--
		}
	}
	for _, p := range m.table.placings() {
		if alone[p] > 0 {
			m.slopesOf(m.within(p, float64(alone[p])), add)
		}
	}
	for _, games := range m.openings {
		var score []slope
		for _, p := range games {
			score = append(score, m.slopesOf(m.within(p, 1), func([]slope, float64) {})...)
		}
		add(merged(score), 1)
	}
}
