package rating

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
)

// seatSet is a set of seats, one bit each.
type seatSet uint

func (s seatSet) has(seat int) bool { return s>>seat&1 == 1 }

// precedence tells for players i and j of one component in which seats, s and t, i was ahead of j, as the bit s*MaxSeats + t.
type precedence map[[2]int]uint64

func (m *placesModel) precedence() precedence {
	out := precedence{}
	for _, c := range m.choices {
		for i, first := range c.group {
			if c.picked[i] == 0 {
				continue
			}
			for j, other := range c.group {
				if i != j {
					out[[2]int{first.player, other.player}] |= 1 << (first.seat*MaxSeats + other.seat)
				}
			}
		}
	}
	return out
}

// openSeats lists the sets of seats whose worth could grow for ever, against that of the others, without any result becoming less likely. Growing by
// one unit while strengths change by r makes none less likely when r(i) + [s in set] >= r(j) + [t in set] for all i who in seat s were ahead of j in
// seat t.
func (m *placesModel) openSeats() []seatSet {
	ahead := m.precedence()
	var open []seatSet
	for set := seatSet(1); set < 1<<m.table.seats-1; set++ {
		if ahead.canFollow(set, m.table) {
			open = append(open, set)
		}
	}
	return open
}

// room is by how much at most r(j) may exceed r(i), over all seats in which i was ahead of j; infinite where he never was.
func (a precedence) room(i, j int, set seatSet, seats int) float64 {
	least := math.Inf(1)
	in := func(seat int) float64 { return float64(set >> seat & 1) }
	for s := range seats {
		for t := range seats {
			if a[[2]int{i, j}]>>(s*MaxSeats+t)&1 == 1 {
				least = min(least, in(s)-in(t))
			}
		}
	}
	return least
}

// canFollow reports whether strengths can follow the growth of a set of seats: a system of differences, which has a solution exactly if its graph has
// no negative cycle. (Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, theorem 24.9.) Nearly always two players contradict it, both
// ways round, and the graph is not needed.
func (a precedence) canFollow(set seatSet, t *Places) bool {
	room := make(map[[2]int]float64, len(a))
	for key := range a {
		room[key] = a.room(key[0], key[1], set, t.seats)
	}
	for key, there := range room {
		if back, ok := room[[2]int{key[1], key[0]}]; ok && there+back < 0 {
			return false
		}
	}
	g := simple.NewWeightedDirectedGraph(0, 0)
	source := simple.Node(t.players)
	for p := range t.players {
		g.SetWeightedEdge(simple.WeightedEdge{F: source, T: simple.Node(p)})
	}
	for _, key := range slices.SortedFunc(maps.Keys(room), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		if key[0] != key[1] {
			g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(key[0]), T: simple.Node(key[1]), W: room[key]})
		}
	}
	if len(a) == 0 {
		return true
	}
	_, ok := path.BellmanFordFrom(source, g)
	return ok
}

// seatEvidence says of every seat in which directions its worth, against that of seat 1, is not bounded by the games. Without any open set, the fit
// failed for another reason, and nothing is known.
func (m *placesModel) seatEvidence(open []seatSet) []seatEvidence {
	out := make([]seatEvidence, m.table.seats)
	for seat := range out {
		e := seatEvidence{up: len(open) == 0, down: len(open) == 0}
		for _, set := range open {
			e.up = e.up || set.has(seat) && !set.has(0)
			e.down = e.down || !set.has(seat) && set.has(0)
		}
		out[seat] = e
	}
	return out
}
