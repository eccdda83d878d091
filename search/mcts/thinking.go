package mcts

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
)

// thinking is the computation of one decision.
type thinking struct {
	*Player
	limits  search.Limits
	report  func(search.Info)
	started time.Time
	nodes   uint64  // simulations so far
	used    float64 // share of the time used at the last call of look; infinite once the context has ended
}

// fallbackNodes limits a decision whose only limit is a depth, which has no meaning here.
const fallbackNodes = 10000

// think decides a turn step by step.
func (t *thinking) think(ctx context.Context, root engine.Position) search.Decision {
	seat := root.Seat()
	position := root.Clone()
	from := visit{0, seat}
	var decision search.Decision
	for share := 1 - t.config.later; ; share = 1 {
		best, known := t.decideStep(ctx, share, from, position)
		if !known {
			break
		}
		if len(decision.Steps) == 0 {
			decision.Info = t.info(from, 1)
			t.reportLines(from)
			t.report = nil
		}
		step := t.tree.nodes[best].step
		decision.Steps, decision.Visits = append(decision.Steps, step), append(decision.Visits, t.visits(from))
		position.Play(step)
		from = visit{best, seat}
		if kit.TurnDone(position, seat) || t.tree.nodes[best].first == 0 && t.finished(ctx, 1) {
			break
		}
	}
	decision.Info.Principal = append(slices.Clone(decision.Steps), t.principal(from.at)...)
	decision.Info.Nodes, decision.Info.Elapsed = t.nodes, time.Since(t.started)
	return decision
}

// decideStep simulates from a node and chooses a child. If the child ends the turn, the simulations reserved for later
// steps are made before the final choice. It returns false if the tree had no room for children.
func (t *thinking) decideStep(
	ctx context.Context, share float64, from visit, position engine.Position,
) (best index, known bool) {
	t.simulateFor(ctx, share, from, position)
	if t.tree.nodes[from.at].first == 0 {
		return 0, false
	}
	best = t.ranked(from)[0]
	if share < 1 {
		t.child.CopyFrom(position)
		t.child.Play(t.tree.nodes[best].step)
		if kit.TurnDone(t.child, from.chooser) {
			t.simulateFor(ctx, 1, from, position)
			best = t.ranked(from)[0]
		}
	}
	return best, true
}

// firstReport is the number of simulations before the first report. Each further report comes after twice as many.
const firstReport = 256

// simulateFor simulates from a node until the share of the limits is used up, the node is proven, or it has only one
// child. A node without children is simulated at least once to get them.
func (t *thinking) simulateFor(ctx context.Context, share float64, from visit, position engine.Position) {
	for first := true; ; first = false {
		n := &t.tree.nodes[from.at]
		if n.first != 0 && (t.proofs.of(n.proof).settles(from.chooser) || n.children == 1) {
			return
		}
		if (n.first != 0 || !first) && t.finished(ctx, share) {
			return
		}
		if len(t.helpers) > 0 {
			t.simulateTogether(ctx, share, from, position)
		} else {
			t.simulate(from, position)
			t.nodes++
		}
		if t.nodes >= firstReport && t.nodes&(t.nodes-1) == 0 {
			t.reportLines(from)
		}
	}
}

const checkEvery = 64

// finished reports whether the share of the limits is used up. Without limits the end of the context ends the decision.
func (t *thinking) finished(ctx context.Context, share float64) bool {
	if t.limits.Nodes > 0 && float64(t.nodes) >= share*float64(t.limits.Nodes) || t.nodes >= math.MaxUint32/2 {
		return true
	}
	if t.nodes%checkEvery == 0 {
		t.look(ctx)
	}
	return t.used >= share
}

// look updates and returns the share of the time that is used.
func (t *thinking) look(ctx context.Context) float64 {
	switch {
	case ctx.Err() != nil:
		t.used = math.Inf(1)
	case t.limits.Time > 0:
		t.used = float64(time.Since(t.started)) / float64(t.limits.Time)
	}
	return t.used
}

// visits returns the visits of a node's children that are not proven lost, none if a proof decides.
func (t *thinking) visits(from visit) []search.Visits {
	parent := &t.tree.nodes[from.at]
	if t.proofs.of(parent.proof).settles(from.chooser) {
		return nil
	}
	visits := make([]search.Visits, 0, parent.children)
	for _, child := range t.tree.childrenOf(parent) {
		if child.visits > 0 && t.proofs.class(child.proof, from.chooser) >= 0 {
			visits = append(visits, search.Visits{Step: child.step, Times: child.visits})
		}
	}
	return visits
}

