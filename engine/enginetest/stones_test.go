package enginetest

import (
	"testing"

	"pillars/engine"
)

// wins reports whether the seat to act can take the last stone.
func wins(p engine.Position) bool {
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		switch {
		case child.Over():
			if child.Outcome().Score(p.Seat()) == 1 {
				return true
			}
		case (child.Seat() == p.Seat()) == wins(child):
			return true
		}
	}
	return false
}

// TestTheory checks the documented theory of the plain game.
func TestTheory(t *testing.T) {
	for pile := 1; pile <= 13; pile++ {
		rules := &Stones{Pile: pile}
		if got, want := wins(rules.Start()), pile%4 != 0; got != want {
			t.Errorf("a pile of %d is won: %t, want %t", pile, got, want)
		}
	}
}
