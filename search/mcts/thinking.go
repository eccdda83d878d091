package mcts

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
)

type thinking struct {
	*Player
	ctx     context.Context
	limits  search.Limits
	report  func(search.Info)
	started time.Time
	nodes   uint64  // simulations so far
	used    float64 // share of the time used when it was last looked at; infinite once the context has ended
}

// fallbackNodes bounds a decision that nothing else bounds but a depth, which means nothing here.
const fallbackNodes = 10000

func (t *thinking) think(root engine.Position) search.Decision {
	seat := root.Seat()
	position := root.Clone()
	from := visit{0, seat}
	var decision search.Decision
	for share := 1 - t.config.later; ; share = 1 {
		best, known := t.decideStep(share, from, position)
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
		if kit.TurnDone(position, seat) || t.tree.nodes[best].first == 0 && t.finished(1) {
			break
		}
	}
	decision.Info.Principal = append(slices.Clone(decision.Steps), t.principal(from.at)...)
	decision.Info.Nodes, decision.Info.Elapsed = t.nodes, time.Since(t.started)
	return decision
}

// decideStep simulates from a node and chooses a child. If the child ends the turn, what was kept for later steps is
// spent before it is chosen for good. It reports false if there was no room for children.
func (t *thinking) decideStep(share float64, from visit, position engine.Position) (best index, known bool) {
	t.simulateFor(share, from, position)
	if t.tree.nodes[from.at].first == 0 {
		return 0, false
	}
	best = t.ranked(from)[0]
	if share < 1 {
		t.child.CopyFrom(position)
		t.child.Play(t.tree.nodes[best].step)
		if kit.TurnDone(t.child, from.chooser) {
			t.simulateFor(1, from, position)
			best = t.ranked(from)[0]
		}
	}
	return best, true
}

// firstReport is after how many simulations there is something to tell. Every later report comes after twice as many.
const firstReport = 256

// simulateFor simulates from a node until the share of the limits is used up, the node is proven, or it has but one
// step. A node without children is visited at least once, to get them.
func (t *thinking) simulateFor(share float64, from visit, position engine.Position) {
	for first := true; ; first = false {
		n := &t.tree.nodes[from.at]
		if n.first != 0 && (t.proofs.of(n.proof).settles(from.chooser) || n.children == 1) {
			return
		}
		if (n.first != 0 || !first) && t.finished(share) {
			return
		}
		if len(t.helpers) > 0 {
			t.simulateTogether(share, from, position)
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

// finished reports whether the share of the limits is used up. With no limit at all the context ends the thinking.
func (t *thinking) finished(share float64) bool {
	if t.limits.Nodes > 0 && float64(t.nodes) >= share*float64(t.limits.Nodes) || t.nodes >= math.MaxUint32/2 {
		return true
	}
	if t.nodes%checkEvery == 0 {
		t.look()
	}
	return t.used >= share
}

// look notes how much of the time is used, and returns it.
func (t *thinking) look() float64 {
	switch {
	case t.ctx.Err() != nil:
		t.used = math.Inf(1)
	case t.limits.Time > 0:
		t.used = float64(time.Since(t.started)) / float64(t.limits.Time)
	}
	return t.used
}

// visits are those of the children of a node that are not proven lost; none if a proof tells what to play.
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

// ranked are the children of a node, the best to play first: a proven win, the shortest first; else the one that most
// surely is worth most and is not proven lost; else the longest loss.
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
	// A mean of many visits is known better than one of few: unless something is proven of the most visited step, the
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

// prefer puts the node that is worth most first, if that is more than some worth.
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

func (t *thinking) info(from visit, line int) search.Info {
	ranked := t.ranked(from)
	at := ranked[line-1]
	n := &t.tree.nodes[at]
	principal := append([]engine.Step{n.step}, t.principal(at)...)
	return search.Info{Depth: len(principal), Score: t.scoreOf(n, from.chooser), Line: line, Principal: principal,
		Nodes: t.nodes, Elapsed: time.Since(t.started)}
}

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
