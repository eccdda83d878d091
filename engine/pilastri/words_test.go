package pilastri_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pilastri"
)

// TestTurnWords compares the words of turns with words written by hand from the rules.
func TestTurnWords(t *testing.T) {
	t.Parallel()
	enginetest.TestTurnWords(t, pilastri.Game, []enginetest.Said{
		{"w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1", "b1a1",
			"climbs from b1 (level 1) to a1 (level 2) and covers a black piece"},
		{"x4/x4/bw,x,b,x/w,x,b,x w 5", "a1c1",
			"climbs from a1 (level 1) to c1 (level 2) and covers a black piece; this wins: Black has no step"},
		{"x4/x4/bw,x,bw,x/x4 w 5", "a2c2", "climbs from a2 (level 2) to c2 (level 3); this frees a black piece on " +
			"a2; this wins: Black has no step"},
		{"x4/x4/bw,x,bw,x/b,x3 w 5", "a2c2", "climbs from a2 (level 2) to c2 (level 3); this frees a black piece " +
			"on a2; Black has only 2 steps"},
		{"w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1", "a2b2",
			"climbs from a2 (level 1) to b2 (level 2) and covers a black piece"},
	})
}

// TestRefusalWords compares the words about clicks with words written by hand from the rules.
func TestRefusalWords(t *testing.T) {
	t.Parallel()
	const p = "x4/b,x3/bw,x,b,x/w,x,b,x w 5"
	enginetest.TestRefusalWords(t, pilastri.Game, nil, []enginetest.Said{
		{p, "b1", "b1 is empty: move a white piece from the top of a stack."},
		{p, "c1", "The piece on top of c1 is Black's: White moves white pieces."},
		{p, "a2", "The piece on a2 cannot climb: it stands on level 2, and no nearest stack is that high."},
		{p, "a1 b2", "A piece moves straight along its file or its rank: b2 is on neither from a1."},
		{p, "a1 b1", "b1 is empty: a piece moves to the first stack that it meets."},
		{p, "a1 a3", "The stack on a2 comes first: a piece lands on the first stack that it meets."},
		{p, "a2 c2", "A piece must climb: it stands on level 2, and would reach only level 2 on c2."},
		{p, "a1 a2", "A piece on the ground lands only on a single piece: a2 holds 2."},
		{"x4/x2,w,b/bw,x3/w,x3 w 5", "a1",
			"The piece on a1 cannot move: on the ground, it needs a single piece as its nearest stack."},
	})
}
