package enginetest

import (
	"testing"

	"pillars/engine"
)

// checkSteps checks the list of legal steps: distinct, in range, as many as counted, none after the end, and of texts that differ.
func checkSteps(t *testing.T, p engine.Position, steps []engine.Step) {
	t.Helper()
	if p.CountSteps() != len(steps) {
		t.Fatalf("CountSteps is %d, AppendSteps lists %d: %s", p.CountSteps(), len(steps), p)
	}
	if p.Over() != (len(steps) == 0) || p.Over() != p.Outcome().Over() {
		t.Fatalf("Over is %t, the outcome %v, with %d legal steps: %s", p.Over(), p.Outcome(), len(steps), p)
	}
	kept := p.AppendSteps([]engine.Step{engine.NoStep})
	if len(kept) != len(steps)+1 || kept[0] != engine.NoStep {
		t.Fatalf("AppendSteps does not append to what it is given: %s", p)
	}
	seen, texts := map[engine.Step]bool{}, map[string]bool{}
	for i, step := range steps {
		text := p.StepText(step)
		switch {
		case step == engine.NoStep || int(step) >= p.Rules().StepSpace():
			t.Fatalf("step %d (%s) is not in 1..%d: %s", step, text, p.Rules().StepSpace()-1, p)
		case seen[step]:
			t.Fatalf("step %d (%s) is listed twice: %s", step, text, p)
		case text == "" || texts[text]:
			t.Fatalf("the text %q is empty or stands for two steps: %s", text, p)
		case kept[i+1] != step:
			t.Fatalf("the order of the steps differs from one call to the next: %s", p)
		}
		seen[step], texts[text] = true, true
	}
}

// perftBudget bounds what plain counting may take.
const perftBudget = 3000

// checkPerft compares Perft and its divisions with plain counting, as deep as the budget allows.
func checkPerft(t *testing.T, p engine.Position) {
	t.Helper()
	for depth := range 4 {
		want := plainPerft(p, depth)
		if got := engine.Perft(p, depth); got != want {
			t.Fatalf("Perft(%d) is %d, plain counting makes it %d: %s", depth, got, want, p)
		}
		if depth > 0 {
			checkDivide(t, p, depth, want)
		}
		if want*uint64(p.CountSteps()+1) > perftBudget {
			break
		}
	}
	if turns := plainTurns(p, 1); turns <= perftBudget {
		if got := engine.PerftTurns(p, 1); got != turns {
			t.Fatalf("PerftTurns(1) is %d, plain counting makes it %d: %s", got, turns, p)
		}
		checkEachTurn(t, p, turns)
	}
}

func checkDivide(t *testing.T, p engine.Position, depth int, want uint64) {
	t.Helper()
	var sum uint64
	for _, part := range engine.Divide(p, depth, false) {
		sum += part.Count
	}
	if sum != want {
		t.Fatalf("the parts of Perft(%d) sum to %d, not %d: %s", depth, sum, want, p)
	}
}

// plainPerft counts sequences of steps one by one.
func plainPerft(p engine.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		total += plainPerft(child, depth-1)
	}
	return total
}

// plainTurns counts sequences of turns one by one, giving up above the budget.
func plainTurns(p engine.Position, turns int) uint64 {
	if turns == 0 {
		return 1
	}
	var total uint64
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		left := turns
		if child.Over() || child.StartsTurn() {
			left--
		}
		if total += plainTurns(child, left); total > perftBudget {
			break
		}
	}
	return total
}
