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
	"pillars/search/dfs"
)

// thinking is the state of one decision.
type thinking struct {
	*Player
	limits  search.Limits
	report  func(search.Info)
	started time.Time
	nodes   uint64  // simulations so far
	used    float64 // fraction of the time limit used at the last call of look; infinite once the context has ended
}

// fallbackNodes is the node limit of a decision whose only limit is a depth, because a tree search ignores a depth.
const fallbackNodes = 10000

// think decides the steps of a turn one by one. The turn may be incomplete if the tree is full or the limits are used.
func (t *thinking) think(ctx context.Context, root engine.Position) search.Decision {
	seat := root.Seat()
	position := root.Clone()
	from := visit{at: 0, chooser: seat} // the root
	var decision search.Decision
	for share := 1 - t.config.later; ; share = 1 { // the first step leaves a share of the limits to the later ones
		best, found := t.decideStep(ctx, share, from, position)
		if !found {
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
		from = visit{at: best, chooser: seat}
		// Without children in the tree, the next step needs a search. It cannot begin once the limits are used up.
		if search.TurnDone(position, seat) || t.tree.nodes[best].first == 0 && t.finished(ctx, 1) {
			break
		}
	}
	decision.Info.Principal = append(slices.Clone(decision.Steps), t.principal(from.at)...)
	decision.Info.Nodes, decision.Info.Elapsed = t.nodes, time.Since(t.started)
	return decision
}

// decideStep searches from a node until the given share of the limits is used, and chooses the best child. If that
// child ends the turn, decideStep searches with the rest of the limits too, and chooses again. Found is false if the
// node has no children, because the tree is full.
func (t *thinking) decideStep(
	ctx context.Context, share float64, from visit, position engine.Position,
) (best index, found bool) {
	t.simulateFor(ctx, share, from, position)
	if t.tree.nodes[from.at].first == 0 {
		return 0, false
	}
	best = t.ranked(from)[0]
	if share < 1 {
		t.child.CopyFrom(position)
		t.child.Play(t.tree.nodes[best].step)
		if search.TurnDone(t.child, from.chooser) {
			t.simulateFor(ctx, 1, from, position)
			best = t.ranked(from)[0]
		}
	}
	return best, true
}

// firstReport is the number of simulations before the first report. The next reports come after 2, 4, 8 times as many.
const firstReport = 256

// simulateFor simulates from a node until the share of the limits is used, the node is proven, or the node has only one
// child. It simulates a node without children at least once, so that the node gets children.
func (t *thinking) simulateFor(ctx context.Context, share float64, from visit, position engine.Position) {
	for simulated := false; ; simulated = true {
		n := &t.tree.nodes[from.at]
		hasChildren := n.first != 0
		if hasChildren && (t.proofs.of(n.proof()).settles(from.chooser) || n.children() == 1) {
			return
		}
		if (hasChildren || simulated) && t.finished(ctx, share) {
			return
		}
		if len(t.helpers) > 0 {
			t.simulateTogether(ctx, share, from, position)
		} else {
			t.simulate(from, position)
			t.nodes++
		}
		if t.nodes >= firstReport && t.nodes&(t.nodes-1) == 0 { // the number of simulations is a power of two
			t.reportLines(from)
		}
	}
}

// mostVisits is the number of simulations after which a decision ends, so that no count of visits overflows.
const mostVisits = math.MaxUint32 / 2

// checkEvery is the number of simulations between two checks of the clock and the context.
const checkEvery = 64

// finished reports whether the given share of the limits is used, or the context has ended. It also ends a decision
// of mostVisits simulations.
func (t *thinking) finished(ctx context.Context, share float64) bool {
	if t.limits.Nodes > 0 && float64(t.nodes) >= share*float64(t.limits.Nodes) || t.nodes >= mostVisits {
		return true
	}
	if t.nodes%checkEvery == 0 {
		t.look(ctx)
	}
	return t.used >= share
}

// look sets t.used to the fraction of the time limit that is used, and returns it.
func (t *thinking) look(ctx context.Context) float64 {
	switch {
	case ctx.Err() != nil:
		t.used = math.Inf(1)
	case t.limits.Time > 0:
		t.used = float64(time.Since(t.started)) / float64(t.limits.Time)
	}
	return t.used
}

// visits returns the visits of the node's children that are not proven lost, or nil if the value of the node is proven.
func (t *thinking) visits(from visit) []search.Visits {
	parent := &t.tree.nodes[from.at]
	if t.proofs.of(parent.proof()).settles(from.chooser) {
		return nil
	}
	visits := make([]search.Visits, 0, parent.children())
	for _, child := range t.tree.childrenOf(parent) {
		if child.visits > 0 && t.proofs.class(child.proof(), from.chooser) >= 0 {
			visits = append(visits, search.Visits{Step: child.step, Times: child.visits})
		}
	}
	return visits
}

// ranked returns the children of a node, the best first: the shortest proven win, else the largest lower confidence
// bound of a child not proven lost, else the longest loss.
func (t *thinking) ranked(from visit) []index {
	parent, seat := &t.tree.nodes[from.at], from.chooser
	if parent.first == 0 {
		return nil
	}
	order := make([]index, parent.children())
	for i := range order {
		order[i] = parent.first + index(i)
	}
	slices.SortStableFunc(order, func(a, b index) int {
		return t.proofs.compare(&t.tree.nodes[b], &t.tree.nodes[a], seat) // b before a, to put the better child first
	})
	// The mean of many visits is more certain than the mean of few. Unless the first child is proven won or lost, the
	// child with the largest lower confidence bound comes first. Lost or unvisited children have no such bound.
	if t.config.lcb > 0 && t.proofs.class(t.tree.nodes[order[0]].proof(), seat) == 0 {
		t.prefer(order, math.Inf(-1), func(n *node) float64 {
			if n.visits == 0 || t.proofs.class(n.proof(), seat) < 0 {
				return math.Inf(-1)
			}
			return t.proofs.within(n.proof(), seat, n.mean()) - t.config.lcb/math.Sqrt(float64(n.visits))
		})
	}
	// A child whose proven lower bound is above the value of the first child is better.
	if first := &t.tree.nodes[order[0]]; first.visits > 0 && !t.proofs.of(first.proof()).settles(seat) {
		expected := t.proofs.within(first.proof(), seat, first.mean())
		t.prefer(order, expected, func(n *node) float64 { return t.proofs.least(n.proof(), seat) })
	}
	return order
}

// prefer moves the node with the highest value by the given function to the front, if that value is above least.
func (t *thinking) prefer(order []index, least float64, value func(*node) float64) {
	best, largest := 0, least
	for i, at := range order {
		if v := value(&t.tree.nodes[at]); v > largest {
			best, largest = i, v
		}
	}
	at := order[best]
	copy(order[1:best+1], order[:best])
	order[0] = at
}

// compare orders children of one parent for the seat that chooses, with the worse child first. It compares proofs,
// where shorter wins and longer losses are better, then visits, then priors.
func (p *proofs) compare(a, b *node, seat engine.Seat) int {
	classA, classB := p.class(a.proof(), seat), p.class(b.proof(), seat)
	switch {
	case classA != classB:
		return cmp.Compare(classA, classB)
	case classA != 0:
		return cmp.Compare(classA*int(b.distance()), classB*int(a.distance()))
	}
	return cmp.Or(cmp.Compare(a.visits, b.visits), cmp.Compare(a.prior, b.prior))
}

// scoreOf returns the score of a node for the seat that chose the node's step.
func (s *searcher) scoreOf(n *node, chooser engine.Seat) search.Score {
	p := s.proofs
	switch class := p.class(n.proof(), chooser); {
	case class != 0:
		return search.Score(class) * search.WinIn(int(n.distance())+1) // 1 is for the node's own step
	case p.of(n.proof()).settles(chooser):
		return search.FromExpectation(p.least(n.proof(), chooser))
	case n.visits == 0:
		return 0
	}
	return search.FromExpectation(s.curve.unbent(p.within(n.proof(), chooser, n.mean())))
}

func (t *thinking) reportLines(from visit) {
	if t.report == nil {
		return
	}
	for line := 1; line <= min(t.config.multiPV, t.tree.nodes[from.at].children()); line++ {
		t.report(t.info(from, line))
	}
}

// info returns the report on one of the best lines from a node. The argument line is 1 for the best line.
func (t *thinking) info(from visit, line int) search.Info {
	ranked := t.ranked(from)
	at := ranked[line-1]
	n := &t.tree.nodes[at]
	principal := append([]engine.Step{n.step}, t.principal(at)...)
	return search.Info{Depth: len(principal), Score: t.scoreOf(n, from.chooser), Line: line, Principal: principal,
		Nodes: t.nodes, Elapsed: time.Since(t.started)}
}

// principal returns the line of play from a node that always follows the most visited child.
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

const maxThreads = 256

// atOnce is how many simulations a thread takes from the counter of a round at a time, because all threads write to it.
const atOnce = 8

// round is a batch of simulations that several threads make together.
type round struct {
	begun   atomic.Uint64 // number of simulations that threads have taken; may exceed wanted
	made    atomic.Uint64 // number of simulations completed
	wanted  uint64        // number of simulations to make
	stopped atomic.Bool   // whether no further simulation may begin
}

// simulateTogether simulates on all threads until the next report is due or simulateFor has to end.
func (t *thinking) simulateTogether(ctx context.Context, share float64, from visit, position engine.Position) {
	r := &round{wanted: mostVisits - min(t.nodes, mostVisits-1)}
	if t.report != nil {
		nextReport := max(firstReport, uint64(1)<<bits.Len64(t.nodes)) // the next power of two
		r.wanted = nextReport - t.nodes
	}
	if t.limits.Nodes > 0 {
		left := math.Ceil(share*float64(t.limits.Nodes)) - float64(t.nodes)
		r.wanted = min(r.wanted, uint64(max(left, 1)))
	}
	if t.used >= share { // one simulation more gives the node its children
		r.wanted = 1
	}
	t.tree.makeRoom()
	for _, helper := range t.helpers {
		helper.trail.Follow(&t.trail)
	}
	dfs.Together(1+len(t.helpers), func(i int) {
		if i > 0 {
			t.helpers[i-1].work(r, from, position, func() bool { return false }) // only the first thread checks limits
			return
		}
		t.searcher.work(r, from, position, func() bool { return t.look(ctx) >= share })
	})
	t.nodes += r.made.Load()
	t.look(ctx)
}

// work makes simulations of a round until all of them are taken, another thread has stopped the round, the node is
// proven, the tree needs a larger slice, or look returns true. It calls look once in checkEvery simulations. If the
// node is proven or look returns true, and if it panics, it stops the other threads.
func (s *searcher) work(r *round, from visit, position engine.Position, look func() bool) {
	ended := false // whether the other threads must end too
	defer func() {
		for i := range s.delayed {
			s.settle(&s.delayed[i])
		}
		if ended {
			r.stopped.Store(true)
		}
	}()
	made, next, end := uint64(0), uint64(0), uint64(0)
	for !ended && !r.stopped.Load() && !s.tree.crowded.Load() {
		if next == end {
			end = r.begun.Add(atOnce)
			next = end - atOnce
		}
		if next++; next > r.wanted {
			break
		}
		ended = true // if the next line panics
		s.simulate(from, position)
		made++
		settled := s.proofs.of(s.tree.nodes[from.at].proof()).settles(from.chooser)
		ended = settled || made%checkEvery == 0 && look()
	}
	r.made.Add(made)
}
