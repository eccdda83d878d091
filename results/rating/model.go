package rating

import (
	"errors"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"pillars/results/stats"
)

// model is the joint model of [Rate] while it is being fitted. Inside, strengths are in log odds.
type model struct {
	options  Options
	pools    pools
	anchors  []int // in order
	evidence seatEvidence
	terms    []term
	shared   []cluster // openings of more than one game within a component
	met      []int     // of a player: from how many shared openings

	index   []int     // of a player: the place of the strength in theta, or -1 where it is fixed
	fixed   []float64 // of a player: the strength where it is fixed
	seat    int       // place of the first-seat advantage in theta, or -1 where it is taken as 0
	theta   []float64 // the parameters
	hessian *mat.Cholesky
	draws   float64 // draw rate at parity
}

// term is the games of two players in one order of seats, and what the first of them scored.
type term struct {
	first, second        int
	games, points, draws float64
	shared               float64 // of the games, those that share their opening with others
}

// terms are those of all pairings in a fixed order, in either order of seats, without what openings tell.
func (r *Results) terms() (all []term) {
	for _, key := range r.pairings() {
		for seat, players := range [2][2]int{{key.low, key.high}, {key.high, key.low}} {
			n := r.cells[key].games(seat)
			t := term{first: players[0], second: players[1], games: float64(n[0] + n[1] + n[2]), draws: float64(n[1])}
			t.points = float64(n[2]) + t.draws/2
			all = append(all, t)
		}
	}
	return all
}

var errTooFewGames = errors.New("ratings: too few games connect the players: " +
	"play more between them, or rate fewer players")

func newModel(r *Results, o Options) *model {
	m := &model{options: o, anchors: slices.Sorted(maps.Keys(o.Anchors)), seat: -1}
	m.pools = findPools(r, m.anchors)
	m.collect(r)
	m.evidence = evidence(m.terms, r.players, m.anchors)
	size := m.place()
	if len(m.terms) > 0 && !o.noAdvantage && !m.evidence.up && !m.evidence.down {
		m.seat = size
		size++
	}
	m.theta = make([]float64, size)
	m.start()
	return m
}

// place gives every player who is not fixed a parameter, and counts these. In a component without an anchor the first
// player is at 0.
func (m *model) place() (size int) {
	players := len(m.pools.component)
	m.index, m.fixed = make([]int, players), make([]float64, players)
	for p, rating := range m.options.Anchors {
		m.index[p], m.fixed[p] = -1, rating*m.options.Scale
	}
	based := slices.Clone(m.pools.given) // fixed players of components
	for p, c := range m.pools.component {
		switch {
		case m.anchored(p):
		case based[c] == 0:
			m.index[p], based[c] = -1, 1
		default:
			m.index[p] = size
			size++
		}
	}
	return size
}

// start begins the fit near the anchors: far from them all games would look decided, and the likelihood level.
func (m *model) start() {
	sum := 0.
	for _, a := range m.anchors {
		sum += m.fixed[a]
	}
	for p, i := range m.index {
		if i >= 0 && !m.floating(p) {
			m.theta[i] = sum / float64(len(m.anchors))
		}
	}
}

// collect takes the games within components from the table. Those between components are one-sided: whatever the
// ratings, they would only push the components apart for ever.
func (m *model) collect(r *Results) {
	for _, t := range r.terms() {
		if m.pools.component[t.first] == m.pools.component[t.second] && t.games > 0 {
			m.terms = append(m.terms, t)
		}
	}
	m.collectOpenings(r)
}

func (m *model) collectOpenings(r *Results) {
	m.met = make([]int, r.players)
	terms := map[[2]int]*term{}
	for i := range m.terms {
		t := &m.terms[i]
		terms[[2]int{t.first, t.second}] = t
	}
	component := m.pools.component
	for _, c := range r.clusters() {
		c = c.only(func(g Duel) bool { return component[g.First] == component[g.Second] })
		if len(c.games) < 2 { // a game by itself
			continue
		}
		m.shared = append(m.shared, c)
		met := map[int]int{}
		for _, g := range c.games {
			terms[[2]int{g.First, g.Second}].shared += float64(c.count)
			met[g.First], met[g.Second] = c.count, c.count
		}
		for p, count := range met {
			m.met[p] += count
		}
	}
}

func (m *model) sharedOpenings() (count int) {
	for _, c := range m.shared {
		count += c.count
	}
	return count
}

func (m *model) anchored(player int) bool {
	_, ok := m.options.Anchors[player]
	return ok
}

// strength is in log odds, relative to the fixed player of the component.
func (m *model) strength(player int) float64 {
	if i := m.index[player]; i >= 0 {
		return m.theta[i]
	}
	return m.fixed[player]
}

func (m *model) advantage() float64 {
	if m.seat >= 0 {
		return m.theta[m.seat]
	}
	return 0
}

func (m *model) expected(first, second int) float64 {
	return stats.Sigmoid(m.strength(first) - m.strength(second) + m.advantage())
}

// slope is a partial derivative of the log odds of a game, by its place in theta.
type slope struct {
	at int
	by float64
}

// slopes is u = e_first - e_second + e_seat, as far as these are parameters.
func (m *model) slopes(first, second int) []slope {
	u := make([]slope, 0, 3)
	add := func(at int, by float64) {
		if at >= 0 {
			u = append(u, slope{at, by})
		}
	}
	if first != second {
		add(m.index[first], 1)
		add(m.index[second], -1)
	}
	add(m.seat, 1)
	return u
}

