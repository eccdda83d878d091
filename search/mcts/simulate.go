package mcts

import (
	"math"
	"math/rand/v2"
	"sync"
	"unsafe"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/kit"
	"pillars/search/quiescence"
	"pillars/search/utility"
)

// searcher holds the state of one thread that simulates.
type searcher struct {
	config    *Config
	evaluator eval.Evaluator
	curve     *curve       // shared by all threads
	policy    *eval.Policy // nil for priors from move-ordering scores
	explore   float64      // factor of the priors in PUCT; c in the package comment
	random    *rand.PCG
	tree      *tree                      // shared by all threads
	proofs    *proofs                    // shared by all threads
	quiet     *quiescence.Searcher       // for games of two seats
	quietAll  *quiescence.VectorSearcher // for games of more seats

	position engine.Position // current position of the simulation
	path     []visit         // nodes from the root of the simulation to the current position
	trail    kit.Trail

	child  engine.Position // these are buffers
	steps  []engine.Step
	noisy  []engine.Step
	scores []int32
	logits []float64
	priors []float32

	lock   *sync.Mutex // protects tree and proofs; nil with one thread
	inside bool        // whether this searcher holds the lock
}

type visit struct {
	at      index
	chooser engine.Seat
}

// simulate makes one simulation from a node, whose position is given: it descends to a leaf and backs up its value.
func (s *searcher) simulate(from visit, position engine.Position) {
	s.position.CopyFrom(position)
	known := s.trail.Len()
	s.path = append(s.path[:0], from)
	value, proven := s.descend(from.at)
	s.trail.Leave(known)
	s.backUp(value, proven)
}

// descend walks from a node to a leaf. It returns the value of the leaf, and whether that value is proven.
func (s *searcher) descend(at index) (value utility.Vector, proven bool) {
	for {
		n := &s.tree.nodes[at]
		if n.proof != unproven && len(s.path) > 1 && s.proofs.of(n.proof).exact() {
			return s.proofs.values(n.proof), true
		}
		firstVisit := n.visits == 0 && len(s.path) > 1 // of a node other than the simulation's root
		if firstVisit || n.first == 0 && !s.expand(at) {
			s.leave()
			value = s.leafValue()
			s.enter()
			return value, false
		}
		at = s.choose(at)
		s.path = append(s.path, visit{at, s.position.Seat()})
		s.position.Play(s.tree.nodes[at].step)
		switch {
		case s.position.Over():
			s.prove(at, s.position.Outcome())
			return s.position.Outcome().Scores, true
		case s.trail.Drawn(s.position):
			return utility.Even(s.proofs.seats), false
		}
		s.trail.Enter(s.position)
	}
}

func (s *searcher) leafValue() (value utility.Vector) {
	if s.config.leaf == leafPlayout {
		turns := s.config.turns
		if turns == 0 {
			turns = math.MaxInt32
		}
		if _, outcome := engine.Playout(s.position, s.random, turns); outcome.Over() {
			return outcome.Scores
		}
	}
	switch {
	case s.proofs.seats == 2:
		seat := s.position.Seat()
		value[seat] = s.curve.expectation(s.staticScore(s.position))
		value[1-seat] = 1 - value[seat]
		return value
	case s.config.leaf == leafQuiescence:
		return s.quietAll.Value(s.position)
	}
	return s.evaluateSeats()
}

// staticScore returns the score of p in a two-seat game for the seat to act, after quiescence if configured.
func (s *searcher) staticScore(p engine.Position) search.Score {
	if s.config.leaf == leafQuiescence {
		return s.quiet.Value(p, -search.MaxScore, search.MaxScore)
	}
	return search.Score(s.evaluator.Evaluate(p, p.Seat()))
}

func (s *searcher) evaluateSeats() utility.Vector {
	return utility.Evaluate(s.evaluator, s.position, s.proofs.seats, s.config.flatten)
}

// expand gives the node of the current position its children and priors. It returns false if the tree is full.
func (s *searcher) expand(at index) bool {
	room := s.tree.limit - len(s.tree.nodes)
	s.leave()
	s.steps = s.position.AppendSteps(s.steps[:0])
	if len(s.steps) > room { // saves computing the priors
		s.enter()
		return false
	}
	s.priors = append(s.priors[:0], make([]float32, len(s.steps))...)
	if s.config.selection == puct {
		s.setPriors()
	}
	win := engine.NoStep
	if s.config.solver {
		win = s.findWin()
	}
	s.enter()
	if s.tree.nodes[at].first != 0 {
		return true // another thread was faster
	}
	children, ok := s.tree.grow(at, len(s.steps))
	if !ok {
		return false
	}
	for i, step := range s.steps {
		children[i].step, children[i].prior = step, s.priors[i]
	}
	if winner, ok := s.tree.child(at, win); ok {
		first := s.tree.nodes[at].first
		children[0], children[winner-first] = children[winner-first], children[0]
		s.prove(first, s.child.Outcome()) // findWin has left the winning position in s.child
		s.concludeFrom(at, s.position.Seat())
	} else {
		bringForward(children)
	}
	return true
}

// findWin returns a noisy step that wins at once, or NoStep. It leaves the position after the step in s.child.
func (s *searcher) findWin() engine.Step {
	s.noisy = s.position.AppendNoisy(s.noisy[:0])
	seat := s.position.Seat()
	for _, step := range s.noisy {
		s.position.PlayInto(step, s.child)
		if s.child.Over() && s.child.Outcome().Score(seat) >= 1 {
			return step
		}
	}
	return engine.NoStep
}

// backUp adds a value to all nodes on the path. If the value is proven, it also derives proofs of these nodes, from the
// leaf up to the first node about which nothing new is proven.
func (s *searcher) backUp(value utility.Vector, proven bool) {
	for i := len(s.path) - 1; i >= 0; i-- {
		v := s.path[i]
		n := &s.tree.nodes[v.at]
		n.visits++
		n.total += value[v.chooser]
		if proven && s.config.solver && i > 0 {
			proven = s.concludeFrom(s.path[i-1].at, v.chooser)
		}
	}
}

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

// tree is the tree of a search.
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
	for i, child := range t.childrenOf(parent) {
		if child.step == step {
			return parent.first + index(i), true
		}
	}
	return 0, false
}

// keep makes a node the root and drops all nodes that are not below it. It copies the others to t.spare breadth first,
// and exchanges the two slices.
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

// reseat changes the root's values from the seat that chose its step to the seat to act. With more than two seats it
// takes the mean of the children or, without children, drops the visits.
func (t *tree) reseat(seats int) {
	root := &t.nodes[0]
	if seats == 2 {
		root.total = float64(root.visits) - root.total
		return
	}
	if mean, known := t.meanOfChildren(root); known {
		root.total = mean * float64(root.visits)
		return
	}
	root.visits, root.total = 0, 0
}

// meanOfChildren returns the mean value of all visits to a node's children, and whether there are any.
func (t *tree) meanOfChildren(n *node) (mean float64, known bool) {
	total, visits := 0.0, 0.0
	for _, child := range t.childrenOf(n) {
		total += child.total
		visits += float64(child.visits)
	}
	return total / visits, visits > 0
}
