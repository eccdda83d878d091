package enginetest

import (
	"reflect"
	"testing"

	"pillars/engine"
)

// checkLeft checks that seats that have left stay so, with the score that the game gives them in the end.
func checkLeft(t *testing.T, before, after engine.Position) {
	t.Helper()
	for seat := range engine.Seat(before.Rules().Seats()) {
		score, left := engine.Settled(before, seat)
		if !left {
			continue
		}
		if again, still := engine.Settled(after, seat); !still || again != score {
			t.Fatalf("seat %s has left with %v in %s, and then: %v %t: %s", seat, score, before, again, still, after)
		}
		if after.Over() && after.Outcome().Score(seat) != score {
			t.Fatalf("seat %s has left with %v, and the game ends with %v: %s", seat, score, after.Outcome(), after)
		}
	}
}

// checkPieChoice holds what the rules call choices against the drawn board, which choices leave as it is.
func checkPieChoice(t *testing.T, p engine.Position, steps []engine.Step) {
	t.Helper()
	if !p.InOpening() || !p.StartsTurn() || len(steps) < 2 {
		if engine.IsPieChoice(p) {
			t.Fatalf("no choice can be here: %s", p)
		}
		return
	}
	board, child, choice := p.Diagram().Cells, p.Clone(), true
	for _, step := range steps {
		p.PlayInto(step, child)
		choice = choice && reflect.DeepEqual(board, child.Diagram().Cells)
	}
	if engine.IsPieChoice(p) != choice {
		t.Fatalf("IsPieChoice is %t, yet whether all steps leave the board as it is: %t: %s", !choice, choice, p)
	}
}
