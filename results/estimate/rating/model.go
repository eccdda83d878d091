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

// model is the model of [Rate] while it is being fitted. Inside, strengths are in log odds. The likelihood is a product
// of choices, each by a multinomial logit (McFadden, Conditional logit analysis of qualitative choice behavior,
// 1974), and so its logarithm is concave.
type model struct {
	table   *Table
	options Options
	pools   pools
	anchors []int      // in order
	choices [][]choice // of a game of each kind, within components
	shared  []round    // openings of more than one game within a component
	alone   []int      // by kind: games that share no opening with others
	met     []int      // of a player: from how many shared openings

	index   []int     // of a player: the place of the strength in theta, or -1 where it is fixed
	fixed   []float64 // of a player: the strength where it is fixed
	seats   []int     // of a seat: the place of its effect in theta, or -1 where it is 0
	open    []seatSet // what keeps the effects of seats from being fitted
	theta   []float64 // the parameters
	hessian *mat.Cholesky
	draws   float64 // draw rate at parity; of two seats
}

var errTooFewGames = errors.New("ratings: too few games connect the players: " +
	"play more between them, or rate fewer players")

func newModel(t *Table, o Options) *model {
	m := &model{table: t, options: o, anchors: slices.Sorted(maps.Keys(o.Anchors)),
		choices: make([][]choice, len(t.kinds)), alone: make([]int, len(t.kinds)), met: make([]int, t.players)}
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
	m.begin(m.place())
	m.open = m.openSeats()
	return m
}

// collectRounds collects the rounds with more than one game within a component.
func (m *model) collectRounds() {
	outside := func(k int32) bool { return m.choices[k] == nil }
	seen := make([]int, m.table.players) // by player: the last round with that player, from 1
	for _, r := range m.table.rounds {
		if slices.ContainsFunc(r.kinds, outside) {
			r.kinds = slices.DeleteFunc(slices.Clone(r.kinds), outside)
		}
		if len(r.kinds) < 2 { // a game by itself
			continue
		}
		m.shared = append(m.shared, r)
		for _, k := range r.kinds {
			m.alone[k] -= r.count
			for _, player := range m.table.seated(int(k)) {
				if seen[player] < len(m.shared) {
					seen[player] = len(m.shared)
					m.met[player] += r.count
				}
			}
		}
	}
}

// place gives every player who is not fixed a parameter, and counts the parameters. In a component without an anchor
// the first player is fixed at 0.
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

