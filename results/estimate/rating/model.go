package rating

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
)

// model holds the model of [Rate] while it is being fitted, with strengths in log odds. The likelihood is a product of
// factors, one for each [choice], and each factor is a multinomial logit (McFadden, Conditional logit analysis of
// qualitative choice behavior, 1974). Therefore its logarithm is concave.
type model struct {
	table    *Table
	options  Options
	pools    pools
	anchors  []int      // players with a given rating, sorted
	choices  [][]choice // by kind of game: the factors of its likelihood, each about players of one component
	shared   []round    // openings with more than one game within a component
	alone    []int      // by kind of game: number of games that do not share an opening
	sharedOf []int      // by player: number of shared openings in which the player has a game

	index    []int         // by player: index of the strength in theta; -1 if it is fixed
	fixed    []float64     // by player: the strength if it is fixed
	seats    []int         // by seat: index of the seat's effect in theta; -1 if the effect is 0
	openSets []seatSet     // sets of seats whose effects have no finite estimate; see openSeats
	theta    []float64     // the parameters: strengths of players, then effects of seats
	hessian  *mat.Cholesky // negative Hessian of the log likelihood at the fitted parameters
	draws    float64       // draw rate between equals; for two seats only

	strengths  int     // number of strengths in theta
	dispersion float64 // variance of scores divided by their variance without draws
}

var errTooFewGames = errors.New("ratings: too few games connect the players: " +
	"play more between them, or rate fewer players")

func newModel(t *Table, o Options) *model {
	o.Scale = cmp.Or(o.Scale, logisticScale)
	m := &model{table: t, options: o, dispersion: 1, anchors: slices.Sorted(maps.Keys(o.Anchors)),
		choices: make([][]choice, len(t.kinds)), alone: make([]int, len(t.kinds)), sharedOf: make([]int, t.players)}
	m.pools = findPools(t, m.anchors)
	for k, kind := range t.kinds {
		for _, c := range kind.choices(t.seats) {
			if c, ok := c.within(m.pools.component); ok {
				m.choices[k] = append(m.choices[k], c)
			}
		}
		m.alone[k] = kind.count
	}
	m.collectRounds()
	m.assignParameters()
	m.resetParameters()
	m.openSets = m.openSeats()
	return m
}

