package pitofpillars_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestStepPatternsByHand compares patterns of steps with those found by hand.
func TestStepPatternsByHand(t *testing.T) {
	t.Parallel()
	const main, pillar = "x,r/wr,R,x,w/x,W,rw,x/r,x w m 1/0 - 31", "x,r/wr,R,x,w/x,W,rw,x/r,x w p 1/0 - 31"
	for _, c := range []struct{ position, step, want string }{
		{main, "@b1", "enter-1 entry-a2 capture-theirs-1-1"},
		{main, "@d2", "enter-1 entry-a2 on-vacant+1-away-pure entry-threats-0"},
		{main, "d3c3", "leaving-none-1 leaving-none-safe leaving-a2 landing-b2 on-vacant+2-exposed-pure threats-0"},
		{main, "c2c4", "leaving-none-2 leaving-none-safe leaving-b2 landing-a2 capture-theirs-2-1"},
		{main, "c2d2", "leaving-theirs-1 leaving-theirs-safe leaving-b2 landing-a2 on-vacant+1-away-pure threats-0"},
		{pillar, "-", "decline-0-2"},
		{pillar, "^b2a2", "pillar-to-a2 pillar-from-b2 pillar-far-1 pillar-blocks-theirs pillar-unblocks-nobody " +
			"pillar-to-theirs-1-mixed-away " +
			"pillar-from-own+1-mixed-away pillar-from-theirs+0-pure-away"},
		{"x6/x8/x8/x8/x3,w,x4/x8/x8/x6 r a 0/0 d4 2", "@d5", "set-up-adjoining-d4 set-up-adjoining-beside-0-1"},
	} {
		shown := enginetest.StepsShown(t, read(t, c.position, nil))[c.step]
		enginetest.CheckShown(t, c.step+" in "+c.position, shown, strings.Fields(c.want), map[string]bool{})
	}
}

// TestStepPatternsAreFair checks that steps show the same after reflections of the board and an exchange of the
// colours. It also checks that many patterns occur. Some have names but are impossible, such as a mixed stack left
// after landing on more men than fit.
func TestStepPatternsAreFair(t *testing.T) {
	t.Parallel()
	seen, positions := map[string]bool{}, 0
	eachCase(t, func(p engine.Position) {
		if p.Over() || p.StepKind() == 0 {
			return
		}
		positions++
		for _, names := range enginetest.StepsShown(t, p) {
			for _, name := range names {
				seen[name] = true
			}
		}
		for _, turnedAndSwapped := range []int{3, 11} {
			enginetest.CheckImagePatterns(t, p, symmetries()[turnedAndSwapped].image(p))
		}
	})
	rules := read(t, hotPositions[0], nil).Rules().(engine.StepPatternRules)
	if named := len(rules.StepPatterns()); len(seen) < named/2 {
		t.Errorf("%d of %d patterns seen in %d positions", len(seen), named, positions)
	}
}