func addOuter(to *mat.SymDense, u []slope, weight float64) {
	if to == nil {
		return
	}
	for _, a := range u {
		for _, b := range u {
			if a.at <= b.at {
				to.SetSym(a.at, b.at, to.At(a.at, b.at)+weight*a.by*b.by)
			}
		}
	}
}

func (m *model) parameters() []float64 { return m.theta }

func (m *model) likelihood() float64 {
	sum := 0.
	for _, t := range m.terms {
		x := m.strength(t.first) - m.strength(t.second) + m.advantage()
		sum -= t.points*stats.Softplus(-x) + (t.games-t.points)*stats.Softplus(x)
	}
	return sum
}

// derivatives has the negative Hessian H = sum E(1-E) u u'.
func (m *model) derivatives(negativeHessian *mat.SymDense) *mat.VecDense {
	gradient := mat.NewVecDense(len(m.theta), nil)
	for _, t := range m.terms {
		e, u := m.expected(t.first, t.second), m.slopes(t.first, t.second)
		addOuter(negativeHessian, u, t.games*e*(1-e))
		for _, s := range u {
			gradient.SetVec(s.at, gradient.AtVec(s.at)+s.by*(t.points-t.games*e))
		}
	}
	return gradient
}

// expectedDraws is a number of games, given the draw rate at parity.
func (m *model) expectedDraws(d float64) float64 {
	sum := 0.
	for _, t := range m.terms {
		sum += t.games * stats.DrawProbability(m.expected(t.first, t.second), d)
	}
	return sum
}

// drawRateFor is the draw rate at parity at which expectedDraws is draws.
func (m *model) drawRateFor(draws float64) float64 {
	switch {
	case draws <= 0:
		return 0
	case draws >= m.expectedDraws(1):
		return 1
	}
	return stats.Bisect(0, 1, func(d float64) float64 { return m.expectedDraws(d) - draws })
}

func (m *model) observedDraws() (draws, games float64) {
	for _, t := range m.terms {
		draws += t.draws
		games += t.games
	}
	return draws, games
}

// drawRate is the draw rate with its error. Where the interval would leave [0, 1] it is the anytime interval of the
// share of draws, seen at parity.
func (m *model) drawRate() stats.Estimate {
	draws, games := m.observedDraws()
	if games == 0 {
		return stats.Estimate{}
	}
	if m.draws > 0 && m.draws < 1 {
		h := 1e-6 * min(m.draws, 1-m.draws)
		slope := (m.expectedDraws(m.draws+h) - m.expectedDraws(m.draws-h)) / (2 * h)
		error95 := half95(m.drawVariance(), m.sharedOpenings()) / slope
		if m.sharedOpenings() != 1 && error95 > 0 && error95 < min(m.draws, 1-m.draws) {
			return stats.Symmetric(m.draws, error95)
		}
	}
	seen := m.seatCurve().observations()
	limits := stats.Anytime(draws/games*seen, seen, .95)
	return stats.Limited(m.draws, m.drawRateFor(limits.Low*games), m.drawRateFor(limits.High*games))
}

// drawVariance is the variance of the draws observed less those expected under the fitted strengths. As these move with
// the scores, a game adds that of (drawn - x) - k (score - E), where k = c' H^-1 u and c is the derivative of the
// expected number by the parameters; a shared opening adds the square of what its games come to together. (Murphy and
// Topel, Estimation and inference in two-step econometric models, 1985.)
func (m *model) drawVariance() float64 {
	carried := m.carried()
	variance := 0.
	for _, t := range m.terms {
		e, x, k := m.drawing(t.first, t.second, carried)
		variance += (t.games - t.shared) * (x*(1-x) - 2*k*x*(.5-e) + k*k*(e*(1-e)-x/4))
	}
	for _, c := range m.shared {
		sum := 0.
		for _, g := range c.games {
			e, x, k := m.drawing(g.First, g.Second, carried)
			if g.Score == .5 {
				sum++
			}
			sum -= x + k*(g.Score-e)
		}
		variance += float64(c.count) * sum * sum
	}
	return max(0, variance)
}

// drawing is what a game is expected to come to: the score e, the probability x of a draw, and k, by how much the
// expected number of draws moves with its score.
func (m *model) drawing(first, second int, carried *mat.VecDense) (e, x, k float64) {
	e = m.expected(first, second)
	for _, s := range m.slopes(first, second) {
		k += s.by * carried.AtVec(s.at)
	}
	return e, stats.DrawProbability(e, m.draws), k
}

// carried is H^-1 c, how the expected number of draws moves with points beyond expectation.
func (m *model) carried() *mat.VecDense {
	if len(m.theta) == 0 {
		return new(mat.VecDense)
	}
	c := mat.NewVecDense(len(m.theta), nil)
	phi := (1 - m.draws) / (2 * m.draws)
	for _, t := range m.terms {
		e := m.expected(t.first, t.second)
		byScore := 2 * (1 - 2*e) / (1 + (4*phi*phi-1)*stats.DrawProbability(e, m.draws)) // dx/dE
		for _, s := range m.slopes(t.first, t.second) {
			c.SetVec(s.at, c.AtVec(s.at)+s.by*t.games*byScore*e*(1-e))
		}
	}
	if m.hessian.SolveVecTo(c, c) != nil {
		c.Zero()
	}
	return c
}
