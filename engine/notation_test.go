package engine_test

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestTurnTexts reads turns whose declining steps are left out or written, and writes them again.
func TestTurnTexts(t *testing.T) {
	t.Parallel()
	start := (&enginetest.Stones{Pile: 9, Holds: []int{9}}).Start()
	middle := start.Clone()
	middle.Play(2)
	for _, test := range []struct {
		p           engine.Position
		text, again string
		steps       []engine.Step
	}{
		{start, "take1", "take1", []engine.Step{1}},
		{start, "take2", "take2", []engine.Step{2, enginetest.StonesDecline}},
		{start, "take2+1", "take2+1", []engine.Step{2, enginetest.StonesMore}},
		{start, "hold", "hold", []engine.Step{enginetest.StonesHold}},
		{middle, "-", "-", []engine.Step{enginetest.StonesDecline}},
		{middle, "+1", "+1", []engine.Step{enginetest.StonesMore}},
	} {
		steps, err := engine.ParseTurn(test.p, test.text)
		if err != nil || !slices.Equal(steps, test.steps) {
			t.Errorf("%q in %s is read as %v (%v), want %v", test.text, test.p, steps, err, test.steps)
			continue
		}
		if again := engine.LineText(test.p, steps); again != test.again {
			t.Errorf("%v in %s is written %q, want %q", steps, test.p, again, test.again)
		}
	}
	for _, text := range []string{"", "take4", "-", "take2-", "+1", "take1+1", "take2take2", "take2 +1", "take2+1-"} {
		if steps, err := engine.ParseTurn(start, text); err == nil {
			t.Errorf("%q is read as %v", text, steps)
		}
	}
}

// wantSeed is a recorded seed.
const wantSeed = 5951730000481809720

// TestSeeds checks seeds against recorded ones: every stored run depends on them.
func TestSeeds(t *testing.T) {
	t.Parallel()
	if got := engine.DeriveSeed(1, "opening", "2"); got != wantSeed {
		t.Errorf("the seed is %d, want %d", got, uint64(wantSeed))
	}
	if engine.DeriveSeed(1, "opening2") == wantSeed || engine.DeriveSeed(2, "opening", "2") == wantSeed {
		t.Error("other names or another parent give the same seed")
	}
}

// TestNearest checks which known word is suggested for a misspelt one.
func TestNearest(t *testing.T) {
	known := []string{"rounds", "seed", "option", "openings"}
	for word, want := range map[string]string{
		"rounds": "rounds", "round": "rounds", "ruonds": "rounds", "seeed": "seed", "esed": "seed", "optoin": "option",
		"opening": "openings", "sd": "", "x": "", "": "", "weights": "",
	} {
		if got := engine.Nearest(word, known); got != want {
			t.Errorf("%q: nearest is %q; wanted %q", word, got, want)
		}
	}
}
