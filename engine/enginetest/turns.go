package enginetest

import (
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
)

// checkEachTurn plays every turn of a position, of which there are so many, step by step: all differ, lead to the position that was yielded with
// them, and end there and not before.
func checkEachTurn(t *testing.T, p engine.Position, turns uint64) {
	t.Helper()
	text, seen := p.String(), map[string]bool{}
	for turn, after := range engine.EachTurn(p) {
		if played := playWhole(t, p, turn); played.Hash() != after.Hash() || played.Turn() != after.Turn() {
			t.Fatalf("EachTurn: %v leads to %s, not to %s: %s", turn, played, after, p)
		}
		seen[fmt.Sprint(turn)] = true
		if uint64(len(seen)) > turns {
			break
		}
	}
	if uint64(len(seen)) != turns || p.String() != text {
		t.Fatalf("EachTurn yields %d different turns of %d, and leaves %s: %s", len(seen), turns, p, text)
	}
}

// playWhole is the position after steps that must be one whole turn from p, or the rest of one.
func playWhole(t *testing.T, p engine.Position, steps []engine.Step) engine.Position {
	t.Helper()
	q := p.Clone()
	for i, step := range steps {
		if !slices.Contains(q.AppendSteps(nil), step) {
			t.Fatalf("EachTurn: step %d of %v is not legal: %s", i+1, steps, p)
		}
		q.Play(step)
		if (q.Over() || q.StartsTurn()) != (i == len(steps)-1) {
			t.Fatalf("EachTurn: after %d steps of %v stands %s: %s", i+1, steps, q, p)
		}
	}
	return q
}

// countEachTurn counts sequences of whole turns by going through them.
func countEachTurn(p engine.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for _, after := range engine.EachTurn(p) {
		total += countEachTurn(after, depth-1)
	}
	return total
}
