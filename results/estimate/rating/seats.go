package rating

import (
	"math/bits"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"

	"pillars/results/estimate/stats"
)

// seatEffect returns the advantage of a seat over the first seat, in rating points. It may be a bound or absent.
func (m *model) seatEffect(seat int, cov sandwich) stats.Estimate {
	if i := m.seats[seat]; i >= 0 {
		value := m.theta[i] / m.scale.PerPoint
		measured := spread{variance: max(0, cov.at(i, i)), byModel: m.dispersion * cov.inverse.At(i, i),
			openings: m.sharedOpenings()}
		if measured.tooUniform() {
			return m.seatCurve(seat).bracket(value)
		}
		return stats.Symmetric(value, measured.half95()/m.scale.PerPoint)
	}
	// The effect was not fitted, so at most its bounds are known.
	up, down := m.unbounded(seat)
	switch {
	case seat == 0 || m.scale.noAdvantage:
		return stats.Estimate{Kind: stats.Fixed}
	case up && down:
		return stats.Estimate{}
	}
	c := m.seatCurve(seat)
	value := 0.
	if c.points > 0 && c.points < c.count {
		value = c.strengthAt(c.points / c.count)
	}
	e := c.bracket(value)
	switch {
	case e.Kind == stats.Bracketed && up:
		return stats.Estimate{Kind: stats.AtLeast, Low: e.Low}
	case e.Kind == stats.Bracketed && down:
		return stats.Estimate{Kind: stats.AtMost, High: e.High}
	}
	return e
}

// seatCurve returns the curve of a seat against the first seat, given the fitted strengths of the players.
func (m *model) seatCurve(seat int) *curve {
	c := &curve{scale: m.scale.PerPoint, openings: m.sharedOpenings()}
	component := m.pools.component
	for k := range m.counts.kinds {
		p := &m.counts.kinds[k]
		score, ok := p.score(seat, 0)
		if ok && component[p.players[seat]] == component[p.players[0]] {
			ahead := m.strength(int(p.players[seat])) - m.strength(int(p.players[0]))
			c.add(ahead, float64(p.count), float64(p.count)*score)
			c.together += float64(p.count - m.alone[k])
		}
	}
	return c
}

// seatSet is a set of seats, one bit each.
type seatSet uint

func (s seatSet) has(seat int) bool { return s>>seat&1 == 1 }

// openSeats returns the sets of seats whose effects have no finite estimate. The effects of the seats in such a set can
// grow without limit, relative to the other seats, without making any result less likely. Let these effects grow by 1,
// and the strength of each player i by r(i), where r is equal for all anchors. No result gets less likely if r(i) +
// in(s) >= r(j) + in(t) for every player i in seat s who was ahead of j in seat t or tied with j. Here in(s) is 1 for a
// seat of the set and 0 otherwise. A set is open if such r exist.
func (m *model) openSeats() (open []seatSet) {
	ahead := m.precedence()
	for set := seatSet(1); set < 1<<m.counts.seats-1; set++ { // all sets except the empty and the full one
		l := constraints{}
		for i := 1; i < len(m.anchors); i++ { // r is equal for all anchors
			l.add(m.anchors[i-1], m.anchors[i], 0)
			l.add(m.anchors[i], m.anchors[i-1], 0)
		}
		for key, seats := range ahead {
			for ; seats > 0; seats &= seats - 1 { // pair of seats by pair of seats
				s, t := bits.TrailingZeros64(seats)/MaxSeats, bits.TrailingZeros64(seats)%MaxSeats
				l.add(key[0], key[1], float64(set>>s&1)-float64(set>>t&1))
			}
		}
		if l.solvable(m.counts.players) {
			open = append(open, set)
		}
	}
	return open
}

// precedence returns, for every two players i and j of one component, a set of pairs of seats: bit s*MaxSeats + t is
// set if i in seat s was ahead of j in seat t or tied with j.
func (m *model) precedence() map[[2]int]uint64 {
	out := map[[2]int]uint64{}
	for _, choices := range m.choices {
		for _, c := range choices {
			for i, first := range c.group {
				for j, other := range c.group {
					if i != j && c.picked[i] > 0 {
						out[[2]int{first.player, other.player}] |= 1 << (first.seat*MaxSeats + other.seat)
					}
				}
			}
		}
	}
	return out
}

// unbounded reports whether a seat's advantage over the first seat can grow without limit (up) and fall without limit
// (down). If no set of seats is open, the fit has failed for another reason, and unbounded returns true for both.
func (m *model) unbounded(seat int) (up, down bool) {
	up, down = len(m.openSets) == 0, len(m.openSets) == 0
	for _, set := range m.openSets {
		up = up || set.has(seat) && !set.has(0)
		down = down || !set.has(seat) && set.has(0)
	}
	return up, down
}

// constraints is a system of constraints on differences of ratings. The value for the key {i, j} is the most by which
// the rating of player j may exceed the rating of player i.
type constraints map[[2]int]float64

// add adds a constraint. If there is already one for the same players, it keeps the tighter one.
func (l constraints) add(i, j int, most float64) {
	if old, ok := l[[2]int{i, j}]; !ok || most < old {
		l[[2]int{i, j}] = most
	}
}

// solvable reports whether some ratings fulfil all constraints. They exist exactly if the graph of the constraints
// has no negative cycle. (Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, theorem 24.9.)
func (l constraints) solvable(players int) bool {
	for key, most := range l { // most unsolvable systems have a negative cycle of two, which is found without a graph
		if back, ok := l[[2]int{key[1], key[0]}]; ok && most+back < 0 {
			return false
		}
	}
	g := simple.NewWeightedDirectedGraph(0, 0)
	source := simple.Node(players) // has an edge with the weight 0 to every player
	for p := range players {
		g.SetWeightedEdge(simple.WeightedEdge{F: source, T: simple.Node(p)})
	}
	for key, most := range l {
		if key[0] != key[1] {
			g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(key[0]), T: simple.Node(key[1]), W: most})
		}
	}
	_, ok := path.BellmanFordFrom(source, g)
	return ok
}