// begin sets a number of parameters to the start of a fit, without effects of seats: near the anchors, because far from
// them all games would look decided, and the likelihood would be flat.
func (m *model) begin(size int) {
	m.theta, m.seats = make([]float64, size), slices.Repeat([]int{-1}, m.table.seats)
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

// addSeats adds parameters for the effects of all seats but the first.
func (m *model) addSeats() {
	for seat := 1; seat < len(m.seats); seat++ {
		m.seats[seat] = len(m.theta)
		m.theta = append(m.theta, 0)
	}
}

// fit moves the parameters to the maximum of the likelihood, with the effects of seats where the games determine them.
func (m *model) fit() (err error) {
	size := len(m.theta)
	if len(m.open) == 0 && !m.options.noAdvantage {
		m.addSeats()
		if m.hessian, err = maximise(m); err == nil && (m.hessian == nil || m.hessian.Cond() < worstCondition) {
			return nil
		}
		m.begin(size)
	}
	m.hessian, err = maximise(m)
	return err
}

func (m *model) seatsFitted() bool { return m.seats[1] >= 0 }

// sharedOpenings is the number of openings from which more than one game within a component came.
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

// strength returns a player's strength in log odds, relative to the fixed player of the component.
func (m *model) strength(player int) float64 {
	if i := m.index[player]; i >= 0 {
		return m.theta[i]
	}
	return m.fixed[player]
}

// effect returns how much a seat is worth more than the first, in log odds.
func (m *model) effect(seat int) float64 {
	if i := m.seats[seat]; i >= 0 {
		return m.theta[i]
	}
	return 0
}

// slope is a partial derivative by the parameter at a place of theta.
type slope struct {
	at int
	by float64
}

// slopes appends the derivatives of the log odds of one player in a seat against another, as far as these are
// parameters.
func (m *model) slopes(u []slope, a, b seated) []slope {
	add := func(at int, by float64) {
		if at >= 0 {
			u = append(u, slope{at, by})
		}
	}
	if a.player != b.player {
		add(m.index[a.player], 1)
		add(m.index[b.player], -1)
	}
	add(m.seats[a.seat], 1)
	add(m.seats[b.seat], -1)
	return u
}

// chances appends the probabilities of the members of a choice to come first to a buffer, and returns the logarithm of
// the sum of their odds.
func (m *model) chances(p []float64, c choice) ([]float64, float64) {
	for _, s := range c.group {
		p = append(p, m.strength(s.player)+m.effect(s.seat))
	}
	total := floats.LogSumExp(p)
	for i, odds := range p {
		p[i] = math.Exp(odds - total)
	}
	return p, total
}

func addOuter(to *mat.SymDense, u []slope, weight float64) {
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

// derivatives has the parts (picked - w p) u of the gradient and w sum p_i p_j (u_i - u_j)(u_i - u_j)', i < j, of the
// negative Hessian, for every choice of weight w whose members have the probabilities p and the slopes u.
func (m *model) derivatives(negativeHessian *mat.SymDense) *mat.VecDense {
	gradient := mat.NewVecDense(len(m.theta), nil)
	raw := gradient.RawVector().Data
	var p [MaxSeats]float64
	var u [4]slope
	for k, choices := range m.choices {
		count := float64(m.table.kinds[k].count)
		for _, c := range choices {
			m.chances(p[:0], c)
			for i, a := range c.group {
				for _, at := range [2]int{m.index[a.player], m.seats[a.seat]} {
					if at >= 0 {
						raw[at] += count * (c.picked[i] - c.weight*p[i])
					}
				}
				for j := 0; j < i && negativeHessian != nil; j++ {
					addOuter(negativeHessian, m.slopes(u[:0], a, c.group[j]), count*c.weight*p[i]*p[j])
				}
			}
		}
	}
	return gradient
}

// gain is the gradient of the log likelihood of one game of a kind.
func (m *model) gain(k int) (gradient []slope) {
	for _, c := range m.choices[k] {
		p, _ := m.chances(nil, c)
		for i, a := range c.group {
			for _, at := range [2]int{m.index[a.player], m.seats[a.seat]} {
				if at >= 0 {
					gradient = append(gradient, slope{at, c.picked[i] - c.weight*p[i]})
				}
			}
		}
	}
	return merged(gradient)
}

// merged returns slopes with those by the same parameter added up.
func merged(slopes []slope) []slope {
	slices.SortStableFunc(slopes, func(a, b slope) int { return cmp.Compare(a.at, b.at) })
	out := slopes[:0]
	for _, s := range slopes {
		if last := len(out) - 1; last >= 0 && out[last].at == s.at {
			out[last].by += s.by
			continue
		}
		out = append(out, s)
	}
	return out
}

// choice is one factor of the likelihood of a game: a player came first of a group. Ties divide the choice among the
// tied.
type choice struct {
	group  []seated
	picked []float64 // by member of the group: how often, in parts, it was the first; sums up to weight
	weight float64
}

// seated is a player in a seat, from 0.
type seated struct{ player, seat int }

// choices splits a game into choices, place by place. A tie counts as all its orders in equal parts: at each place,
// every subset of the tied that can still be to come has the same weight, and each of its members is the next with the
// same weight.
func (p *placing) choices(seats int) (out []choice) {
	left := uint(1)<<seats - 1
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
		for part := tied; part > 0; part = (part - 1) & tied {
			weight := 1 / float64(combin.Binomial(bits.OnesCount(tied), bits.OnesCount(part)))
			if c, ok := p.choice(part, left, weight); ok {
				out = append(out, c)
			}
		}
	}
}

// choice returns the choice of one of the first seats before all behind them; ok is false if there is nothing to
// choose.
func (p *placing) choice(first, behind uint, weight float64) (c choice, ok bool) {
	c.weight = weight
	for set := first | behind; set > 0; set &= set - 1 {
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

// within leaves out members of components other than those given: they are always placed behind, and would only drive
// the components apart without limit. ok is false if no choice remains.
func (c choice) within(component []int) (out choice, ok bool) {
	picked := slices.IndexFunc(c.picked, func(share float64) bool { return share > 0 })
	of := component[c.group[picked].player]
	out.weight = c.weight
	for i, s := range c.group {
		if component[s.player] == of {
			out.group = append(out.group, s)
			out.picked = append(out.picked, c.picked[i])
		}
	}
	return out, len(out.group) > 1
}
