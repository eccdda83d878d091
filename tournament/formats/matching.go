package formats

import "slices"

// matching pairs so many vertices, an even number, at the least total cost: mates[v] is the vertex paired with v. It
// is a pure function, and costs must be the same both ways round. Parts of costs below 2^60 divided by the number of
// vertices cannot overflow.
//
// It is J. Edmonds' primal-dual method ("Maximum matching and a polyhedron with 0,1-vertices", 1965; with the order of
// work of Z. Galil, "Efficient algorithms for finding maximum matching in graphs", 1986). Every vertex has a dual, and
// the slack of an edge is twice its cost less the duals of its ends; duals change so that no slack falls below 0 and
// only edges of slack 0, the tight ones, are used. From every unmatched vertex a tree of tight edges grows: outer
// nodes at even depth, inner ones at odd. Two outer nodes joined by a tight edge either end a path between two trees,
// along which the matching gains an edge, or close an odd cycle, a blossom, which is from then on a node of its own. A
// blossom has a dual too, never below 0; an inner one whose dual reaches 0 is opened again. The duals prove that no
// matching costs less.
func matching(vertices int, costOf func(a, b int) cost) []int {
	m := newMatcher(vertices, costOf)
	for m.grow() {
	}
	mates := make([]int, vertices)
	for v := range mates {
		mates[v] = m.nodes[v].mate.to
	}
	return mates
}

// label is the place of a node in the trees.
type label int8

const (
	unreached label = iota
	outer
	inner
)

type edge struct{ from, to int }

func (e edge) reversed() edge { return edge{e.to, e.from} }

var noEdge = edge{-1, -1}

type node struct {
	vertices []int
	parts    []int  // of a blossom: its nodes round the cycle, the first the one whose mate is outside
	links    []edge // of a blossom: links[i] joins parts[i] to the next one
	dual     cost
	mate     edge // from here to the node matched with this one
	whole    bool // not a part of a blossom
	label    label
	up       edge // of an inner node: from here to its parent in the tree; that of an outer node is its mate
	nearest  edge // from here to the outer vertex elsewhere that is joined by the least slack, noEdge if none is known
}

// matcher finds a matching. Nodes are numbered: vertices by themselves, blossoms after them.
type matcher struct {
	cost   [][]cost
	nodes  []node
	free   []int // numbers of blossoms that are no longer
	within []int // of each vertex, the whole node that holds it
	queue  []int // outer vertices whose edges are to be looked at
}

func newMatcher(vertices int, costOf func(a, b int) cost) *matcher {
	m := &matcher{cost: make([][]cost, vertices), nodes: make([]node, vertices), within: make([]int, vertices)}
	for v := range vertices {
		m.cost[v] = make([]cost, vertices)
		for u := range vertices {
			if u != v {
				m.cost[v][u] = costOf(v, u)
			}
		}
		least := slices.MinFunc(slices.Concat(m.cost[v][:v], m.cost[v][v+1:]), cost.compare)
		m.nodes[v] = node{vertices: []int{v}, mate: noEdge, whole: true, dual: least.even()}
		m.within[v] = v
	}
	return m
}

// slack is how far an edge between two whole nodes is from being tight.
func (m *matcher) slack(e edge) cost {
	return cost{}.plus(2, m.cost[e.from][e.to]).plus(-1, m.nodes[e.from].dual).plus(-1, m.nodes[e.to].dual)
}

func (m *matcher) of(vertex int) *node { return &m.nodes[m.within[vertex]] }

// grow makes the matching larger by one edge, unless it is complete.
func (m *matcher) grow() bool {
	m.queue = m.queue[:0]
	for i := range m.nodes {
		n := &m.nodes[i]
		n.label, n.up, n.nearest = unreached, noEdge, noEdge
		if n.whole && n.mate == noEdge {
			m.makeOuter(i)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for !m.look() && !m.adjust() {
	}
	return true
}

func (m *matcher) makeOuter(i int) {
	m.nodes[i].label = outer
	m.queue = append(m.queue, m.nodes[i].vertices...)
}

// look takes the edges of all queued vertices, and reports whether the matching grew.
func (m *matcher) look() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		for v := range m.within {
			switch other := m.of(v); {
			case m.within[v] == m.within[u] || other.label == inner:
			case m.slack(edge{v, u}) == cost{}:
				if m.use(edge{v, u}) {
					return true
				}
			default:
				m.noteNear(other, edge{v, u})
			}
		}
	}
	return false
}

func (m *matcher) noteNear(n *node, e edge) {
	if n.nearest == noEdge || m.slack(e).compare(m.slack(n.nearest)) < 0 {
		n.nearest = e
	}
}

// use takes a tight edge to an outer node from a node that is outer or unreached. It reports whether the matching grew.
func (m *matcher) use(e edge) bool {
	i := m.within[e.from]
	if n := &m.nodes[i]; n.label == unreached {
		n.label, n.up = inner, e
		m.makeOuter(m.within[n.mate.to])
		return false
	}
	here, there := m.path(i), m.path(m.within[e.to])
	if here[len(here)-1] != there[len(there)-1] {
		m.flip(i, e)
		m.flip(m.within[e.to], e.reversed())
		return true
	}
	m.shrink(e, here, there)
	return false
}

// path lists the nodes from an outer node to the root of its tree.
func (m *matcher) path(i int) []int {
	path := []int{i}
	for m.nodes[i].mate != noEdge {
		up := m.within[m.nodes[i].mate.to]
		i = m.within[m.nodes[up].up.to]
		path = append(path, up, i)
	}
	return path
}

// flip matches an outer node by the edge, and exchanges matched and unmatched edges from there to the root.
func (m *matcher) flip(i int, e edge) {
	for {
		old := m.nodes[i].mate
		m.match(i, e)
		if old == noEdge {
			return
		}
		up := m.within[old.to]
		e = m.nodes[up].up
		m.match(up, e)
		i, e = m.within[e.to], e.reversed()
	}
}

// match matches a node by an edge from it, and the parts of a blossom in accordance.
func (m *matcher) match(i int, e edge) {
	n := &m.nodes[i]
	n.mate = e
	if len(n.parts) == 0 {
		return
	}
	base := m.partWith(n, e.from)
	n.parts = slices.Concat(n.parts[base:], n.parts[:base])
	n.links = slices.Concat(n.links[base:], n.links[:base])
	m.match(n.parts[0], e)
	for j := 1; j < len(n.parts); j += 2 {
		m.match(n.parts[j], n.links[j])
		m.match(n.parts[j+1], n.links[j].reversed())
	}
}

func (m *matcher) partWith(n *node, vertex int) int {
	return slices.IndexFunc(n.parts, func(part int) bool { return slices.Contains(m.nodes[part].vertices, vertex) })
}

// cost is a list of whole numbers that are compared in turn: what counts first, and what decides among equals. Costs
// are added part by part, which goes well with that order.
type cost [4]int64

// plus adds another cost so many times.
func (c cost) plus(times int64, d cost) cost {
	for i := range c {
		c[i] += times * d[i]
	}
	return c
}

func (c cost) compare(d cost) int { return slices.Compare(c[:], d[:]) }

// half is exact for a cost of even parts. Slacks between outer nodes and duals of blossoms have even parts: all duals
// of vertices begin even, and tight edges keep those within the trees congruent.
func (c cost) half() cost {
	for i := range c {
		c[i] /= 2
	}
	return c
}

func (c cost) even() cost {
	for i := range c {
		c[i] &^= 1
	}
	return c
}
