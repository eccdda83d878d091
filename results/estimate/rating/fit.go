package rating

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/rounds"
)

// model holds the model of [Rate] while it is being fitted, with strengths in log odds. The likelihood is a product of
// factors, one for each [choice], and each factor is a multinomial logit (McFadden, Conditional logit analysis of
// qualitative choice behavior, 1974). Therefore its logarithm is concave.
type model struct {
	counts   *Counts
	given    map[int]float64 // ratings of the anchors, by player
	pools    pools
	anchors  []int      // players with a given rating, sorted
	choices  [][]choice // by kind of game: the factors of its likelihood, each about players of one component
	shared   []round    // openings with more than one game within a component
	alone    []int      // by kind of game: number of games that do not share an opening
	sharedOf []int      // by player: number of shared openings in which the player has a game

	index   []int         // by player: index of the strength in theta; -1 if the strength is fixed
	fixed   []float64     // by player: the strength if it is fixed
	seats   []int         // by seat: index of the seat's effect in theta; -1 if the effect is 0
	theta   []float64     // the parameters: strengths of players, then effects of seats
	hessian *mat.Cholesky // negative Hessian of the log likelihood at the fitted parameters
	draws   float64       // draw rate between equal players; for two seats only

	strengths  int     // number of strengths in theta
	dispersion float64 // variance of scores divided by their variance without draws
}

var errTooFewGames = errors.New("ratings: too few games connect the players: " +
	"play more between them, or rate fewer players")

// newModel returns the model of the counts, with given ratings of anchors by player, before it is fitted.
func newModel(c *Counts, anchors map[int]float64) *model {
	m := &model{counts: c, given: anchors, dispersion: 1, anchors: slices.Sorted(maps.Keys(anchors)),
		choices: make([][]choice, len(c.kinds)), alone: make([]int, len(c.kinds)), sharedOf: make([]int, c.players)}
	m.pools = findPools(c, m.anchors)
	for k, kind := range c.kinds {
		for _, c := range kind.choices(c.seats) {
			if c, ok := c.within(m.pools.component); ok {
				m.choices[k] = append(m.choices[k], c)
			}
		}
		m.alone[k] = kind.count
	}
	m.collectRounds()
	m.assignParameters()
	m.resetParameters()
	return m
}

// collectRounds sets m.shared and m.sharedOf, and subtracts the games that share openings from m.alone.
func (m *model) collectRounds() {
	outside := func(k int32) bool { return m.choices[k] == nil } // the kind has no choice within a component
	lastRound := make([]int, m.counts.players)                   // by player: number of the last counted round, from 1
	for _, r := range m.counts.rounds {
		if slices.ContainsFunc(r.kinds, outside) {
			r.kinds = slices.DeleteFunc(slices.Clone(r.kinds), outside)
		}
		if len(r.kinds) < 2 {
			continue
		}
		m.shared = append(m.shared, r)
		for _, k := range r.kinds {
			m.alone[k] -= r.count
			for _, player := range m.counts.seated(int(k)) {
				if lastRound[player] < len(m.shared) { // the player's first game of the round
					lastRound[player] = len(m.shared)
					m.sharedOf[player] += r.count
				}
			}
		}
	}
}

// assignParameters assigns an index in theta to every player whose strength is not fixed. The strengths of anchors are
// fixed. In a component without an anchor, the strength of the first player is fixed at 0.
func (m *model) assignParameters() {
	m.index, m.fixed = make([]int, m.counts.players), make([]float64, m.counts.players)
	for p, rating := range m.given {
		m.index[p], m.fixed[p] = -1, rating*logisticScale
	}
	fixed := slices.Clone(m.pools.anchorsIn) // by component: number of players with a fixed strength
	for p, c := range m.pools.component {
		switch {
		case m.anchored(p):
		case fixed[c] == 0:
			m.index[p], fixed[c] = -1, 1
		default:
			m.index[p] = m.strengths
			m.strengths++
		}
	}
}

