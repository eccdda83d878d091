package enginetest

import (
	"testing"

	"pillars/engine"
)

// checkCopies plays steps in place, into another position, and on copies: all must come to the same, and leave the original alone.
func checkCopies(t *testing.T, p engine.Position, steps []engine.Step) {
	t.Helper()
	text, hash := p.String(), p.Hash()
	child, copied := p.Rules().Start(), p.Rules().Start()
	for _, step := range some(steps) {
		p.PlayInto(step, child)
		copied.CopyFrom(p)
		same(t, "CopyFrom", copied, p)
		copied.Play(step)
		same(t, "PlayInto against Play", child, copied)
		clone := p.Clone()
		same(t, "Clone", clone, p)
		clone.Play(step)
		same(t, "Play on a clone", clone, copied)
	}
	if p.String() != text || p.Hash() != hash {
		t.Fatalf("playing on copies has changed %s to %s", text, p)
	}
}

// some is the first, the middle and the last of steps.
func some(steps []engine.Step) []engine.Step {
	if len(steps) <= 3 {
		return steps
	}
	return []engine.Step{steps[0], steps[len(steps)/2], steps[len(steps)-1]}
}

// same checks that two positions agree in all that can be asked of them.
func same(t *testing.T, what string, got, want engine.Position) {
	t.Helper()
	switch {
	case got.String() != want.String():
		t.Fatalf("%s: %s, not %s", what, got, want)
	case got.Hash() != want.Hash():
		t.Fatalf("%s: the hashes of %s differ", what, want)
	case got.Seat() != want.Seat() || got.Turn() != want.Turn() || got.StartsTurn() != want.StartsTurn() || got.StepKind() != want.StepKind():
		t.Fatalf("%s: seat, turn or kind of step of %s differ", what, want)
	case got.Outcome() != want.Outcome() || got.Over() != want.Over():
		t.Fatalf("%s: the outcomes of %s differ: %v, not %v", what, want, got.Outcome(), want.Outcome())
	case got.Reversible() != want.Reversible() || got.InOpening() != want.InOpening():
		t.Fatalf("%s: Reversible or InOpening of %s differ", what, want)
	case got.CountSteps() != want.CountSteps():
		t.Fatalf("%s: %d steps in %s, not %d", what, got.CountSteps(), want, want.CountSteps())
	}
}

// checkTransition checks what a step may change of the turn: within one the seat and the number stay, and numbers never fall.
func checkTransition(t *testing.T, before, after engine.Position, step engine.Step) {
	t.Helper()
	if !after.StartsTurn() && !after.Over() && (after.Seat() != before.Seat() || after.Turn() != before.Turn()) {
		t.Fatalf("step %s in %s does not complete the turn, yet seat or turn change: %s", before.StepText(step), before, after)
	}
	if after.Turn() < before.Turn() {
		t.Fatalf("step %s in %s takes the turn back: %s", before.StepText(step), before, after)
	}
	checkLeft(t, before, after)
	if after.Hash() == before.Hash() {
		t.Fatalf("step %s leaves the hash as it was: %s", before.StepText(step), before)
	}
	if !after.InOpening() && before.InOpening() && after.Turn() == before.Turn() && !after.StartsTurn() {
		t.Fatalf("step %s leaves the opening stage in the middle of a turn: %s", before.StepText(step), after)
	}
}
