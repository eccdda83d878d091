package pylyx_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestStepPatterns compares the patterns of steps with those that plain loops find, and checks that most patterns
// occur. Some have names but are impossible, such as a single man that becomes a stack of three by itself.
func TestStepPatterns(t *testing.T) {
	t.Parallel()
	seen, steps, random := map[string]bool{}, 0, rand.New(engine.NewRandom(18))
	eachPatternCase(t, func(p engine.Position) {
		if p.Over() {
			return
		}
		reach, _ := p.Rules().Settings().Get("reach")
		m := readModel(p.String(), reach == "slide")
		got := enginetest.StepsShown(t, p)
		for _, step := range m.Legal() {
			if m.step == "m" && random.IntN(24) > 0 && step != "-" {
				continue // plain loops are slow
			}
			steps++
			enginetest.CheckShown(t, step+" with reach "+reach+" in "+p.String(), got[step], m.stepPatterns(step), seen)
		}
	})
	named := len(read(t, hotPositions[0], nil).Rules().(engine.StepPatternRules).StepPatterns())
	t.Logf("%d steps show %d of %d patterns", steps, len(seen), named)
	if len(seen) < 2*named/5 {
		t.Errorf("%d of %d patterns seen in %d steps", len(seen), named, steps)
	}
}

// TestStepPatternsByHand compares patterns of steps with those found by hand.
func TestStepPatternsByHand(t *testing.T) {
	t.Parallel()
	// White's single man on b2 can join the three on e5, where White gathers, at once. Black needs two moves: the pairs
	// on b6 and a4 meet on b4.
	const text = "b2,x3/x4,w3,x/b2,x5/x6/x,w,x4/x4 1 m 1 0 31"
	for step, want := range map[string]string{
		"-": "pass-1-2",
		"1b2c3": "move-1-of-0-onto-0 whole-single-at-once-to-single-at-once gain+0-1 to-1-c3 from-whole-b2 " +
			"joins-1-2-2 bars-1-0-0-2 frees-0-0-0-2",
		"1b2e5": "move-1-of-0-onto-3 whole-single-at-once-to-there gain+1-1 to-4+-b2 from-whole-b2 joins-4+-1-0 " +
			"frees-0-0-0-2",
		"2e5b5": "move-2-of-1-onto-0 part-there-to-pair-at-once gain-1-1 to-2-b2 from-part-b2 joins-2-1-2 " +
			"bars-0-0-0-2",
	} {
		shown := enginetest.StepsShown(t, read(t, text, nil))[step]
		enginetest.CheckShown(t, step, shown, strings.Fields(want), map[string]bool{})
	}
}
