package batched

import (
	"errors"
	"math"
	"slices"

	"pillars/engine"
)

// tree is the tree of a game. Node 0 is the root. An empty tree has no nodes.
type tree struct {
	nodes, spareNodes []node
	edges, spareEdges []edge
}

// node is an evaluated position.
type node struct {
	first uint32      // number of the first edge
	count uint32      // number of edges
	value float32     // the caller's value for the seat to act, from -1 to 1
	seat  engine.Seat // the seat to act
}

// edge is a legal step of a node. Below the root, the edges with visits come before the others.
type edge struct {
	total  float64 // sum of the values of the visits for the seat that chooses, from -1 to 1 each
	step   engine.Step
	node   uint32 // number of the node after the step, or none
	visits uint32
	logit  float32 // the logarithm of the prior
	prior  float32 // the softmax of the caller's logits
}

// none is the number of no node, because no step leads to the root.
const none uint32 = 0

func (t *tree) reset()         { t.nodes, t.edges = t.nodes[:0], t.edges[:0] }
func (t *tree) expanded() bool { return len(t.nodes) > 0 }

func (t *tree) edgesOf(n *node) []edge { return t.edges[n.first:][:n.count] }

// expand makes a node of a leaf, with an edge for each legal step. logits has an element for each action, and actions
// has the action of each step.
func (t *tree) expand(l *leaf, actions []int32, logits []float32, value float32) error {
	first := len(t.edges)
	t.edges = slices.Grow(t.edges, len(l.steps))[:first+len(l.steps)]
	edges := t.edges[first:]
	largest := float32(math.Inf(-1))
	for k, step := range l.steps {
		logit := logits[actions[step]]
		if !(logit < float32(math.Inf(1))) { // also true for NaN
			t.edges = t.edges[:first]
			return errors.New("the logits of legal actions must be numbers below infinity")
		}
		edges[k] = edge{step: step, logit: logit}
		largest = max(largest, logit)
	}
	if math.IsInf(float64(largest), -1) {
		t.edges = t.edges[:first]
		return errors.New("the logits of all legal actions are -infinity")
	}
	sum := 0.0
	for k := range edges {
		weight := math.Exp(float64(edges[k].logit - largest))
		edges[k].prior = float32(weight)
		sum += weight
	}
	scale, shift := float32(1/sum), largest+float32(math.Log(sum))
	for k := range edges {
		edges[k].prior *= scale
		edges[k].logit -= shift
	}
	if len(l.path) > 0 {
		t.edges[l.path[len(l.path)-1].edge].node = uint32(len(t.nodes))
	}
	t.nodes = append(t.nodes, node{uint32(first), uint32(len(edges)), value, l.position.Seat()})
	return nil
}

// add adds a visit with the given values, by seat, to the edges on a path.
func (t *tree) add(path []visit, values *[engine.MaxSeats]float64) {
	for _, v := range path {
		e := &t.edges[v.edge]
		e.visits++
		e.total += values[v.seat]
	}
}

// advance makes the node after the given steps the root, and drops everything that is not below it. If there is no such
// node, the tree becomes empty.
func (t *tree) advance(steps []engine.Step) {
	at := uint32(0)
	for _, step := range steps {
		if !t.expanded() {
			return
		}
		edges := t.edgesOf(&t.nodes[at])
		k := slices.IndexFunc(edges, func(e edge) bool { return e.step == step })
		if at = edges[k].node; at == none {
			t.reset()
			return
		}
	}
	fromNodes, fromEdges := t.nodes, t.edges
	nodes, edges := append(t.spareNodes[:0], fromNodes[at]), t.spareEdges[:0]
	for i := 0; i < len(nodes); i++ { // appends the edges of each node, and the nodes after them
		n := &nodes[i]
		from := fromEdges[n.first:][:n.count]
		n.first = uint32(len(edges))
		edges = append(edges, from...)
		for k := len(edges) - len(from); k < len(edges); k++ {
			if edges[k].node != none {
				nodes = append(nodes, fromNodes[edges[k].node])
				edges[k].node = uint32(len(nodes) - 1)
			}
		}
	}
	t.nodes, t.edges, t.spareNodes, t.spareEdges = nodes, edges, fromNodes, fromEdges
}
