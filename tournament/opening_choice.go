package tournament

import (
	"reflect"

	"pillars/engine"
)

// choiceKinds remembers, by kind of step, whether positions are choices: to look is slow, and steps of one kind are of one nature.
type choiceKinds map[engine.StepKind]bool

// has reports whether a position of the set-up stage is a choice; see [IsChoice].
func (c choiceKinds) has(p engine.Position) bool {
	if !p.StartsTurn() || p.CountSteps() < 2 {
		return false
	}
	known, ok := c[p.StepKind()]
	if !ok {
		known = IsChoice(p)
		c[p.StepKind()] = known
	}
	return known
}

// IsChoice reports whether a position of the set-up stage begins a turn and leaves several steps, all of which leave the board as it is: they
// settle who plays what, or who begins.
func IsChoice(p engine.Position) bool {
	if !p.InOpening() || !p.StartsTurn() || p.CountSteps() < 2 {
		return false
	}
	before, child := p.Diagram().Cells, p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		if !reflect.DeepEqual(before, child.Diagram().Cells) {
			return false
		}
	}
	return true
}
