package mcts

import (
	"cmp"
	"math"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
)

// best is the child to play: a proven win, the shortest first; else the one that most surely is worth most and is not proven lost; else the longest loss.
func (t *thinking) best(from visit) index {
	ranked := t.ranked(from)
	return ranked[0]
}

// ranked are the children of a node, the best first.
func (t *thinking) ranked(from visit) []index {
	parent := &t.tree.nodes[from.at]
	if parent.first == 0 {
		return nil
	}
	order := make([]index, parent.children)
	for i := range order {
		order[i] = parent.first + index(i)
	}
	slices.SortStableFunc(order, func(a, b index) int {
		return t.claims.compare(&t.tree.nodes[b], &t.tree.nodes[a], from.chooser)
	})
	t.preferBound(order, from.chooser)
	t.preferSure(order, from.chooser)
	return order
}

// preferBound puts the step with the largest lower bound of its worth first, if nothing is proven of the most visited one: a mean of many visits is
// known better than one of few.
func (t *thinking) preferBound(order []index, seat engine.Seat) {
	if t.config.Caution == 0 || t.claims.class(t.tree.nodes[order[0]].proof, seat) != 0 {
		return
	}
	best := 0
	for i := range order {
		if t.lowerBound(order[i], seat) > t.lowerBound(order[best], seat) {
			best = i
		}
	}
	putFirst(order, best)
}

// lowerBound is what a child is worth at least, as far as its visits tell. It is below 0 for one that is proven lost or without visits.
func (t *thinking) lowerBound(at index, seat engine.Seat) float64 {
	n := &t.tree.nodes[at]
	if n.visits == 0 || t.claims.class(n.proof, seat) < 0 {
		return math.Inf(-1)
	}
	return t.claims.within(n.proof, seat, n.mean()) - t.config.Caution/math.Sqrt(float64(n.visits))
}

// putFirst moves a child to the front.
func putFirst(order []index, i int) {
	at := order[i]
	copy(order[1:i+1], order[:i])
	order[0] = at
}

// preferSure puts the step that is proven to score most, such as a draw, before a step that is worth less.
func (t *thinking) preferSure(order []index, seat engine.Seat) {
	first := &t.tree.nodes[order[0]]
	if first.visits == 0 || t.claims.of(first.proof).settles(seat) {
		return
	}
	best, sure := 0, t.claims.within(first.proof, seat, first.mean())
	for i, at := range order {
		if low := float64(t.claims.of(t.tree.nodes[at].proof).low[seat]) / whole; low > sure {
			best, sure = i, low
		}
	}
	putFirst(order, best)
}

// compare orders children by how much a seat wants to play them.
func (c *claims) compare(a, b *node, seat engine.Seat) int {
	classA, classB := c.class(a.proof, seat), c.class(b.proof, seat)
	switch {
	case classA != classB:
		return cmp.Compare(classA, classB)
	case classA != 0:
		return cmp.Compare(classA*int(b.distance), classB*int(a.distance))
	}
	return cmp.Or(cmp.Compare(a.visits, b.visits), cmp.Compare(a.prior, b.prior))
}

// score is a node's worth for the seat that chose its step.
func (c *claims) score(n *node, chooser engine.Seat) search.Score {
	switch class := c.class(n.proof, chooser); {
	case class != 0:
		return search.Score(class) * search.WinIn(int(n.distance)+1)
	case c.of(n.proof).settles(chooser):
		return search.FromExpectation(float64(c.of(n.proof).low[chooser]) / whole)
	case n.visits == 0:
		return 0
	}
	return search.FromExpectation(c.within(n.proof, chooser, n.mean()))
}

// reportLines reports the best lines.
func (t *thinking) reportLines(from visit) {
	if t.report == nil {
		return
	}
	for line := 1; line <= min(t.config.Lines, int(t.tree.nodes[from.at].children)); line++ {
		t.report(t.info(from, line))
	}
}

// info describes the line-th best child of a node.
func (t *thinking) info(from visit, line int) search.Info {
	ranked := t.ranked(from)
	at := ranked[line-1]
	n := &t.tree.nodes[at]
	principal := append([]engine.Step{n.step}, t.principal(at)...)
	return search.Info{
		Depth: len(principal), Score: t.claims.score(n, from.chooser), Line: line, Principal: principal,
		Nodes: t.nodes, Elapsed: time.Since(t.started),
	}
}

// principal follows the most visited children below a node.
func (t *thinking) principal(at index) []engine.Step {
	var steps []engine.Step
	for n := &t.tree.nodes[at]; n.first != 0; {
		children := t.tree.childrenOf(n)
		best := &children[0]
		for i := range children {
			if children[i].visits > best.visits {
				best = &children[i]
			}
		}
		if best.visits == 0 {
			break
		}
		steps = append(steps, best.step)
		n = best
	}
	return steps
}
