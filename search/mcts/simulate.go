package mcts

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
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
	quiet     *quiescence.Searcher       // quiescence search for games of two seats
	quietAll  *quiescence.VectorSearcher // quiescence search for games of more seats

	position engine.Position // current position of the simulation
	path     []visit         // nodes from the root of the simulation to the current position
	trail    dfs.Trail

	child  engine.Position // the fields from child to priors are buffers
	steps  []engine.Step
	noisy  []engine.Step
	scores []int32
	logits []float64
	priors []float32

	shared  bool // whether other threads use the tree too
	delayed [256]delayed
	share   uint32 // how many visits to a node there must be for each visit that the thread delays
}

type visit struct {
	at      index       // the node
	chooser engine.Seat // the seat that chose the node's step
	earlier uint32      // number of earlier visits, if backUp delays the visit; else 0
	lent    float64     // what the method enter has added to the node's sum until backUp knows the value
}

// delayed holds visits to a node that a thread has made but not added to the node yet. Two processors that write to the
// same memory wait for each other, so a thread writes to a node that is visited often only once in a while.
type delayed struct {
	at     index
	visits uint32
	sum    float64 // of the values
}

// All threads together delay at most one of about delayShare visits to a node, so that delayed visits hardly matter to
// the choice among children.
const delayShare = 64

// simulate makes one simulation from a node with the given position: it backs up the value of the leaf that it reaches.
func (s *searcher) simulate(from visit, position engine.Position) {
	s.position.CopyFrom(position)
	length := s.trail.Len()
	s.path = append(s.path[:0], from)
	value, proven := s.descend(from.at)
	s.trail.Leave(length)
	s.backUp(value, proven)
}

