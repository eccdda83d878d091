package mcts

import (
	"slices"
	"unsafe"

	"pillars/engine"
)

// index is the number of a node in the tree's slice. The root has number 0. As the number of a child, 0 means none.
type index uint32

// node is a step with its statistics. It is small, because the memory limits the number of nodes.
type node struct {
	total    float64 // sum of the values of its visits, for the seat that chose the step
	visits   uint32
	first    index // the first of its children, which are adjacent; 0 if there are none yet
	step     engine.Step
	prior    float32
	children uint16
	distance uint8 // if proven, steps from the position after the step to the end of the game, at most 255
	proof    proof
}

func (n *node) mean() float64 { return n.total / float64(n.visits) }

// tree is the tree of a search. The two slices together have at most the size that the key memory allows.
type tree struct {
	nodes []node // the root is the first
	spare []node // receives the nodes that keep copies
	limit int    // largest number of nodes in each slice
}

func newTree(mebibytes int) *tree {
	t := &tree{limit: mebibytes << 20 / int(unsafe.Sizeof(node{})) / 2}
	t.reset()
	return t
}

func (t *tree) reset()                    { t.nodes = append(t.nodes[:0], node{}) }
func (t *tree) childrenOf(n *node) []node { return t.nodes[n.first : int(n.first)+int(n.children)] }

// grow gives a node empty children and returns them, or false if there is no room or count is 0. Pointers to nodes are
// invalid afterwards. The slice grows as by append, but never beyond the limit.
func (t *tree) grow(at index, count int) ([]node, bool) {
	if count == 0 || len(t.nodes)+count > t.limit {
		return nil, false
	}
	first, size := len(t.nodes), len(t.nodes)+count
	if size > cap(t.nodes) {
		larger := make([]node, size, min(t.limit, max(2*cap(t.nodes), size, 4096)))
		copy(larger, t.nodes)
		t.nodes = larger
	}
	t.nodes = t.nodes[:size]
	t.nodes[at].first, t.nodes[at].children = index(first), uint16(count)
	made := t.nodes[first:]
	clear(made)
	return made, true
}

// child returns the child of a node that represents a step, and whether there is one.
func (t *tree) child(at index, step engine.Step) (index, bool) {
	parent := &t.nodes[at]
	i := slices.IndexFunc(t.childrenOf(parent), func(child node) bool { return child.step == step })
	return parent.first + index(i), i >= 0
}

// keep makes a node the root and drops all nodes that are not below it, by a copy to t.spare, breadth first.
func (t *tree) keep(root index) {
	from := t.nodes
	if cap(t.spare) < len(from) {
		t.spare = make([]node, 0, len(from)) // append alone could take more than the limit
	}
	to := append(t.spare[:0], from[root])
	for parent := 0; parent < len(to); parent++ { // appends the children of each node that has been copied
		n := to[parent]
		if n.first == 0 {
			continue
		}
		to[parent].first = index(len(to))
		to = append(to, from[n.first:int(n.first)+int(n.children)]...)
	}
	t.nodes, t.spare = to, from
}

// reseat changes the root's values from the seat that chose the root's step to the seat to act. With more than two
// seats, the root's mean becomes the mean of all visits to its children. Without such visits the root loses its own.
func (t *tree) reseat(seats int) {
	root := &t.nodes[0]
	if seats == 2 {
		root.total = float64(root.visits) - root.total
		return
	}
	if mean, visited := t.meanOfChildren(root); visited {
		root.total = mean * float64(root.visits)
		return
	}
	root.visits, root.total = 0, 0
}

// meanOfChildren returns the mean value of all visits to a node's children, and whether there are any visits.
func (t *tree) meanOfChildren(n *node) (mean float64, visited bool) {
	total, visits := 0.0, 0.0
	for _, child := range t.childrenOf(n) {
		total += child.total
		visits += float64(child.visits)
	}
	return total / visits, visits > 0
}
