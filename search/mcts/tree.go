package mcts

import (
	"math"
	"math/rand/v2"
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

// choose returns the child of a node to visit next. Only if all children are proven lost does it return such a child.
func (s *searcher) choose(at index) index {
	parent := &s.tree.nodes[at]
	seat := s.position.Seat()
	if s.config.selection == uct {
		return parent.first + s.chooseUCT(parent, seat)
	}
	scale := s.explore * math.Sqrt(float64(max(1, parent.visits)))
	best, bestValue := 0, math.Inf(-1)
	children := s.tree.childrenOf(parent)
	for i := range children {
		child := &children[i]
		if child.visits == 0 && child.proof == unproven {
			// All children from here on are unvisited, and this one has the largest prior.
			if s.meanFor(parent, seat)-s.config.fpu+scale*float64(child.prior) > bestValue {
				bringForward(children[i+1:]) // this child will be visited
				best = i
			}
			break
		}
		value := 0.0
		if child.proof == unproven {
			// Mean plus exploration, as below, with one division instead of two, because divisions dominate the time.
			visits := float64(child.visits)
			value = (child.total*(1+visits) + scale*float64(child.prior)*visits) / (visits * (1 + visits))
		} else {
			proven := false
			if value, proven = s.provenValue(child.proof, seat); !proven {
				value = s.proofs.within(child.proof, seat, child.mean())
			}
			value += scale * float64(child.prior) / float64(1+child.visits)
		}
		if value > bestValue {
			best, bestValue = i, value
		}
	}
	return parent.first + index(best)
}

// bringForward moves the child with the largest prior to the front of the unvisited children. Because visited children
// come before unvisited ones, choose needs to look only at the visited children and the first unvisited child.
func bringForward(unvisited []node) {
	best := 0
	for i := range unvisited {
		if unvisited[i].prior > unvisited[best].prior {
			best = i
		}
	}
	if best > 0 {
		unvisited[0], unvisited[best] = unvisited[best], unvisited[0]
	}
}

// chooseUCT returns a child to visit by UCT: a random one of those without visits, else the one of largest value.
func (s *searcher) chooseUCT(parent *node, seat engine.Seat) index {
	logVisits := math.Log(float64(max(1, parent.visits)))
	best, bestValue := index(0), math.Inf(-1)
	unvisited := 0 // number of children without visits so far
	children := s.tree.childrenOf(parent)
	for i := range children {
		child := &children[i]
		switch {
		case s.config.solver && s.proofs.of(child.proof).settles(seat):
			if value, _ := s.provenValue(child.proof, seat); value > bestValue && unvisited == 0 {
				best, bestValue = index(i), value
			}
		case child.visits == 0: // replacing the nth such child with probability 1/n draws uniformly
			if unvisited++; rand.New(s.random).IntN(unvisited) == 0 {
				best = index(i)
			}
		case unvisited == 0:
			if value := child.mean() + s.config.cpuct*math.Sqrt(logVisits/float64(child.visits)); value > bestValue {
				best, bestValue = index(i), value
			}
		}
	}
	return best
}

// meanFor returns the mean value of n, the last node on the path, for the seat that chooses next; 0.5 without visits.
func (s *searcher) meanFor(n *node, seat engine.Seat) float64 {
	if n.visits == 0 {
		return 0.5
	}
	switch chooser := s.path[len(s.path)-1].chooser; {
	case chooser == seat:
		return n.mean()
	case s.proofs.seats == 2:
		return 1 - n.mean()
	}
	if mean, visited := s.tree.meanOfChildren(n); visited {
		return mean
	}
	return s.evaluateSeats()[seat]
}

// provenValue returns the proven value of a child for the seat that chooses among the children, and whether the value
// is proven. A win is 100 and a loss -100, so that all other values are between them.
func (s *searcher) provenValue(p proof, seat engine.Seat) (value float64, proven bool) {
	if p == unproven || !s.proofs.of(p).settles(seat) {
		return 0, false
	}
	switch s.proofs.class(p, seat) {
	case 1:
		return 100, true
	case -1:
		return -100, true
	}
	return s.proofs.least(p, seat), true
}

// setPriors sets the priors of the steps to a softmax of their logits. All steps get an equal part of the key spread,
// so that unpromising steps are tried too. The softmax distributes the rest.
func (s *searcher) setPriors() {
	s.logits = slices.Grow(s.logits[:0], len(s.steps))[:len(s.steps)]
	if s.policy != nil {
		s.policy.Logits(s.position, s.steps, s.logits)
	} else {
		s.scores = slices.Grow(s.scores[:0], len(s.steps))[:len(s.steps)]
		s.position.OrderingScores(s.steps, s.scores)
		if decline := slices.Index(s.steps, s.position.DeclineStep()); decline >= 0 {
			s.scores[decline] += int32(100 * s.config.decline)
		}
		for i, score := range s.scores {
			s.logits[i] = float64(score) / (100 * s.config.temperature)
		}
	}
	best := slices.Max(s.logits)
	sum := 0.0
	for i, logit := range s.logits {
		weight := math.Exp(logit - best)
		s.priors[i] = float32(weight)
		sum += weight
	}
	equal := float32(s.config.spread) / float32(len(s.priors))
	scale := float32((1 - s.config.spread) / sum)
	for i := range s.priors {
		s.priors[i] = scale*s.priors[i] + equal
	}
}