// descend walks from a node to a leaf. It returns the value of the leaf, and whether that value is proven.
func (s *searcher) descend(at index) (value utility.Vector, proven bool) {
	visits := s.enter(at)
	for {
		n := &s.tree.nodes[at]
		belowRoot := len(s.path) > 1 // the simulation's root is searched even if it is proven or without visits
		if proof := n.proof(); belowRoot && proof != unproven && s.proofs.of(proof).exact() {
			return s.proofs.values(proof), true
		}
		firstVisit := belowRoot && visits == 0
		if firstVisit || !n.hasChildren() && !s.expand(at) {
			return s.leafValue(), false
		}
		at = s.choose(at, visits)
		s.path = append(s.path, visit{at: at, chooser: s.position.Seat()})
		visits = s.enter(at)
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

// virtualLoss is how far below the mean a visit counts while its value is unknown. A larger loss, such as a lost game,
// leads other threads astray.
const virtualLoss = 0.2

// enter returns the number of earlier visits to a node, the last one on the path. With several threads it adds a visit
// at once, with the value 0 for a first visit and the mean less virtualLoss for others, until backUp adds the value.
// This leads other threads to other nodes.
func (s *searcher) enter(at index) uint32 {
	n := &s.tree.nodes[at]
	if !s.shared {
		return n.visits
	}
	if visits := atomic.LoadUint32(&n.visits); visits >= 2*s.share { // enough to delay two visits
		s.path[len(s.path)-1].earlier = visits
		return visits
	}
	visits := atomic.AddUint32(&n.visits, 1) - 1
	if visits > 0 {
		lent := n.total()/float64(visits) - virtualLoss
		s.path[len(s.path)-1].lent = lent
		n.add(lent)
	}
	return visits
}

// leafValue returns the value of the current position. With leaf=playout it returns the result of a random playout or,
// if the playout stops before the game ends, the value of its last position.
func (s *searcher) leafValue() (value utility.Vector) {
	if s.config.leaf == leafPlayout {
		turns := cmp.Or(s.config.turns, math.MaxInt32)
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

// staticScore returns the score of p in a two-seat game for the seat to act, after a quiescence search if the key leaf
// asks for it.
func (s *searcher) staticScore(p engine.Position) search.Score {
	if s.config.leaf == leafQuiescence {
		return s.quiet.Value(p, -search.MaxScore, search.MaxScore)
	}
	return search.Score(s.evaluator.Evaluate(p, p.Seat()))
}

func (s *searcher) evaluateSeats() utility.Vector {
	return utility.Evaluate(s.evaluator, s.position, s.proofs.seats, s.config.flatten)
}

// expand gives the node of the current position its children and priors, unless another thread has just done so. It
// returns false if the tree is full.
func (s *searcher) expand(at index) bool {
	first := s.makeChildren()
	n := &s.tree.nodes[at]
	if first == 0 {
		return n.hasChildren()
	}
	// The claim comes last, so that it lasts only a moment. A thread that the system interrupted with a claim would
	// leave the others without children, and they would visit the same leaf in vain.
	if s.shared && !atomic.CompareAndSwapUint32(&n.first, 0, claimed) {
		s.tree.giveBack(first, len(s.steps))
		for !n.hasChildren() {
			runtime.Gosched()
		}
		return true
	}
	n.family = uint32(len(s.steps)) + sorted
	if s.config.selection == uct { // which has no order
		n.family = uint32(len(s.steps)) * (1 + sorted)
	}
	atomic.StoreUint32(&n.first, first)
	if s.tree.nodes[first].proof() != unproven { // a step that wins
		s.concludeFrom(at, s.position.Seat())
	}
	return true
}

// makeChildren makes children for the node of the current position. It returns the number of the first child, or 0 if
// the tree is full.
func (s *searcher) makeChildren() (first index) {
	s.steps = s.position.AppendSteps(s.steps[:0])
	room := s.tree.limit - int(atomic.LoadUint32(&s.tree.used))
	if len(s.steps) > room || len(s.steps) == 0 { // a check before the priors, which take time to compute
		return 0
	}
	s.priors = append(s.priors[:0], make([]float32, len(s.steps))...)
	if s.config.selection == puct {
		s.setPriors()
	}
	win := engine.NoStep
	if s.config.solver {
		win = s.findWin()
	}
	if !s.shared {
		s.tree.reserve(int(s.tree.used) + len(s.steps))
	}
	start, ok := s.tree.take(len(s.steps))
	if !ok {
		return 0
	}
	children := s.tree.nodes[start:][:len(s.steps)]
	for i, step := range s.steps {
		children[i] = node{step: step, prior: s.priors[i]}
	}
	if winner := slices.Index(s.steps, win); winner >= 0 { // it comes first, even if another prior is larger
		children[0], children[winner] = children[winner], children[0]
		s.prove(start, s.child.Outcome()) // findWin has left the winning position in s.child
	} else {
		bringForward(children)
	}
	return start
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
// leaf up to the first node about which nothing is proven.
func (s *searcher) backUp(value utility.Vector, proven bool) {
	for i := len(s.path) - 1; i >= 0; i-- {
		v := s.path[i]
		n := &s.tree.nodes[v.at]
		switch {
		case v.earlier > 0:
			s.delay(v, value[v.chooser])
		case s.shared:
			n.add(value[v.chooser] - v.lent) // enter has counted the visit
		default:
			n.visits++
			n.sum = math.Float64bits(n.total() + value[v.chooser])
		}
		if proven && s.config.solver && i > 0 {
			proven = s.concludeFrom(s.path[i-1].at, v.chooser)
		}
	}
}

// delay adds a visit with the given value to its node, now or later.
func (s *searcher) delay(v visit, value float64) {
	d := &s.delayed[v.at%index(len(s.delayed))]
	if d.at != v.at {
		s.settle(d)
		d.at = v.at
	}
	d.visits++
	d.sum += value
	if d.visits >= v.earlier/s.share {
		s.settle(d)
	}
}

// settle adds delayed visits to their node.
func (s *searcher) settle(d *delayed) {
	if d.visits > 0 {
		n := &s.tree.nodes[d.at]
		atomic.AddUint32(&n.visits, d.visits)
		n.add(d.sum)
	}
	*d = delayed{}
}

// curve converts scores to expected results by a logistic function. Where a game is nearly decided, it is a mixture of
// this function and a flatter logistic function, because a single function hardly distinguishes there which steps save
// or force a result. The mixture has the same slope at a score of 0. In other positions the mixture was no stronger
// than the single function and lost one match (docs/notebook/2026-11-22-networks.md).
type curve struct {
	unit  float64 // a score divided by unit is the argument of the logistic function
	share float64 // share of the flatter function in the mixture; 0 for none
}

// stretch is the ratio of the widths of the flatter and the steeper logistic function of a [curve].
const stretch = 12

// A game counts as nearly decided once the absolute value of the root's static value, from -1 to 1, is at least
// nearlyDecided, until it falls below openAgain.
const (
	nearlyDecided = 0.9  // an expected result of 95 or 5 %
	openAgain     = 0.75 // an expected result of 87.5 or 12.5 %
)

// expectation returns the expected result, from 0 to 1, for a score.
func (c *curve) expectation(score search.Score) float64 { return c.at(float64(score) / c.unit) }

// at returns the expected result for a score in logits.
func (c *curve) at(logits float64) float64 {
	if c.share == 0 {
		return logistic(logits)
	}
	steeper := (1 - c.share/stretch) / (1 - c.share) // gives the mixture the slope of a single function at 0
	return (1-c.share)*logistic(steeper*logits) + c.share*logistic(logits/stretch)
}

// unbent converts an expected result by the curve c to an expected result by the logistic function alone. Both results
// belong to the same score.
func (c *curve) unbent(expectation float64) float64 {
	if c.share == 0 {
		return expectation
	}
	low, high := -float64(search.MaxScore), float64(search.MaxScore)
	for range 60 { // bisection to less than a unit of scores
		if middle := (low + high) / 2; c.at(middle) < expectation {
			low = middle
		} else {
			high = middle
		}
	}
	return logistic(low)
}

func logistic(logits float64) float64 { return 1 / (1 + math.Exp(-logits)) }