// collectRounds sets shared and sharedOf, and subtracts the games that share openings from alone.
func (m *model) collectRounds() {
	outside := func(k int32) bool { return m.choices[k] == nil } // no choice within a component remains
	lastRound := make([]int, m.table.players)                    // by player: number of the last shared round, from 1
	for _, r := range m.table.rounds {
		if slices.ContainsFunc(r.kinds, outside) {
			r.kinds = slices.DeleteFunc(slices.Clone(r.kinds), outside)
		}
		if len(r.kinds) < 2 {
			continue
		}
		m.shared = append(m.shared, r)
		for _, k := range r.kinds {
			m.alone[k] -= r.count
			for _, player := range m.table.seated(int(k)) {
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
	m.index, m.fixed = make([]int, m.table.players), make([]float64, m.table.players)
	for p, rating := range m.options.Anchors {
		m.index[p], m.fixed[p] = -1, rating*m.options.Scale
	}
	fixed := slices.Clone(m.pools.anchorsIn) // by component: number of fixed players
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
	m.theta, m.seats = make([]float64, m.strengths), slices.Repeat([]int{-1}, m.table.seats)
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
	if len(m.openSets) == 0 && !m.options.noAdvantage {
		m.addSeats()
		if m.hessian, err = m.maximise(); err == nil && (m.hessian == nil || m.hessian.Cond() < worstCondition) {
			return nil
		}
		m.resetParameters() // the games do not determine the effects of seats
	}
	m.hessian, err = m.maximise()
	return err
}

// sharedOpenings returns the number of openings with more than one game within a component.
func (m *model) sharedOpenings() (count int) {
	for _, r := range m.shared {
		count += r.count
	}
	return count
}

func (m *model) anchored(player int) bool {
	_, ok := m.options.Anchors[player]
	return ok
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

// entry is an element of a sparse vector. In a gradient, index is the index of a parameter in theta.
type entry struct {
	index int
	value float64
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

// logLikelihood returns the natural logarithm of the likelihood.
func (m *model) logLikelihood() float64 {
	sum := 0.
	var buffer [MaxSeats]float64
	for k, choices := range m.choices {
		for _, c := range choices {
			_, total := m.chances(buffer[:0], c)
			for i, s := range c.group {
				sum += float64(m.table.kinds[k].count) * c.picked[i] * (m.strength(s.player) + m.effect(s.seat) - total)
			}
		}
	}
	return sum
}

// derivatives returns the gradient of the log likelihood, and adds its negative Hessian to the argument unless that is
// nil. A choice of weight w whose members i come first with the probabilities p_i adds to the negative Hessian
// w sum p_i p_j (u_i - u_j)(u_i - u_j)', i < j, where u_i is the gradient of the log odds of member i.
func (m *model) derivatives(negativeHessian *mat.SymDense) *mat.VecDense {
	gradient := mat.NewVecDense(len(m.theta), nil)
	raw := gradient.RawVector().Data
	var p [MaxSeats]float64
	var slopes [2 * MaxSeats]entry
	for k, choices := range m.choices {
		count := float64(m.table.kinds[k].count)
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

// gradient appends to a list the derivatives of the log likelihood of choice c, whose members come first with the
// probabilities p. A parameter may occur several times.
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

// merged adds up the entries with the same index and returns the sums, sorted by index. It reuses the memory.
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

// choice is one factor of the likelihood of a game: the probability that a certain member of a group came first. In a
// tie, each of the tied members has a part of the first place.
type choice struct {
	group  []seated
	picked []float64 // by member of the group: part of the first place, times weight
	weight float64   // exponent of the factor
}

// seated is a player in a seat, both numbered from 0.
type seated struct{ player, seat int }

// choices splits a game into choices, place by place. Each choice is about who comes first among the seats that are not
// placed yet. A tie counts as all orders of the tied seats in equal parts. Each order places the tied seats one after
// the other. Over all orders, the tied seats that are still to be placed form every subset of the same size equally
// often. So every subset has a choice in which its members share the first place. The weights of all subsets of the
// same size are equal and sum to 1.
func (p *placing) choices(seats int) (out []choice) {
	left := uint(1)<<seats - 1 // set of the seats that are not placed yet
	for rank := int8(1); ; rank++ {
		tied := uint(0)
		for seat := range seats {
			if p.ranks[seat] == rank {
				tied |= 1 << seat
			}
		}
		if tied == 0 {
			return out
		}
		left &^= tied
		for part := tied; part > 0; part = (part - 1) & tied { // all nonempty subsets of tied
			weight := 1 / float64(combin.Binomial(bits.OnesCount(tied), bits.OnesCount(part)))
			if c, ok := p.choice(part, left, weight); ok {
				out = append(out, c)
			}
		}
	}
}

// choice returns the choice in which the seats of the set first share the first place, ahead of the seats of the set
// behind. ok is false if both sets together have only one seat.
func (p *placing) choice(first, behind uint, weight float64) (c choice, ok bool) {
	c.weight = weight
	for set := first | behind; set > 0; set &= set - 1 { // seat by seat
		seat := bits.TrailingZeros(set)
		c.group = append(c.group, seated{int(p.players[seat]), seat})
		share := 0.
		if first>>seat&1 == 1 {
			share = weight / float64(bits.OnesCount(first))
		}
		c.picked = append(c.picked, share)
	}
	return c, len(c.group) > 1
}

// within returns the choice without the members outside the component of the player who came first. component is
// indexed by player. A player of another component never comes ahead of the first one. To keep such a player would push
// the ratings of the two components apart without limit. ok is false if only one member remains.
func (c choice) within(component []int) (out choice, ok bool) {
	first := slices.IndexFunc(c.picked, func(share float64) bool { return share > 0 })
	out.weight = c.weight
	for i, s := range c.group {
		if component[s.player] == component[c.group[first].player] {
			out.group = append(out.group, s)
			out.picked = append(out.picked, c.picked[i])
		}
	}
	return out, len(out.group) > 1
}