// ranked returns the children of a node, the best to play first: the shortest proven win, or else the step that is most
// surely best and not proven lost, or else the longest loss.
func (t *thinking) ranked(from visit) []index {
	parent, seat := &t.tree.nodes[from.at], from.chooser
	if parent.first == 0 {
		return nil
	}
	order := make([]index, parent.children)
	for i := range order {
		order[i] = parent.first + index(i)
	}
	slices.SortStableFunc(order, func(a, b index) int {
		return t.proofs.compare(&t.tree.nodes[b], &t.tree.nodes[a], seat)
	})
	// Means of many visits are more certain. Unless something is proven of the most visited step, the one with the
	// largest lower confidence bound comes first. Steps proven lost or without visits have none.
	if t.config.lcb > 0 && t.proofs.class(t.tree.nodes[order[0]].proof, seat) == 0 {
		t.prefer(order, math.Inf(-1), func(n *node) float64 {
			if n.visits == 0 || t.proofs.class(n.proof, seat) < 0 {
				return math.Inf(-1)
			}
			return t.proofs.within(n.proof, seat, n.mean()) - t.config.lcb/math.Sqrt(float64(n.visits))
		})
	}
	if first := &t.tree.nodes[order[0]]; first.visits > 0 && !t.proofs.of(first.proof).settles(seat) {
		sure := t.proofs.within(first.proof, seat, first.mean())
		t.prefer(order, sure, func(n *node) float64 { return t.proofs.least(n.proof, seat) })
	}
	return order
}

// prefer moves the node with the highest worth to the front if its worth is above most.
func (t *thinking) prefer(order []index, most float64, worth func(*node) float64) {
	best := 0
	for i, at := range order {
		if w := worth(&t.tree.nodes[at]); w > most {
			best, most = i, w
		}
	}
	at := order[best]
	copy(order[1:best+1], order[:best])
	order[0] = at
}

// compare orders nodes by proof, then by distance or by visits and prior.
func (p *proofs) compare(a, b *node, seat engine.Seat) int {
	classA, classB := p.class(a.proof, seat), p.class(b.proof, seat)
	switch {
	case classA != classB:
		return cmp.Compare(classA, classB)
	case classA != 0:
		return cmp.Compare(classA*int(b.distance), classB*int(a.distance))
	}
	return cmp.Or(cmp.Compare(a.visits, b.visits), cmp.Compare(a.prior, b.prior))
}

// scoreOf returns the score of a node for the seat that chose its step.
func (s *searcher) scoreOf(n *node, chooser engine.Seat) search.Score {
	p := s.proofs
	switch class := p.class(n.proof, chooser); {
	case class != 0:
		return search.Score(class) * search.WinIn(int(n.distance)+1)
	case p.of(n.proof).settles(chooser):
		return search.FromExpectation(p.least(n.proof, chooser))
	case n.visits == 0:
		return 0
	}
	return search.FromExpectation(s.curve.unbent(p.within(n.proof, chooser, n.mean())))
}

func (t *thinking) reportLines(from visit) {
	if t.report == nil {
		return
	}
	for line := 1; line <= min(t.config.multiPV, int(t.tree.nodes[from.at].children)); line++ {
		t.report(t.info(from, line))
	}
}

// info returns the report of a line, numbered from 1.
func (t *thinking) info(from visit, line int) search.Info {
	ranked := t.ranked(from)
	at := ranked[line-1]
	n := &t.tree.nodes[at]
	principal := append([]engine.Step{n.step}, t.principal(at)...)
	return search.Info{Depth: len(principal), Score: t.scoreOf(n, from.chooser), Line: line, Principal: principal,
		Nodes: t.nodes, Elapsed: time.Since(t.started)}
}

// principal returns the most visited line below a node.
func (t *thinking) principal(at index) []engine.Step {
	var steps []engine.Step
	for n := t.tree.nodes[at]; n.first != 0; {
		n = slices.MaxFunc(t.tree.childrenOf(&n), func(a, b node) int { return cmp.Compare(a.visits, b.visits) })
		if n.visits == 0 {
			break
		}
		steps = append(steps, n.step)
	}
	return steps
}

// Several threads simulate in one tree under one lock (tree parallelization with a global mutex; Chaslot, Winands and
// van den Herik, Parallel Monte-Carlo Tree Search, 2008). A thread holds the lock while it walks down the tree and
// while it backs up a value. It releases the lock while it computes priors of new children or the value of a leaf,
// which needs no tree. Meanwhile every node of its path has an additional visit of value 0, its virtual loss, which
// directs other threads elsewhere (same paper).

const maxThreads = 256

// leave unlocks the tree. Until enter, the nodes of the path have a virtual loss.
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

// enter locks the tree and removes the virtual losses. Pointers to nodes from before leave are no longer valid.
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

// round is a number of simulations by several threads.
type round struct {
	begun   atomic.Uint64
	made    atomic.Uint64
	wanted  uint64
	stopped atomic.Bool
}

// simulateTogether simulates on all threads until the next report is due, the share of the limits is used up, or the
// node is settled.
func (t *thinking) simulateTogether(ctx context.Context, share float64, from visit, position engine.Position) {
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
		t.searcher.work(r, from, position, func() bool { return t.look(ctx) >= share })
	})
	t.nodes += r.made.Load()
	t.look(ctx)
}

// work makes simulations of a round while there are any. At intervals it calls look to learn whether to stop.
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

// simulateLocked makes one simulation and reports whether the node is settled. It releases the lock even after a panic.
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
