package mcts

import (
	"unsafe"

	"pillars/engine"
	"pillars/search"
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

// proof is what is known for certain of the position after a step.
type proof uint8

// A proof above drawn says which seat wins: that of number proof - won.
const (
	unproven proof = iota
	drawn
	won
)

func wonBy(s engine.Seat) proof { return won + proof(s) }

// mean is the mean value of a visited node.
func (n *node) mean() float64 { return n.total / float64(n.visits) }

// tree is the slab of nodes, and the other one that the useful part is copied to between turns.
type tree struct {
	nodes []node
	spare []node
	limit int // nodes in either slab
}

// newTree makes a tree for at most the given number of MiB.
func newTree(mebibytes int) *tree {
	t := &tree{limit: mebibytes << 20 / int(unsafe.Sizeof(node{})) / 2}
	t.reset()
	return t
}

// reset leaves a root without visits.
func (t *tree) reset() { t.nodes = append(t.nodes[:0], node{}) }

// childrenOf are the children of a node.
func (t *tree) childrenOf(n *node) []node {
	return t.nodes[n.first : int(n.first)+int(n.children)]
}

// grow makes count children for a node, and reports false if there is no room for them. Pointers to nodes do not outlive it.
func (t *tree) grow(at index, count int) ([]node, bool) {
	if count == 0 || len(t.nodes)+count > t.limit {
		return nil, false
	}
	first := len(t.nodes)
	t.extend(count)
	t.nodes[at].first, t.nodes[at].children = index(first), uint16(count)
	made := t.nodes[first:]
	clear(made)
	return made, true
}

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

// child finds the child with a step.
func (t *tree) child(at index, step engine.Step) (index, bool) {
	parent := &t.nodes[at]
	for i, child := range t.childrenOf(parent) {
		if child.step == step {
			return parent.first + index(i), true
		}
	}
	return 0, false
}

// keep makes a node the root and drops all that is not below it. The root is kept as if its step had been chosen by the seat to act after it; turned
// says that it was the other one's. Nodes are copied breadth first: the children of the copies already made follow them in turn.
func (t *tree) keep(root index, turned bool) {
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
	if turned {
		to[0].total = float64(to[0].visits) - to[0].total
		to[0].minimax = 1 - to[0].minimax
	}
	t.nodes, t.spare = to, from
}

// score is a node's worth for a seat, which chose the step.
func (n *node) score(chooser engine.Seat) search.Score {
	switch n.proof {
	case unproven:
		if n.visits == 0 {
			return 0
		}
		return search.FromExpectation(n.mean())
	case drawn:
		return search.DrawScore
	case wonBy(chooser):
		return search.WinIn(int(n.distance) + 1)
	}
	return -search.WinIn(int(n.distance) + 1)
}
