package suite

import (
	"maps"
	"slices"

	"pillars/engine"
	"pillars/search/proof"
)

// legalTurns are the legal turns of a position, by their texts.
type legalTurns struct {
	position engine.Position
	steps    map[string][]engine.Step
}

func newLegalTurns(position engine.Position) *legalTurns {
	l := &legalTurns{position, map[string][]engine.Step{}}
	for turn := range engine.EachTurn(position) {
		l.steps[engine.LineText(position, turn)] = slices.Clone(turn)
	}
	return l
}

// sorted are the texts in order, so that the same fault is named first each time.
func (l *legalTurns) sorted() []string { return slices.Sorted(maps.Keys(l.steps)) }

// any reports whether there is a turn that a problem means by a text.
func (l *legalTurns) any(pattern string) bool {
	for turn := range l.steps {
		if matches(pattern, turn) {
			return true
		}
	}
	return false
}

// texts are the texts of some of the turns.
func (l *legalTurns) texts(turns proof.Turns) map[string]bool {
	texts := map[string]bool{}
	for _, turn := range turns {
		texts[engine.LineText(l.position, turn)] = true
	}
	return texts
}

// others are the texts of all turns but some.
func (l *legalTurns) others(turns proof.Turns) map[string]bool {
	left, texts := map[string]bool{}, l.texts(turns)
	for turn := range l.steps {
		if !texts[turn] {
			left[turn] = true
		}
	}
	return left
}

// patterns name turns, in the order of their texts: by their first step and a * where all turns that begin with it are among them.
func (l *legalTurns) patterns(right map[string]bool) []string {
	partial := map[engine.Step]bool{}
	for turn, steps := range l.steps {
		if !right[turn] {
			partial[steps[0]] = true
		}
	}
	var patterns []string
	for turn := range right {
		steps := l.steps[turn]
		if first := l.position.StepText(steps[0]) + "*"; len(steps) > 1 && !l.begins(first, partial) {
			turn = first
		}
		patterns = append(patterns, turn)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

// begins reports whether a turn with one of the first steps begins as a pattern says.
func (l *legalTurns) begins(pattern string, first map[engine.Step]bool) bool {
	for turn, steps := range l.steps {
		if first[steps[0]] && matches(pattern, turn) {
			return true
		}
	}
	return false
}
