package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// bayesEloModel is the model of [RateBayesElo] while it is being fitted; inside, everything is in log odds. With f = D + a - d, g = -D - a - d and
// the logistic function s, P(win) = s(f), P(loss) = s(g) and P(draw) = (e^(2d) - 1) s(f) s(g), so that the log likelihood is a sum of concave
// functions.
type bayesEloModel struct {
	options   BayesEloOptions
	base      model // the players' side: pools, parameters, scale
	terms     []bayesEloTerm
	advantage int // places in theta, or -1 where they are given or nothing was played
	drawElo   int
	given     struct{ advantage, drawElo float64 }
}

// bayesEloTerm holds the games of one seating, those of the prior included.
type bayesEloTerm struct {
	first, second       int
	wins, draws, losses float64 // of the first seat
}

func newBayesEloModel(r *Results, o BayesEloOptions) *bayesEloModel {
	m := &bayesEloModel{options: o, advantage: -1, drawElo: -1}
	m.base = model{pools: findPools(acquaintances(r), nil), seat: -1, index: make([]int, r.players), fixed: make([]float64, r.players)}
	m.collect(r)
	based := make([]bool, r.players) // components of which one player is at 0
	size := 0
	for p, c := range m.base.pools.component {
		if m.base.index[p] = -1; based[c] {
			m.base.index[p] = size
			size++
		}
		based[c] = true
	}
	if size > 0 && o.Advantage == nil {
		m.advantage = size
		size++
	}
	if size > 0 && o.DrawElo == nil {
		m.drawElo = size
		size++
	}
	m.base.theta = make([]float64, size)
	m.given.drawElo = usualDrawElo * LogisticScale
	m.setGiven()
	return m
}

// setGiven takes over what the options give, and begins the estimate of the rest.
func (m *bayesEloModel) setGiven() {
	if m.options.Advantage != nil {
		m.given.advantage = *m.options.Advantage * LogisticScale
	}
	if m.options.DrawElo != nil {
		m.given.drawElo = *m.options.DrawElo * LogisticScale
	}
	if m.drawElo >= 0 {
		m.base.theta[m.drawElo] = m.given.drawElo
	}
}

// collect takes the games from the table and adds those of the prior: to those of i against j, in either seat, a quarter of the prior times the share
// that j has in the games of i, and as much for the share that i has in the games of j.
func (m *bayesEloModel) collect(r *Results) {
	games := make([]float64, r.players)
	between := func(key pairing) float64 { both, _ := r.Between(key.low, key.high); return float64(both.Games()) }
	for _, key := range r.pairings() {
		if key.low != key.high {
			games[key.low] += between(key)
			games[key.high] += between(key)
		}
	}
	for _, key := range r.pairings() {
		if key.low == key.high {
			continue
		}
		prior := m.options.Prior / 4 * between(key) * (1/games[key.low] + 1/games[key.high])
		for seat, players := range [2][2]int{{key.low, key.high}, {key.high, key.low}} {
			n := r.cells[key].games(seat)
			m.terms = append(m.terms, bayesEloTerm{players[0], players[1], float64(n[2]), float64(n[1]) + prior, float64(n[0])})
		}
	}
}

// acquaintances has a draw between any two players who met: with the prior, that is enough to compare them.
func acquaintances(r *Results) *Results {
	out := NewResults(r.players)
	for _, key := range r.pairings() {
		if key.low != key.high {
			out.cells[key] = &cell{single: [2][3]int{{0, 1, 0}, {}}}
		}
	}
	return out
}

// odds are f and g of a term, and the draw Elo.
func (m *bayesEloModel) odds(t bayesEloTerm) (f, g, d float64) {
	at := func(i int, fixed float64) float64 {
		if i >= 0 {
			return m.base.theta[i]
		}
		return fixed
	}
	lead := m.base.strength(t.first) - m.base.strength(t.second) + at(m.advantage, m.given.advantage)
	d = at(m.drawElo, m.given.drawElo)
	return lead - d, -lead - d, d
}

func (m *bayesEloModel) parameters() []float64 { return m.base.theta }

func (m *bayesEloModel) likelihood() float64 {
	sum := 0.
	for _, t := range m.terms {
		f, g, d := m.odds(t)
		if d <= 0 {
			return math.Inf(-1)
		}
		sum += t.draws*math.Log(math.Expm1(2*d)) - (t.wins+t.draws)*softplus(-f) - (t.losses+t.draws)*softplus(-g)
	}
	return sum
}

func (m *bayesEloModel) derivatives() (gradient *mat.VecDense, curvature *mat.SymDense) {
	gradient = mat.NewVecDense(len(m.base.theta), nil)
	curvature = mat.NewSymDense(len(m.base.theta), nil)
	add := func(u []slope, by, curve float64) {
		for _, s := range u {
			gradient.SetVec(s.at, gradient.AtVec(s.at)+s.by*by)
		}
		addOuter(curvature, u, curve)
	}
	for _, t := range m.terms {
		f, g, d := m.odds(t)
		win, loss := logistic(f), logistic(g)
		add(m.slopes(t, 1), (t.wins+t.draws)*(1-win), (t.wins+t.draws)*win*(1-win))
		add(m.slopes(t, -1), (t.losses+t.draws)*(1-loss), (t.losses+t.draws)*loss*(1-loss))
		if m.drawElo >= 0 {
			sinh := math.Sinh(d)
			add([]slope{{m.drawElo, 1}}, -2*t.draws/math.Expm1(-2*d), t.draws/(sinh*sinh))
		}
	}
	return gradient, curvature
}

// slopes are the derivatives of f, for side 1, or of g, for side -1.
func (m *bayesEloModel) slopes(t bayesEloTerm, side float64) []slope {
	u := make([]slope, 0, 4)
	for _, s := range [...]slope{{m.base.index[t.first], side}, {m.base.index[t.second], -side}, {m.advantage, side}, {m.drawElo, -1}} {
		if s.at >= 0 {
			u = append(u, s)
		}
	}
	return u
}
