package mcts

import (
	"math"
	"math/bits"
	"sync/atomic"

	"pillars/engine"
	"pillars/search/kit"
)

// Several threads simulate in one tree under one lock (tree parallelization with a global mutex; Chaslot, Winands and
// van den Herik, Parallel Monte-Carlo Tree Search, 2008). A thread holds the lock while it walks down the tree and
// while it passes a value up; it gives the lock up for what needs no tree: the priors of new children and the value of
// a leaf. Meanwhile every node of its path has one visit more that was worth nothing, its virtual loss, which sends
// others elsewhere (same paper).

const maxThreads = 256

// leave gives the tree to the other threads. The nodes of the path have a virtual loss until enter.
func (s *searcher) leave() {
	if s.lock == nil {
		return
	}
	for _, v := range s.path {
		s.tree.nodes[v.at].visits++
	}
	s.inside = false
	s.lock.Unlock()
}

// enter waits for the tree and takes the virtual losses back. Pointers to nodes from before leave are void.
func (s *searcher) enter() {
	if s.lock == nil {
		return
	}
	s.lock.Lock()
	s.inside = true
	for _, v := range s.path {
		s.tree.nodes[v.at].visits--
	}
}

type round struct {
	begun   atomic.Uint64
	made    atomic.Uint64
	wanted  uint64
	stopped atomic.Bool
}

// simulateTogether stops to report, when the share of the limits is used up, or the node is settled.
func (t *thinking) simulateTogether(share float64, from visit, position engine.Position) {
	r := &round{wanted: max(firstReport, uint64(1)<<bits.Len64(t.nodes)) - t.nodes}
	if t.limits.Nodes > 0 {
		left := math.Ceil(share*float64(t.limits.Nodes)) - float64(t.nodes)
		r.wanted = min(r.wanted, uint64(max(left, 1)))
	}
	if t.used >= share {
		r.wanted = 1
	}
	for _, helper := range t.helpers {
		helper.trail.Follow(&t.trail)
	}
	kit.Together(1+len(t.helpers), func(i int) {
		if i > 0 {
			t.helpers[i-1].work(r, from, position, func() bool { return false })
			return
		}
		t.searcher.work(r, from, position, func() bool { return t.look() >= share })
	})
	t.nodes += r.made.Load()
	t.look()
}

// work makes simulations of a round while there are any, and now and then looks whether to stop.
func (s *searcher) work(r *round, from visit, position engine.Position, look func() bool) {
	defer r.stopped.Store(true)
	made := uint64(0)
	for !r.stopped.Load() && r.begun.Add(1) <= r.wanted {
		settled := s.simulateLocked(from, position)
		if made++; settled || made%checkEvery == 0 && look() {
			break
		}
	}
	r.made.Add(made)
}

// simulateLocked reports whether the node is settled. A panic does not keep the lock.
func (s *searcher) simulateLocked(from visit, position engine.Position) (settled bool) {
	s.path = s.path[:0]
	s.enter()
	defer func() {
		if s.inside {
			s.inside = false
			s.lock.Unlock()
		}
	}()
	s.simulate(from, position)
	return s.proofs.of(s.tree.nodes[from.at].proof).settles(from.chooser)
}
