package eval

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestFeatures compares the features of positions with counts made by hand from the features' help, as the seat to act
// sees them. Features that are not given are 0.
func TestFeatures(t *testing.T) {
	for text, byHand := range map[string]map[string]int32{
		// White: b4, c2 (rrw), one man in reserve, a pillar on c1. Red: b3 (wr), d3. Only c2 holds as many men as its
		// square can: to either it is exposed.
		"w,x/x,wr,x,r/x2,rrw,x/x,W w m 1/0 - 7": {
			"tempo": 1, "buried-men": 1 - 2, "reserve": 1, "pillars": 1, "tall": 1,
			"mobility":       (2 + 3 + 2) - (4 + 2 + 2), // b4; c2 by one and by two; b3 by one and by two; d3
			"room":           (2 + 3) - (4 + 2),
			"reserve-threat": 1, "attacks": 1, "attacked-men": 3, "attacks-on-move": 1, "men-on-move": 3,
		},
		// Red may still move a pillar; then White acts. White: b4, shut in by pillars, and c2 (rww). Red: d3, one man
		// in reserve, pillars on b3 and c4.
		"w,R/x,R,x,r/x2,rww,x/x2 r p 0/1 - 8": {
			"tempo": -1, "stacks": 1 - 2, "one-stack": 1, "two-stacks": -1, "held-men": 1 - 3, "buried-men": 1,
			"reserve": 1, "pillars": 2,
			"mobility": 2 - (4 + 1), "stuck": -1, "tall": -1, "room": 2 - 4, "exposed": -1,
			"reserve-threat": 1, "attacks": 1, "attacked-men": 1, "last-in-danger": -1,
		},
		// A stack of nine men counts as seven.
		"x2/x,r,x2/x,wwwwwwwww,x2/x2 r m 0/0 - 8": {
			"tempo": 1, "held-men": 1 - 7, "mobility": 4 - (4 + 2), "tall": -1, "exposed": -1,
			"attacks": 1, "attacked-men": 7, "attacks-on-move": 1, "men-on-move": 7, "last-in-danger": -1,
		},
		// Three stacks against three. White's two men on b2 capture d2 by moving there, and could capture nothing
		// else; Red's on c4 do not reach b2.
		"x,r/x,r,x,w/x,ww,x,r/w,x w m 0/0 - 9": {
			"tempo": 1, "held-men": 4 - 3, "mobility": (2 + 4 + 2 + 2) - (2 + 4 + 2),
			"attacks": 1, "attacked-men": 1, "attacks-on-move": 1, "men-on-move": 1,
		},
		// The entering stage: Red still has to enter an isolated man, so the next main step, if the stage ended now,
		// would be theirs.
		"x2/x,w,r,x/x4/x2 r i 0/0 - 2": {"tempo": 1},
	} {
		p := readPosition(t, text)
		counts := make([]int32, len(p.Rules().Features()))
		p.Features(p.Seat(), counts)
		for i, feature := range p.Rules().Features() {
			if counts[i] != byHand[feature.Name] {
				t.Errorf("%s is %d, by hand %d: %s", feature.Name, counts[i], byHand[feature.Name], text)
			}
		}
		for name := range byHand {
			if !named(p.Rules(), name) {
				t.Errorf("there is no feature %s", name)
			}
		}
	}
}

// readPosition returns a position of Pit of Pillars.
func readPosition(t testing.TB, text string) engine.Position {
	t.Helper()
	return enginetest.Read(t, "pit-of-pillars", text)
}

// named reports whether rules have a feature with the given name.
func named(rules engine.Rules, name string) bool {
	return slices.ContainsFunc(rules.Features(), func(feature engine.Term) bool { return feature.Name == name })
}
