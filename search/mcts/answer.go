package mcts

import (
	"cmp"
	"math"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
)

// ranked are the children of a node, the best to play first: a proven win, the shortest first; else the one that most
// surely is worth most and is not proven lost; else the longest loss.
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
		return t.proofs.compare(&t.tree.nodes[b], &t.tree.nodes[a], from.chooser)
	})
	t.preferBound(order, from.chooser)
	t.preferSure(order, from.chooser)
	return order
}

// preferBound puts the step with the largest lower confidence bound first, if nothing is proven of the most visited
// one: a mean of many visits is known better than one of few. Steps proven lost or without visits have none.
func (t *thinking) preferBound(order []index, seat engine.Seat) {
	if t.config.lcb == 0 || t.proofs.class(t.tree.nodes[order[0]].proof, seat) != 0 {
		return
	}
	best, highest := 0, math.Inf(-1)
	for i, at := range order {
		n := &t.tree.nodes[at]
		if n.visits == 0 || t.proofs.class(n.proof, seat) < 0 {
			continue
		}
		bound := t.proofs.within(n.proof, seat, n.mean()) - t.config.lcb/math.Sqrt(float64(n.visits))
		if bound > highest {
			best, highest = i, bound
		}
	}
	putFirst(order, best)
}

func (t *thinking) preferSure(order []index, seat engine.Seat) {
	first := &t.tree.nodes[order[0]]
	if first.visits == 0 || t.proofs.of(first.proof).settles(seat) {
		return
	}
	best, sure := 0, t.proofs.within(first.proof, seat, first.mean())
	for i, at := range order {
		if low := t.proofs.least(t.tree.nodes[at].proof, seat); low > sure {
			best, sure = i, low
		}
	}
	putFirst(order, best)
}

func putFirst(order []index, i int) {
	at := order[i]
	copy(order[1:i+1], order[:i])
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

func (p *proofs) score(n *node, chooser engine.Seat) search.Score {
	switch class := p.class(n.proof, chooser); {
	case class != 0:
		return search.Score(class) * search.WinIn(int(n.distance)+1)
	case p.of(n.proof).settles(chooser):
		return search.FromExpectation(p.least(n.proof, chooser))
	case n.visits == 0:
		return 0
	}
	return search.FromExpectation(p.within(n.proof, chooser, n.mean()))
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
	return search.Info{
		Depth: len(principal), Score: t.proofs.score(n, from.chooser), Line: line, Principal: principal,
		Nodes: t.nodes, Elapsed: time.Since(t.started),
	}
}

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
