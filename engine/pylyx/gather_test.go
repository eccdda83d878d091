package pylyx_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pylyx"
	"pillars/eval"
)

// TestEvaluationGathers checks on every board that a player that looks a single step ahead brings its men together by
// the built-in weights, against random steps.
func TestEvaluationGathers(t *testing.T) {
	t.Parallel()
	games, won := 0, 0
	for size := 6; size <= 12; size += 2 {
		for _, slides := range []bool{true, false} {
			o := options{size: size, slides: slides, repetition: 3, cap: 300}
			rules, err := pylyx.Game.New(o.settings())
			if err != nil {
				t.Fatal(err)
			}
			evaluator, err := eval.Load("", rules)
			if err != nil {
				t.Fatal(err)
			}
			for i := range enginetest.Shorter(10) {
				seat := engine.Seat(i % 2)
				outcome := playAgainstRandom(t, rules, evaluator, seat, uint64(i))
				games++
				if outcome.Score(seat) == 1 {
					won++
				}
			}
		}
	}
	t.Logf("won %d of %d", won, games)
	if won < games*9/10 {
		t.Errorf("the evaluation won only %d of %d games against random steps", won, games)
	}
}

func playAgainstRandom(t *testing.T, rules engine.Rules, evaluator eval.Evaluator, seat engine.Seat,
	seed uint64) engine.Outcome {
	t.Helper()
	h, random := engine.NewHistory(rules.Start()), engine.NewRandom(seed)
	for !h.Outcome().Over() {
		p := h.Position()
		step := engine.RandomStep(p, random)
		if !p.InOpening() && p.Seat() == seat {
			step = bestStep(p, evaluator)
		}
		if err := h.Play(step); err != nil {
			t.Fatal(err)
		}
	}
	return h.Outcome()
}

// bestStep returns a step that wins, or else the one after which the evaluation is best.
func bestStep(p engine.Position, evaluator eval.Evaluator) engine.Step {
	best, worth := engine.NoStep, -eval.Limit-1
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		if child.Over() && child.Outcome().Score(p.Seat()) == 1 {
			return step
		}
		if value := evaluator.Evaluate(child, p.Seat()); !child.Over() && value > worth {
			best, worth = step, value
		}
	}
	return best
}
