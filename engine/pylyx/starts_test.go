package pylyx

import (
	"testing"

	"pillars/engine"
)

// TestEvenSetUp checks on every board that the set-up is reached by legal steps, that all men stand, and that the
// colours mirror each other.
func TestEvenSetUp(t *testing.T) {
	for _, size := range []string{"6", "8", "10", "12"} {
		made, err := Game.New(engine.Settings{{Name: "size", Value: size}})
		if err != nil {
			t.Fatal(err)
		}
		r := made.(*rules)
		start := r.Starts()[0].Position
		read, err := Game.Read(start.String(), nil)
		if err != nil || read.Hash() != start.Hash() || read.String() != start.String() {
			t.Errorf("size %s: %s is read as %v, %v", size, start, read, err)
		}
		if kind := made.StepKinds()[start.StepKind()]; kind != "main" || start.Seat() != 0 || start.Turn() != 3 {
			t.Errorf("size %s: seat %v makes a step %s in turn %d", size, start.Seat(), kind, start.Turn())
		}
		stacks := start.(*position).stacks
		if stacks[white].count() != r.board.men || stacks[black].count() != r.board.men {
			t.Errorf("size %s: %d white and %d black men", size, stacks[white].count(), stacks[black].count())
		}
		for file := range r.board.size {
			for rank := range r.board.size {
				mirrored := squareAt(r.board.size-1-file, rank)
				if stacks[white].has(squareAt(file, rank)) != stacks[black].has(mirrored) {
					t.Errorf("size %s: %v does not mirror %v", size, mirrored, squareAt(file, rank))
				}
			}
		}
		again := r.Start() // by the steps that are legal, as any player makes them
		for _, step := range start.(*position).setUp(t) {
			if !legal(again, step) {
				t.Fatalf("size %s: %s is not legal in %s", size, again.StepText(step), again)
			}
			again.Play(step)
		}
		if again.String() != start.String() {
			t.Errorf("size %s: the steps lead to %s", size, again)
		}
	}
}

// setUp lists the steps that lay the men of a position, and the choice of Black.
func (p *position) setUp(t *testing.T) (steps []engine.Step) {
	t.Helper()
	for _, c := range []color{white, black} {
		for file := range p.rules.board.size {
			for rank := range p.rules.board.size {
				if s := squareAt(file, rank); p.stacks[c].has(s) {
					steps = append(steps, placeStep(c, s))
				}
			}
		}
	}
	return append(steps, chooseBlack)
}

func legal(p engine.Position, step engine.Step) bool {
	for _, other := range p.AppendSteps(nil) {
		if other == step {
			return true
		}
	}
	return false
}
