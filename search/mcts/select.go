package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"pillars/engine"
	"pillars/eval"
)

// choose returns the child of a node to visit next. It returns a child that is proven lost only if all children are.
// Visits is the number of earlier visits to the node.
func (s *searcher) choose(at index, visits uint32) index {
	parent := &s.tree.nodes[at]
	seat := s.position.Seat()
	if s.config.selection == uct {
		return atomic.LoadUint32(&parent.first) + s.chooseUCT(parent, visits, seat)
	}
	scale := s.explore * math.Sqrt(float64(max(1, visits)))
	best, bestValue := 0, math.Inf(-1)
	children := s.tree.sortedOf(parent)
	for i := 0; ; i++ {
		if i, best, bestValue = chooseOpen(children, i, scale, best, bestValue); i == len(children) {
			break
		}
		child := &children[i]
		seen, proof := float64(atomic.LoadUint32(&child.visits)), child.proof()
		if seen == 0 && proof == unproven {
			// This child and all children after it are unvisited. Of these, this child has the largest prior.
			if s.meanFor(parent, visits, seat)-s.config.fpu+scale*float64(child.prior) > bestValue {
				s.tree.sortNext(parent, i+1)
				best = i
			}
			break
		}
		value, proven := s.provenValue(proof, seat)
		if !proven {
			value = s.proofs.within(proof, seat, child.total()/seen)
		}
		value += scale * float64(child.prior) / (1 + seen)
		if value > bestValue {
			best, bestValue = i, value
		}
	}
	return atomic.LoadUint32(&parent.first) + index(best)
}

// chooseOpen does the work of choose for the children from the i-th up to the first one that is unvisited or about
// which something is proven. It returns the index of that child, or the number of children, and the best child so far.
// A loop without calls keeps its variables in registers, so it is not inlined. It compares values by their bits,
// because for integers the compiler needs no branch, which could not be predicted. Values that virtual losses make
// negative count as 0, because the bits of negative numbers have the opposite order.
//
//go:noinline
func chooseOpen(children []node, i int, scale float64, best int, bestValue float64) (int, int, float64) {
	bestBits := int64(math.Float64bits(bestValue))
	for ; i < len(children); i++ {
		child := &children[i]
		visits := atomic.LoadUint32(&child.visits)
		if visits == 0 || child.proof() != unproven {
			break
		}
		// The value is the mean plus the exploration term, with one division instead of two, because divisions dominate
		// the time.
		seen := float64(visits)
		value := (child.total()*(1+seen) + scale*float64(child.prior)*seen) / (seen * (1 + seen))
		bits := max(0, int64(math.Float64bits(value)))
		if bits > bestBits {
			best = i
		}
		bestBits = max(bestBits, bits)
	}
	return i, best, math.Float64frombits(uint64(bestBits))
}

// chooseUCT returns the index of the child to visit by UCT. If any children have no visits, it draws one of these at
// random. Otherwise it takes the child with the largest UCT value.
func (s *searcher) chooseUCT(parent *node, visits uint32, seat engine.Seat) index {
	logVisits := math.Log(float64(max(1, visits)))
	best, bestValue := index(0), math.Inf(-1)
	unvisited := 0 // number of children without visits so far
	children := s.tree.sortedOf(parent)
	for i := range children {
		child := &children[i]
		seen, proof := float64(atomic.LoadUint32(&child.visits)), child.proof()
		switch {
		case s.config.solver && s.proofs.of(proof).settles(seat):
			if value, _ := s.provenValue(proof, seat); value > bestValue && unvisited == 0 {
				best, bestValue = index(i), value
			}
		case seen == 0: // replacing the nth such child with probability 1/n draws uniformly
			if unvisited++; rand.New(s.random).IntN(unvisited) == 0 {
				best = index(i)
			}
		case unvisited == 0: // only if all children so far have visits
			if value := child.total()/seen + s.config.cpuct*math.Sqrt(logVisits/seen); value > bestValue {
				best, bestValue = index(i), value
			}
		}
	}
	return best
}

// meanFor returns the mean value of n, the last node on the path, for the seat that chooses next; 0.5 without visits.
func (s *searcher) meanFor(n *node, visits uint32, seat engine.Seat) float64 {
	if visits == 0 {
		return 0.5
	}
	last := &s.path[len(s.path)-1]
	mean := (n.total() - last.lent) / float64(visits)
	switch {
	case last.chooser == seat:
		return mean
	case s.proofs.seats == 2:
		return 1 - mean
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
	sum := eval.Softmax(s.logits)
	equal := float32(s.config.spread) / float32(len(s.priors))
	scale := float32((1 - s.config.spread) / sum)
	for i := range s.priors {
		s.priors[i] = scale*float32(s.logits[i]) + equal
	}
}
