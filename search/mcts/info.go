package mcts

import (
	"cmp"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
)

// best is the child to play: a proven win, the shortest first; else the most visited that is not proven lost; else the longest loss.
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
		return compare(&t.tree.nodes[b], &t.tree.nodes[a], from.chooser)
	})
	t.preferDraw(order)
	return order
}

// preferDraw puts a proven draw before a step that is worth less.
func (t *thinking) preferDraw(order []index) {
	first := &t.tree.nodes[order[0]]
	if first.proof != unproven || first.visits == 0 || first.mean() >= 0.5 {
		return
	}
	for i, at := range order {
		if t.tree.nodes[at].proof == drawn {
			copy(order[1:i+1], order[:i])
			order[0] = at
			return
		}
	}
}

// compare orders children by how much a seat wants to play them.
func compare(a, b *node, seat engine.Seat) int {
	classA, classB := class(a, seat), class(b, seat)
	switch {
	case classA != classB:
		return cmp.Compare(classA, classB)
	case classA != 0:
		return cmp.Compare(classA*int(b.distance), classB*int(a.distance))
	}
	return cmp.Or(cmp.Compare(a.visits, b.visits), cmp.Compare(a.prior, b.prior))
}

// class is 1 for a proven win of the seat, -1 for a proven loss, 0 for all else.
func class(n *node, seat engine.Seat) int {
	switch n.proof {
	case unproven, drawn:
		return 0
	case wonBy(seat):
		return 1
	}
	return -1
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
		Depth: len(principal), Score: n.score(from.chooser), Line: line, Principal: principal,
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
