package pit_test

import (
	"testing"

	"pillars/engine"
)

// TestFeatures holds the counts to ones made by hand. The first position: White's pawn on a1 behind a barrier, his tower on a3; Black's pawn on c3; a
// hole in the middle.
func TestFeatures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		position string
		want     map[string]int32 // as White sees it, in sixths; what is not there is 0
	}{
		{
			"wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e - 9",
			map[string]int32{
				"tempo": 6, "towers": 6, "reserve": 6, "no-tower": -6,
				"mobility":     6,   // a3a2, a3b3, a1a2 against c3b3, c3c2
				"near-cells":   -18, // a2 against b1, b3, c1, c2
				"pawn-sides":   -6,  // one against two
				"pawn-threats": -6,  // the tower comes to b3
			},
		},
		{
			"wt,x,bp/x,o,x/wp,x2 w a 5/4/x3 a1|e - 9",
			map[string]int32{
				"tempo": 6, "towers": 6, "reserve": 18, "no-tower": -3, "mobility": 12, "near-cells": -6, "pawn-sides": 0, "pawn-threats": -3,
				"holes-near": 3, "out": -3,
			},
		},
		{
			"x,wt,bp/x,o,x/wp,x2 b a 5/4 - - 9",
			map[string]int32{
				"tempo": -6, "towers": 6, "reserve": 6, "no-tower": -6,
				"mobility":      18, // b3a3, b3b2, a1a2, a1b1 against c3c2
				"near-cells":    0,  // a2, b1 against b3, c2; a3 and c1 are as far from both
				"pawn-attacked": -6, // the tower is joined to the pawn
				"pawn-exits":    0,  // a2, b1, c2 are next to the hole
				"pawn-threats":  0,  // nothing reaches c2, a2 or b1
				"towers-on-rim": 6,  // b3
				"pawn-hanging":  0,  // Black acts
				"replaceable":   0,  // each can replace the other
			},
		},
	} {
		p := read(t, test.position, nil)
		got := make([]int32, len(p.Rules().Features()))
		p.Features(0, got)
		for i, feature := range p.Rules().Features() {
			if got[i] != test.want[feature.Name] {
				t.Errorf("%s in %s is %d, not %d", feature.Name, test.position, got[i], test.want[feature.Name])
			}
		}
	}
}

// TestHints checks the order of hints where it is beyond doubt: what wins comes before what does not, what loses comes last.
func TestHints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ position, best, worst string }{
		{"x5/x5/x2,o,x2/bp,x2,bt,x/wp,x2,wt,x w a 5/4 - - 3", "a1a2", "d1d2"},                // the pawn before the tower
		{"bt,x3,bp/x5/x,wp,o,x2/x5/wt,x4 w a 5/5 - - 3", "b3c3", "b3c3"},                     // nothing else to do
		{"bt,x3,bp/x5/x,wp,o,wt,x/x5/wt,x4 w a 4/5 - - 3", "d3c3", "b3c3"},                   // a tower falls rather than the pawn
		{"x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 w b 5/5 a1|n a1 5", "a1|e", "a1|e"},                // the only edge
		{"x4,bp/bt,x3,bt/x2,o,x2/x,wt,x2,wt/x,wp,x3 w b 4/4 a1|n,b1|n b1 5", "b1|w", "b1|e"}, // shutting the pawn in loses
	} {
		p := read(t, test.position, nil)
		steps := p.AppendSteps(nil)
		hints := make([]int32, len(steps))
		p.Hints(steps, hints)
		best, worst := 0, 0
		for i := range steps {
			if hints[i] > hints[best] {
				best = i
			}
			if hints[i] < hints[worst] {
				worst = i
			}
		}
		if got := p.StepText(steps[best]); got != test.best {
			t.Errorf("the best hint in %s is for %s, not %s", test.position, got, test.best)
		}
		if got := p.StepText(steps[worst]); got != test.worst {
			t.Errorf("the worst hint in %s is for %s, not %s", test.position, got, test.worst)
		}
	}
}

// TestPlaces checks the scores of games of three and four players: the share of opponents placed behind.
func TestPlaces(t *testing.T) {
	t.Parallel()
	p := read(t, "x5/x5/up,x,o,x2/bp,x3,bt/x4,bt u a x3/4/x4/5 - - 9", nil)
	step, err := engine.ParseStep(p, "a3a2")
	if err != nil {
		t.Fatal(err)
	}
	p.Play(step)
	want := [engine.MaxSeats]float64{1.0 / 3, 2.0 / 3, 0, 1}
	if got := p.Outcome(); got.Scores != want || got.Seats != 4 || got.Reason != "pawn replaced" {
		t.Errorf("the outcome is %v, not the scores %v", got, want)
	}
}
