package pylyx_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pylyx"
)

// eachPatternCase calls f for positions of random games on boards of all sizes, from the start and from random
// positions with few or many stacks.
func eachPatternCase(t *testing.T, f func(p engine.Position)) {
	t.Helper()
	random := rand.New(engine.NewRandom(15))
	for i := range enginetest.Shorter(1200) {
		o := options{size: 6 + 2*(i%4), slides: i%5 > 0, repetition: 3, cap: 1000}
		p := read(t, randomModel(random, o.size, o.slides).String(), o.settings())
		if i%20 == 0 {
			rules, err := pylyx.Game.New(o.settings())
			if err != nil {
				t.Fatal(err)
			}
			p = rules.Start()
		}
		for step := 0; step < 40 && !p.Over(); step++ {
			if step%12 == 0 || p.StepKind() > 0 && p.InOpening() {
				f(p)
			}
			p.Play(engine.RandomStep(p, engine.NewRandom(random.Uint64())))
		}
	}
}

// TestPatterns compares the patterns with those that plain loops find, and checks that there is a position for every
// pattern.
func TestPatterns(t *testing.T) {
	t.Parallel()
	seen, positions := map[string]bool{}, 0
	eachPatternCase(t, func(p engine.Position) {
		positions++
		reach, _ := p.Rules().Settings().Get("reach")
		m := readModel(p.String(), reach == "slide")
		for seat := range engine.Seat(2) {
			enginetest.CheckShown(t, seat.String()+" with reach "+reach+" in "+p.String(),
				enginetest.Shown(t, p, seat), m.patterns(int(seat)+1), seen)
		}
	})
	t.Logf("%d positions", positions)
	if !enginetest.Long() {
		return
	}
	rules, err := pylyx.Game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range rules.(engine.PatternRules).Patterns() {
		if !seen[pattern.Name] {
			t.Errorf("no position shows %s (%s)", pattern.Name, pattern.Help)
		}
	}
}

// TestPhase checks the phases of positions with given numbers of stacks.
func TestPhase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"x,w,x2/x3,w,b,x/w,x2,b,x2/x,b,x3,w/x2,b,x3/x4 1 k ? 0 3": 0,
		"x,w,x2/x3,w,b,x/w,x2,b,x2/x,b,x3,w/x2,b,x3/x4 2 m 2 0 4": 0,
		"x4/x2,w2,w,b,x/x3,b,x2/x,b,x3,w/x2,b,x3/x4 2 m 2 0 4":    16,
		"b2,x3/x4,w3,x/b2,x5/x6/x,w,x4/x4 1 m 1 0 31":             64,
	} {
		if got := read(t, text, nil).(engine.PatternPosition).Phase(); got != want {
			t.Errorf("phase %d, want %d: %s", got, want, text)
		}
	}
}

// TestPatternsByHand compares patterns with those found by hand.
func TestPatternsByHand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		// White's single man on b2 reaches the three on e5, which reach it. The three are seen to come to it, or it
		// to them: the latter counts. Black's pairs on a4 and b6 meet on b4; the one on b6 is open in fewer directions.
		"b2,x3/x4,w3,x/b2,x5/x6/x,w,x4/x4 1 m 1 0 31": {
			"diagonals-3 few-1-2 lead+1 merges-next-2 moves-next-1 odd-0-0 pairs-0 reach-1-3 reach-3-11 " +
				"ready-next-1 sides-4 single-at-once-1 " +
				"singles-1 stack-1-b2 stack-3-b2 stack-lead+0 stacks-next-2 tallest-3 target-b2 triples-1",
			"diagonals-2 merges-wait-0 moves-wait-2 odd-0-1 pair-in-two-1 pairs-2 reach-2-6 reach-2-6 ready-wait-0 " +
				"sides-2 singles-0 " +
				"stack-2-a2 stack-2-a3 stacks-wait-2 tallest-2 target-a2 triples-0",
		},
	} {
		for seat := range want {
			enginetest.CheckShown(t, text, enginetest.Shown(t, read(t, text, nil), engine.Seat(seat)),
				strings.Fields(want[seat]), map[string]bool{})
		}
	}
}
