package formats

import "slices"

// adjust changes the duals until an edge becomes tight or a blossom has to be opened, and uses what became possible.
// It reports whether the matching grew.
func (m *matcher) adjust() bool {
	m.changeDuals(m.step())
	for i := range m.nodes {
		n := &m.nodes[i]
		if n.whole && n.label != inner && n.nearest != noEdge && m.slack(n.nearest) == (cost{}) &&
			m.within[n.nearest.to] != i && m.use(n.nearest) {
			return true
		}
	}
	for i := range m.nodes {
		if n := &m.nodes[i]; n.whole && n.label == inner && len(n.parts) > 0 && n.dual == (cost{}) {
			m.open(i)
		}
	}
	return false
}

// step is how far the duals can change. There is always a bound, since a single tree without unreached nodes would hold
// an odd number of vertices.
func (m *matcher) step() cost {
	var step cost
	found := false
	note := func(c cost) {
		if !found || c.compare(step) < 0 {
			step, found = c, true
		}
	}
	for i := range m.nodes {
		switch n := &m.nodes[i]; {
		case !n.whole:
		case n.label == inner && len(n.parts) > 0:
			note(n.dual.half())
		case n.label == outer && n.nearest != noEdge:
			note(m.slack(n.nearest).half()) // both ends move
		case n.label == unreached && n.nearest != noEdge:
			note(m.slack(n.nearest))
		}
	}
	return step
}

// changeDuals raises those of outer vertices and lowers those of inner ones. Duals of blossoms make up for it inside.
func (m *matcher) changeDuals(step cost) {
	sign := [...]int64{unreached: 0, outer: 1, inner: -1}
	for v := range m.within {
		m.nodes[v].dual = m.nodes[v].dual.plus(sign[m.of(v).label], step)
	}
	for i := range m.nodes {
		if n := &m.nodes[i]; n.whole && len(n.parts) > 0 {
			n.dual = n.dual.plus(2*sign[n.label], step)
		}
	}
}

// shrink makes a blossom of the cycle that an edge between two outer nodes of one tree closes. here and there are the
// paths from its ends to the root.
func (m *matcher) shrink(e edge, here, there []int) {
	for len(here) > 1 && len(there) > 1 && here[len(here)-2] == there[len(there)-2] {
		here, there = here[:len(here)-1], there[:len(there)-1]
	}
	b := node{label: outer, whole: true, up: noEdge, nearest: noEdge}
	for i := len(here) - 1; i >= 0; i-- { // from the common node down to the edge
		b.parts = append(b.parts, here[i])
		if i > 0 {
			b.links = append(b.links, m.upward(here[i-1]).reversed())
		}
	}
	b.links = append(b.links, e)
	for _, part := range there[:len(there)-1] { // and up again
		b.parts = append(b.parts, part)
		b.links = append(b.links, m.upward(part))
	}
	b.mate = m.nodes[b.parts[0]].mate
	m.enclose(b)
}

func (m *matcher) upward(i int) edge {
	if m.nodes[i].label == outer {
		return m.nodes[i].mate
	}
	return m.nodes[i].up
}

func (m *matcher) enclose(b node) {
	for _, part := range b.parts {
		p := &m.nodes[part]
		p.whole = false
		b.vertices = append(b.vertices, p.vertices...)
		if p.label == inner {
			m.queue = append(m.queue, p.vertices...)
		}
	}
	i := len(m.nodes)
	if last := len(m.free) - 1; last >= 0 {
		i, m.free = m.free[last], m.free[:last]
		m.nodes[i] = b
	} else {
		m.nodes = append(m.nodes, b)
	}
	for _, v := range b.vertices {
		m.within[v] = i
	}
	m.findNearest(i)
}

func (m *matcher) findNearest(i int) {
	n := &m.nodes[i]
	n.nearest = noEdge
	for u := range m.within {
		if m.within[u] == i || m.of(u).label != outer {
			continue
		}
		for _, v := range n.vertices {
			m.noteNear(n, edge{v, u})
		}
	}
}

// open puts the parts of an inner blossom in its place. Those on the way of even length round the cycle, from the part
// where the tree enters to the part whose mate is outside, stay in the tree.
func (m *matcher) open(i int) {
	b := m.nodes[i]
	m.nodes[i] = node{}
	m.free = append(m.free, i)
	for _, part := range b.parts {
		p := &m.nodes[part]
		p.whole, p.label, p.up = true, unreached, noEdge
		for _, v := range p.vertices {
			m.within[v] = part
		}
	}
	m.keepInTree(b)
	for _, part := range b.parts {
		if m.nodes[part].label == unreached {
			m.findNearest(part)
		}
	}
}

func (m *matcher) keepInTree(b node) {
	entry := m.partWith(&b, b.up.from)
	parts, links := slices.Concat(b.parts[entry:], b.parts[:1]), slices.Clone(b.links[entry:])
	if entry%2 == 0 { // the matched edge of the entry leads back
		parts, links = slices.Clone(b.parts[:entry+1]), nil
		slices.Reverse(parts)
		for j := entry - 1; j >= 0; j-- {
			links = append(links, b.links[j].reversed())
		}
	}
	up := b.up
	for j := 0; j < len(parts); j += 2 {
		m.nodes[parts[j]].label, m.nodes[parts[j]].up = inner, up
		if j+1 < len(parts) {
			m.makeOuter(parts[j+1])
			up = links[j+1].reversed()
		}
	}
}
