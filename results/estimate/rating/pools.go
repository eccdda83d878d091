package rating

import (
	"cmp"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// pools says which players the games can compare. Ratings of maximum likelihood exist exactly within groups in which
// everyone has scored against everyone through some chain of games. (Ford, Solution of a ranking problem from binary
// comparisons, 1957.) Such a group is a component; components that played each other, one-sidedly, make up a pool.
type pools struct {
	component []int // of a player
	pool      []int // of a player; numbered by size
	level     []int // of a player: how many components stand above its own, each having scored against the next
	reference []int // of a pool: the component whose scale it takes
	size      []int // of a component: its players
	given     []int // of a component: its anchors, all of which are in one
	members   []int // of a pool: its players
}

// findPools finds the pools. It takes all anchors to lie on one scale. Two players are linked by every comparison in a
// game.
func findPools(t *Table, anchors []int) pools {
	scored := simple.NewDirectedGraph() // from each player to all who scored against it
	together := simple.NewUndirectedGraph()
	for p := range t.players {
		scored.AddNode(simple.Node(p))
		together.AddNode(simple.Node(p))
	}
	link := func(loser, winner int) {
		scored.SetEdge(simple.Edge{F: simple.Node(loser), T: simple.Node(winner)})
		together.SetEdge(simple.Edge{F: simple.Node(loser), T: simple.Node(winner)})
	}
	games := make([]int, t.players)
	for k := range t.kinds {
		for a, p := range t.seated(k) {
			for b, q := range t.seated(k)[:a] {
				score, known := t.kinds[k].score(a, b)
				if !known || p == q {
					continue
				}
				games[p] += t.kinds[k].count
				games[q] += t.kinds[k].count
				if score > 0 {
					link(int(q), int(p))
				}
				if score < 1 {
					link(int(p), int(q))
				}
			}
		}
	}
	for i := 1; i < len(anchors); i++ {
		link(anchors[i-1], anchors[i])
		link(anchors[i], anchors[i-1])
	}
	p := pools{
		component: groupOf(topo.TarjanSCC(scored), t.players),
		pool:      groupOf(topo.ConnectedComponents(together), t.players),
	}
	p.level = levels(scored, p.component)
	p.choose(anchors, games)
	return p
}

// groupOf numbers groups by size and then by their lowest member, and gives each member its group's number.
func groupOf(groups [][]graph.Node, members int) []int {
	lists := make([][]int, len(groups))
	for i, group := range groups {
		for _, node := range group {
			lists[i] = append(lists[i], int(node.ID()))
		}
		slices.Sort(lists[i])
	}
	slices.SortFunc(lists, func(a, b []int) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0])) })
	of := make([]int, members)
	for number, list := range lists {
		for _, member := range list {
			of[member] = number
		}
	}
	return of
}

// levels returns for each player the length of the longest chain of components above its own.
func levels(scored *simple.DirectedGraph, component []int) []int {
	above := make([]int, len(component)) // by component
	edges := graph.EdgesOf(scored.Edges())
	for changed := true; changed; { // ends, as one component never scored against another and the reverse
		changed = false
		for _, e := range edges {
			from, to := component[e.From().ID()], component[e.To().ID()]
			if from != to && above[from] <= above[to] {
				above[from], changed = above[to]+1, true
			}
		}
	}
	out := make([]int, len(component))
	for p, c := range component {
		out[p] = above[c]
	}
	return out
}

// choose picks the component that gives each pool its scale: the component of the anchors, else the largest, then the
// one whose best player has most games, then the highest placed.
func (p *pools) choose(anchors, games []int) {
	components := len(p.component)
	p.size, p.members, p.given = make([]int, components), make([]int, components), make([]int, components)
	most := make([]int, components)
	for player, c := range p.component {
		p.members[p.pool[player]]++
		p.size[c]++
		most[c] = max(most[c], games[player])
	}
	for _, a := range anchors {
		p.given[p.component[a]]++
	}
	best := make(map[int]int) // pool to one player of the chosen component
	for player, c := range p.component {
		held, ok := best[p.pool[player]]
		d := p.component[held]
		if !ok || cmp.Or(cmp.Compare(p.given[c], p.given[d]), cmp.Compare(p.size[c], p.size[d]),
			cmp.Compare(most[c], most[d]), cmp.Compare(p.level[held], p.level[player])) > 0 {
			best[p.pool[player]] = player
		}
	}
	p.reference = make([]int, components)
	for pool, player := range best {
		p.reference[pool] = p.component[player]
	}
}

func (p *pools) isReference(player int) bool {
	return p.reference[p.pool[player]] == p.component[player]
}

// against returns the component whose players rate a player: its own or, for a player alone in one, the component of
// the pool's scale.
func (p *pools) against(player int) int {
	if rated := p.component[player]; p.size[rated] > 1 {
		return rated
	}
	return p.reference[p.pool[player]]
}

// sociable reports whether a player has met others.
func (p *pools) sociable(player int) bool { return p.members[p.pool[player]] > 1 }

// precedence returns, for players i and j of one component, in which seats s and t player i was ahead of j: bit
// s*MaxSeats + t.
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

// seatSet is a set of seats, one bit each.
type seatSet uint

func (s seatSet) has(seat int) bool { return s>>seat&1 == 1 }

// openSeats lists the sets of seats whose worth could grow without limit, against the worth of the others, without
// making any result less likely. Growing by one unit while strengths change by r makes none less likely when r(i) + [s
// in set] >= r(j) + [t in set] for all i who in seat s were ahead of j in seat t; anchors do not change.
func (m *model) openSeats() (open []seatSet) {
	ahead := m.precedence()
	for set := seatSet(1); set < 1<<m.table.seats-1; set++ {
		l := limits{}
		for i := 1; i < len(m.anchors); i++ {
			l.add(m.anchors[i-1], m.anchors[i], 0)
			l.add(m.anchors[i], m.anchors[i-1], 0)
		}
		for key, seats := range ahead {
			for ; seats > 0; seats &= seats - 1 {
				s, t := bits.TrailingZeros64(seats)/MaxSeats, bits.TrailingZeros64(seats)%MaxSeats
				l.add(key[0], key[1], float64(set>>s&1)-float64(set>>t&1))
			}
		}
		if l.solvable(m.table.players) {
			open = append(open, set)
		}
	}
	return open
}

// unbounded reports in which directions the games do not bound a seat's worth relative to the first seat's. If no set
// of seats is open, the fit failed for another reason, and nothing is known.
func (m *model) unbounded(seat int) (up, down bool) {
	up, down = len(m.open) == 0, len(m.open) == 0
	for _, set := range m.open {
		up = up || set.has(seat) && !set.has(0)
		down = down || !set.has(seat) && set.has(0)
	}
	return up, down
}

// limits is a system of differences: the rating of the second player of a key exceeds the rating of the first by so
// much at most.
type limits map[[2]int]float64

func (l limits) add(i, j int, most float64) {
	if old, ok := l[[2]int{i, j}]; !ok || most < old {
		l[[2]int{i, j}] = most
	}
}

// solvable reports whether there are such ratings: exactly if the graph of the system has no negative cycle. (Cormen,
// Leiserson, Rivest and Stein, Introduction to Algorithms, theorem 24.9.)
func (l limits) solvable(players int) bool {
	for key, most := range l { // nearly all tournaments have a cycle of two, which spares the graph
		if back, ok := l[[2]int{key[1], key[0]}]; ok && most+back < 0 {
			return false
		}
	}
	g := simple.NewWeightedDirectedGraph(0, 0)
	source := simple.Node(players)
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
