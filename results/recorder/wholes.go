package recorder

import "pillars/engine"

// mostWhole bounds the count of whole turns in a position. No game of the family comes near it with its usual options.
const mostWhole = 1_000_000

// WholeTurns counts the different positions that the legal whole turns at p lead to, but no more than most. P stands at the start of a turn.
func WholeTurns(p engine.Position, most int) int {
	found := map[uint64]bool{}
	completeTurns(p, func(end engine.Position) bool {
		found[end.Hash()] = true
		return len(found) < most
	})
	return len(found)
}

// completeTurns yields the position after every completion of the turn that p stands in, until yield has enough. It reports whether it goes on.
func completeTurns(p engine.Position, yield func(engine.Position) bool) bool {
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		if child.Over() || child.StartsTurn() {
			if !yield(child) {
				return false
			}
		} else if !completeTurns(child, yield) {
			return false
		}
	}
	return true
}