// resetParameters creates parameters for strengths but not for seats, and sets their starting values. Players of an
// anchored component start at the mean of the anchors, because the likelihood is flat far away from them.
func (m *model) resetParameters() {
	m.theta, m.seats = make([]float64, m.strengths), slices.Repeat([]int{-1}, m.counts.seats)
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

// addSeats adds a parameter for the effect of every seat except the first.
func (m *model) addSeats() {
	for seat := 1; seat < len(m.seats); seat++ {
		m.seats[seat] = len(m.theta)
		m.theta = append(m.theta, 0)
	}
}

// fit moves the parameters to the maximum of the likelihood. It fits the effects of seats too if the games determine
// them.
func (m *model) fit() (err error) {
	m.addSeats()
	if m.hessian, err = m.maximise(); err == nil && (m.hessian == nil || m.hessian.Cond() < worstCondition) &&
		floats.Norm(m.theta[m.strengths:], math.Inf(1)) < greatestEffect {
		return nil
	}
	m.resetParameters() // the games do not determine the effects of seats
	m.hessian, err = m.maximise()
	return err
}

// maximise moves the parameters to the maximum of the log likelihood by Newton's method with step halving. It returns
// the factorized negative Hessian at the maximum, or nil if there are no parameters. It returns [errTooFewGames] if the
// likelihood is flat or has no maximum.
func (m *model) maximise() (*mat.Cholesky, error) {
	const (
		maxSteps  = 200   // usually under ten steps are enough
		flatSteps = 20    // after these steps, a nearly flat likelihood is taken to grow without limit
		longest   = 4     // in log odds: longer steps could end where the likelihood is flat, so they are cut
		short     = 1e-4  // in log odds: shorter steps are taken without checking that the likelihood grows
		converged = 1e-10 // in log odds: the search ends after a shorter step
	)
	if len(m.theta) == 0 {
		return nil, nil
	}
	lastSize := math.Inf(1)
	curvature := mat.NewSymDense(len(m.theta), nil)
	var cholesky mat.Cholesky
	var newtonStep mat.VecDense
	for step := range maxSteps {
		curvature.Zero()
		gradient := m.derivatives(curvature)
		if !cholesky.Factorize(curvature) || step > flatSteps && cholesky.Cond() > worstCondition ||
			cholesky.SolveVecTo(&newtonStep, gradient) != nil {
			return nil, errTooFewGames
		}
		delta := newtonStep.RawVector().Data
		size := floats.Norm(delta, math.Inf(1))
		if size > longest {
			floats.Scale(longest/size, delta)
		}
		if size < short {
			floats.Add(m.theta, delta)
		} else {
			m.climb(delta)
		}
		if size < converged || size < short && size >= lastSize { // or rounding keeps the steps from shrinking
			curvature.Zero()
			m.derivatives(curvature)
			if !cholesky.Factorize(curvature) {
				return nil, errTooFewGames
			}
			return &cholesky, nil
		}
		lastSize = size
	}
	return nil, errTooFewGames
}

// climb moves the parameters by delta, and halves the move until the log likelihood has grown. In a sum over very many
// games, rounding can hide the growth. The log likelihood is concave, so growth is also certain if it still rises along
// delta after the move.
func (m *model) climb(delta []float64) {
	start, likelihood := slices.Clone(m.theta), m.logLikelihood()
	for scale := 1.; scale > 1e-9; scale /= 2 {
		floats.AddScaledTo(m.theta, start, scale, delta)
		if m.logLikelihood() > likelihood || floats.Dot(m.derivatives(nil).RawVector().Data, delta) >= 0 {
			return
		}
	}
}

// worstCondition is the condition number of a negative Hessian above which a likelihood counts as flat. A likelihood
// that grows without limit exceeds it; ratings of real games stay below 1e8.
const worstCondition = 1e13

// greatestEffect is the effect of a seat, in log odds, from which on the likelihood counts as growing without limit. An
// effect of this size would show only in more games than can be played.
const greatestEffect = 20

// logLikelihood returns the natural logarithm of the likelihood.
func (m *model) logLikelihood() float64 {
	sum := 0.
	var buffer [rounds.MaxSeats]float64
	for k, choices := range m.choices {
		for _, c := range choices {
			_, total := m.chances(buffer[:0], c)
			for i, s := range c.group {
				logChance := m.strength(s.player) + m.effect(s.seat) - total
				sum += float64(m.counts.kinds[k].count) * c.picked[i] * logChance
			}
		}
	}
	return sum
}

// derivatives returns the gradient of the log likelihood, and adds the negative Hessian of the log likelihood to
// negativeHessian unless that is nil. A choice of weight w whose members i come first with the probabilities p_i adds
// to the negative Hessian w sum p_i p_j (u_i - u_j)(u_i - u_j)', i < j, where u_i is the gradient of the log odds of
// member i.
func (m *model) derivatives(negativeHessian *mat.SymDense) *mat.VecDense {
	gradient := mat.NewVecDense(len(m.theta), nil)
	raw := gradient.RawVector().Data
	var p [rounds.MaxSeats]float64
	var slopes [2 * rounds.MaxSeats]entry
	for k, choices := range m.choices {
		count := float64(m.counts.kinds[k].count)
		for _, c := range choices {
			m.chances(p[:0], c) // sets p
			for _, s := range m.gradient(slopes[:0], c, p[:]) {
				raw[s.index] += count * s.value
			}
			for i, a := range c.group {
				for j := 0; j < i && negativeHessian != nil; j++ {
					addOuter(negativeHessian, m.slopes(slopes[:0], a, c.group[j]), count*c.weight*p[i]*p[j])
				}
			}
		}
	}
	return gradient
}

// gradient appends to its first argument the derivatives of the log likelihood of choice c, whose members come first
// with the probabilities p. The result may have several entries for one parameter.
func (m *model) gradient(to []entry, c choice, p []float64) []entry {
	for i, a := range c.group {
		for _, index := range [2]int{m.index[a.player], m.seats[a.seat]} {
			if index >= 0 {
				to = append(to, entry{index, c.picked[i] - c.weight*p[i]})
			}
		}
	}
	return to
}

// addOuter adds weight u u' to a symmetric matrix, where u is a sparse vector.
func addOuter(to *mat.SymDense, u []entry, weight float64) {
	for _, a := range u {
		for _, b := range u {
			if a.index <= b.index {
				to.SetSym(a.index, b.index, to.At(a.index, b.index)+weight*a.value*b.value)
			}
		}
	}
}

// chances appends to p the probability that each member of the choice comes first. It also returns the logarithm of the
// sum of the members' odds.
func (m *model) chances(p []float64, c choice) ([]float64, float64) {
	for _, s := range c.group {
		p = append(p, m.strength(s.player)+m.effect(s.seat))
	}
	total := floats.LogSumExp(p)
	for i, logOdds := range p {
		p[i] = math.Exp(logOdds - total)
	}
	return p, total
}

// strength returns a player's strength in log odds, relative to the fixed players of the component.
func (m *model) strength(player int) float64 {
	if i := m.index[player]; i >= 0 {
		return m.theta[i]
	}
	return m.fixed[player]
}

// effect returns the advantage of a seat over the first seat, in log odds.
func (m *model) effect(seat int) float64 {
	if i := m.seats[seat]; i >= 0 {
		return m.theta[i]
	}
	return 0
}

// slopes appends to u the derivatives, by the parameters, of the log odds that a comes ahead of b. It omits parameters
// whose derivative is 0.
func (m *model) slopes(u []entry, a, b seated) []entry {
	add := func(index int, derivative float64) {
		if index >= 0 {
			u = append(u, entry{index, derivative})
		}
	}
	if a.player != b.player { // otherwise the strengths cancel
		add(m.index[a.player], 1)
		add(m.index[b.player], -1)
	}
	add(m.seats[a.seat], 1)
	add(m.seats[b.seat], -1)
	return u
}

// entry is an element of a sparse vector. In a gradient, index is the index of a parameter in theta.
type entry struct {
	index int
	value float64
}

// merged adds up the entries with the same index and returns the sums, sorted by index. It reuses the memory of
// entries.
func merged(entries []entry) []entry {
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.index, b.index) })
	out := entries[:0]
	for _, s := range entries {
		if last := len(out) - 1; last >= 0 && out[last].index == s.index {
			out[last].value += s.value
			continue
		}
		out = append(out, s)
	}
	return out
}

// sharedOpenings returns the number of openings with more than one game within a component.
func (m *model) sharedOpenings() (count int) {
	for _, r := range m.shared {
		count += r.count
	}
	return count
}

func (m *model) anchored(player int) bool {
	_, ok := m.given[player]
	return ok
}
