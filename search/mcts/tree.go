package mcts

import (
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"pillars/engine"
)

// index is the number of a node in the tree's slice. The root has number 0. As the number of a child, 0 means none.
type index = uint32

// claimed is the value of a node's field first while a thread gives the node its children.
const claimed index = math.MaxUint32

// node is a step with its statistics. It is small, because the memory limits the number of nodes.
//
// While several threads simulate, they read and write sum, visits, first, known and family by atomic operations only.
// The other fields of a node are set before the parent's fields first and family make the node reachable.
type node struct {
	sum    uint64 // math.Float64bits of the sum of the values of its visits, for the seat that chose the step
	visits uint32
	first  index  // number of the first child, which the other children follow; 0 if there are none yet
	known  uint32 // the lowest byte is the proof, the next one the distance; see verdict
	family uint32 // number of children plus sorted times the number of sorted ones; may include sorting
	step   engine.Step
	prior  float32
}

// Parts of a node's field family. Children are sorted by prior one by one, each when those before it have been visited.
const (
	sorted  = 1 << 16 // one sorted child
	sorting = 1 << 31 // a thread sorts another child; other threads look only at those sorted before
)

func (n *node) total() float64 { return math.Float64frombits(atomic.LoadUint64(&n.sum)) }
func (n *node) proof() proof   { return proof(atomic.LoadUint32(&n.known)) }
func (n *node) children() int  { return int(atomic.LoadUint32(&n.family) % sorted) }

// mean returns the mean value, from 0 to 1. Rounding can leave the sum of several threads slightly outside.
func (n *node) mean() float64 { return min(max(n.total()/float64(n.visits), 0), 1) }

// distance returns the number of steps to the end of the game that the method verdict returns.
func (n *node) distance() uint8 { return uint8(atomic.LoadUint32(&n.known) >> 8) }

// verdict returns the proof and, if the node is proven, the number of steps from the position after the node's step to
// the end of the game, at most 255.
func (n *node) verdict() (p proof, distance uint8) {
	known := atomic.LoadUint32(&n.known)
	return proof(known), uint8(known >> 8)
}

// decide replaces the verdict oldProof and oldDistance by p and distance. It returns false if another thread has
// already replaced the old verdict.
func (n *node) decide(oldProof proof, oldDistance uint8, p proof, distance uint8) bool {
	return atomic.CompareAndSwapUint32(&n.known, uint32(oldProof)|uint32(oldDistance)<<8, uint32(p)|uint32(distance)<<8)
}

// add adds value to the node's sum by an atomic operation.
func (n *node) add(value float64) {
	for {
		old := atomic.LoadUint64(&n.sum)
		if atomic.CompareAndSwapUint64(&n.sum, old, math.Float64bits(math.Float64frombits(old)+value)) {
			return
		}
	}
}

// tree is the tree of a search. The slices nodes and spare together take at most the memory that the player's key
// memory allows.
type tree struct {
	nodes []node // nodes[0] is the root, and nodes[used:] is free
	spare []node // the buffer into which the method keep copies nodes
	limit int    // largest number of nodes in each slice

	crowded atomic.Bool // whether a thread has found no room in nodes, which cannot grow while threads share it

	_    [64]byte // what follows changes often, so that it should not be in the same line of a cache as the rest
	used uint32
	_    [64]byte
}

func newTree(mebibytes int) *tree {
	t := &tree{limit: mebibytes << 20 / int(unsafe.Sizeof(node{})) / 2}
	t.reset()
	return t
}

// reset empties the tree except for the root, which loses its statistics.
func (t *tree) reset() {
	t.used = 1
	t.reserve(1)
	t.nodes[0] = node{}
}

// childrenOf returns the children of a node, which must have some. No other thread may use the tree.
func (t *tree) childrenOf(n *node) []node { return t.nodes[n.first : int(n.first)+n.children()] }

// sortedOf returns the sorted children of a node, which must have some. All others are unvisited and unproven.
func (t *tree) sortedOf(n *node) []node {
	first := int(atomic.LoadUint32(&n.first))
	return t.nodes[first : first+int(atomic.LoadUint32(&n.family)%sorting/sorted)]
}

// sortNext sorts the child that follows the given number of sorted ones, unless another thread does so or has done so.
func (t *tree) sortNext(n *node, before int) {
	family := uint32(before*sorted + n.children())
	if before == n.children() || !atomic.CompareAndSwapUint32(&n.family, family, family|sorting) {
		return
	}
	first := int(atomic.LoadUint32(&n.first))
	bringForward(t.nodes[first+before : first+n.children()])
	atomic.StoreUint32(&n.family, family+sorted)
}

