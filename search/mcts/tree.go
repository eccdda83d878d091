package mcts

import (
	"unsafe"

	"pillars/engine"
)

// index is the number of a node in its slab. The root is 0, which as a child means none.
type index uint32

// node is a step and what is known of it. Its size decides how many fit into the memory.
type node struct {
	total    float64 // sum of the values of its visits, for the seat that chose the step
	visits   uint32
	first    index // the first of its children, which lie side by side; 0 before they are made
	step     engine.Step
	prior    float32
	minimax  float32 // best value that evaluations below allow, for the seat that chose the step; counts once visited
	children uint16
	distance uint8 // steps to the end, if proven; 255 for more
	proof    proof
}

func (n *node) mean() float64 { return n.total / float64(n.visits) }

// tree is the slab of nodes, and the other one that the useful part is copied to between turns.
type tree struct {
	nodes []node
	spare []node
	limit int // nodes in either slab
}

func newTree(mebibytes int) *tree {
	t := &tree{limit: mebibytes << 20 / int(unsafe.Sizeof(node{})) / 2}
	t.reset()
	return t
}

func (t *tree) reset() { t.nodes = append(t.nodes[:0], node{}) }

func (t *tree) childrenOf(n *node) []node {
	return t.nodes[n.first : int(n.first)+int(n.children)]
}

// grow makes count children for a node, and reports false if there is no room for them. Pointers to nodes do not
// outlive it.
func (t *tree) grow(at index, count int) ([]node, bool) {
	if count == 0 || !t.fits(count) {
		return nil, false
	}
	first := len(t.nodes)
	t.extend(count)
	t.nodes[at].first, t.nodes[at].children = index(first), uint16(count)
	made := t.nodes[first:]
	clear(made)
	return made, true
}

func (t *tree) fits(count int) bool { return len(t.nodes)+count <= t.limit }

// extend makes the slab longer. It grows by doubling, as append does, but never past the limit.
func (t *tree) extend(count int) {
	size := len(t.nodes) + count
	if size > cap(t.nodes) {
		larger := make([]node, size, min(t.limit, max(2*cap(t.nodes), size, 4096)))
		copy(larger, t.nodes)
		t.nodes = larger
	}
	t.nodes = t.nodes[:size]
}

func (t *tree) child(at index, step engine.Step) (index, bool) {
	parent := &t.nodes[at]
	for i, child := range t.childrenOf(parent) {
		if child.step == step {
			return parent.first + index(i), true
		}
	}
	return 0, false
}

// keep makes a node the root and drops all that is not below it. Nodes are copied breadth first: the children of the
// copies already made follow them in turn.
func (t *tree) keep(root index) {
	from := t.nodes
	if cap(t.spare) < len(from) {
		t.spare = make([]node, 0, len(from)) // append alone could take more than the limit
	}
	to := append(t.spare[:0], from[root])
	for done := 0; done < len(to); done++ {
		n := to[done]
		if n.first == 0 {
			continue
		}
		to[done].first = index(len(to))
		to = append(to, from[n.first:int(n.first)+int(n.children)]...)
	}
	t.nodes, t.spare = to, from
}

// reseat makes the root's values those of the seat to act after it, where another seat has chosen its step. With two
// seats it turns them over; with more it takes them from the children, and if these have none, forgets them.
func (t *tree) reseat(seats int) {
	root := &t.nodes[0]
	if seats == 2 {
		root.total = float64(root.visits) - root.total
		root.minimax = 1 - root.minimax
		return
	}
	if mean, known := t.meanOfChildren(root); known {
		root.total = mean * float64(root.visits)
		return
	}
	root.visits, root.total = 0, 0
}

// meanOfChildren is the mean of all visits to a node's children, for the seat that chooses among them.
func (t *tree) meanOfChildren(n *node) (mean float64, known bool) {
	total, visits := 0.0, 0.0
	for _, child := range t.childrenOf(n) {
		total += child.total
		visits += float64(child.visits)
	}
	return total / visits, visits > 0
}
