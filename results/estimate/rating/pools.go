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

// pools says which players the games can compare. In a component, a chain of players leads from every player to every
// other one, and each player of the chain has scored against the next. Finite maximum likelihood ratings exist exactly
// within a component. (Ford, Solution of a ranking problem from binary comparisons, 1957.) Components with one-sided
// games between them form a pool.
type pools struct {
	component []int // by player
	pool      []int // by player; pools are numbered by size, from the largest
	level     []int // by player: length of the longest chain of components that lead upwards from the player's own
	reference []int // by pool: the component whose scale is the scale of the pool
	size      []int // by component: number of players
	anchorsIn []int // by component: number of anchors; only one component has any
	members   []int // by pool: number of players
}

// findPools finds the components and pools. It takes all anchors to be comparable, even without games. It treats every
// two seats of a game as a game of two players. It ignores two seats whose order is unknown or which one player holds.
func findPools(t *Table, anchors []int) pools {
	scored := simple.NewDirectedGraph()     // edges from each player to the players that scored against it
	together := simple.NewUndirectedGraph() // edges between players that met
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
	for i := 1; i < len(anchors); i++ { // as if the anchors had scored against each other
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

// groupOf numbers the groups by size, the largest first, and groups of equal size by their lowest member. It returns
// the number of the group of each member.
func groupOf(groups [][]graph.Node, members int) []int {
	lists := make([][]int, len(groups))
	for i, group := range groups {
		for _, node := range group {
			lists[i] = append(lists[i], int(node.ID()))
		}
		slices.Sort(lists[i])
	}
	slices.SortFunc(lists, func(a, b []int) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0])) })
	numbers := make([]int, members)
	for number, list := range lists {
		for _, member := range list {
			numbers[member] = number
		}
	}
	return numbers
}

// levels returns for each player the length of the longest chain of components above the player's own, in which each
// component scored against the one before. The loop ends because the graph of components has no cycle: components that
// scored against each other would be one component.
func levels(scored *simple.DirectedGraph, component []int) []int {
	above := make([]int, len(component)) // by component
	edges := graph.EdgesOf(scored.Edges())
	for changed := true; changed; {
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

// choose sets the reference component of each pool. It prefers the component of the anchors, then the largest
// component, then the component whose busiest player has most games, then the one with the lowest level. games holds
// the number of games of each player.
func (p *pools) choose(anchors, games []int) {
	most := len(p.component) // there are at most as many components and pools as players
	p.size, p.members = make([]int, most), make([]int, most)
	p.anchorsIn, p.reference = make([]int, most), make([]int, most)
	busiest := make([]int, most) // by component: number of games of the busiest player
	for player, c := range p.component {
		p.members[p.pool[player]]++
		p.size[c]++
		busiest[c] = max(busiest[c], games[player])
	}
	for _, a := range anchors {
		p.anchorsIn[p.component[a]]++
	}
	best := make(map[int]int) // by pool: a player of the best component so far
	for player, c := range p.component {
		rival, ok := best[p.pool[player]] // without a player so far, rival is 0 and not compared
		d := p.component[rival]
		if !ok || cmp.Or(cmp.Compare(p.anchorsIn[c], p.anchorsIn[d]), cmp.Compare(p.size[c], p.size[d]),
			cmp.Compare(busiest[c], busiest[d]), cmp.Compare(p.level[rival], p.level[player])) > 0 {
			best[p.pool[player]] = player
		}
	}
	for pool, player := range best {
		p.reference[pool] = p.component[player]
	}
}

// isReference reports whether a player is in the reference component of its pool.
func (p *pools) isReference(player int) bool {
	return p.reference[p.pool[player]] == p.component[player]
}

// against returns the component against which a player is rated: its own or, for a player alone in a component, the
// reference component of the pool.
func (p *pools) against(player int) int {
	if rated := p.component[player]; p.size[rated] > 1 {
		return rated
	}
	return p.reference[p.pool[player]]
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
	for set := seatSet(1); set < 1<<m.table.seats-1; set++ { // all sets except the empty and the full one
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
		if l.solvable(m.table.players) {
			open = append(open, set)
		}
	}
	return open
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