// bringForward moves the child with the largest prior to the front.
func bringForward(children []node) {
	best, largest := 0, uint32(0)
	for i := range children {
		prior := math.Float32bits(children[i].prior) // priors are not negative, so their bits have the same order
		if prior > largest {
			best = i
		}
		largest = max(largest, prior)
	}
	if best > 0 {
		children[0], children[best] = children[best], children[0]
	}
}

// hasChildren reports whether a node has children.
func (n *node) hasChildren() bool {
	first := atomic.LoadUint32(&n.first)
	return first != 0 && first != claimed
}

// reserve makes t.nodes at least count nodes long, or as long as the limit allows. Pointers to nodes are invalid
// afterwards. No other thread may use the tree.
func (t *tree) reserve(count int) {
	if count <= len(t.nodes) || len(t.nodes) == t.limit {
		return
	}
	size := max(2*len(t.nodes), count, 4096)
	if size > t.limit/16 { // to copy a large tree takes longer than to get memory that may never be used
		size = t.limit
	}
	larger := make([]node, size)
	copy(larger, t.nodes[:min(int(t.used), len(t.nodes))])
	t.nodes = larger
}

// makeRoom makes t.nodes longer if it is half full or a thread found no room. No other thread may use the tree.
func (t *tree) makeRoom() {
	t.reserve(2 * int(t.used))
	if t.crowded.Swap(false) {
		t.reserve(2 * len(t.nodes))
	}
}

// take returns the number of the first of count adjacent nodes, which may have any values, or false if the slice has no
// room for them.
func (t *tree) take(count int) (index, bool) {
	end := atomic.AddUint32(&t.used, uint32(count))
	if int(end) > len(t.nodes) {
		atomic.AddUint32(&t.used, -uint32(count))
		t.crowded.Store(len(t.nodes) < t.limit)
		return 0, false
	}
	return end - uint32(count), true
}

// giveBack frees nodes that the method take returned, if no other thread has taken nodes since.
func (t *tree) giveBack(first index, count int) {
	atomic.CompareAndSwapUint32(&t.used, first+uint32(count), first)
}

// child returns the child of a node for the given step, and whether the node has such a child.
func (t *tree) child(at index, step engine.Step) (index, bool) {
	parent := &t.nodes[at]
	if !parent.hasChildren() {
		return 0, false
	}
	i := slices.IndexFunc(t.childrenOf(parent), func(child node) bool { return child.step == step })
	return parent.first + index(i), i >= 0
}

// keep makes a node the root and drops all nodes that are not below this node. It copies the others to t.spare, breadth
// first.
func (t *tree) keep(root index) {
	from := t.nodes
	if cap(t.spare) < len(from) {
		t.spare = make([]node, len(from)) // append alone could take more than the limit
	}
	to := append(t.spare[:0], from[root])
	for parent := 0; parent < len(to); parent++ { // appends the children of each node that has been copied
		n := to[parent]
		if n.first == 0 {
			continue
		}
		to[parent].first = index(len(to))
		to = append(to, from[n.first:int(n.first)+n.children()]...)
	}
	t.used = uint32(len(to))
	t.nodes, t.spare = to[:cap(to)], from
}

// reseat converts the root's values, which are for the seat that chose the root's step, to values for the seat to act.
// With more than two seats, the root's mean becomes the mean of all visits to its children. Without such visits the
// root's visits become 0.
func (t *tree) reseat(seats int) {
	root := &t.nodes[0]
	if seats == 2 {
		root.sum = math.Float64bits(float64(root.visits) - root.total())
		return
	}
	if mean, visited := t.meanOfChildren(root); visited {
		root.sum = math.Float64bits(mean * float64(root.visits))
		return
	}
	root.visits, root.sum = 0, 0
}

// meanOfChildren returns the mean value of all visits to a node's children, and whether there are any visits.
func (t *tree) meanOfChildren(n *node) (mean float64, visited bool) {
	if !n.hasChildren() {
		return 0, false
	}
	total, visits := 0.0, 0.0
	children := t.sortedOf(n)
	for i := range children {
		total += children[i].total()
		visits += float64(atomic.LoadUint32(&children[i].visits))
	}
	return total / visits, visits > 0
}
