package pylyx_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause of
// the game and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, sliding, []enginetest.Reading{
		{
			Name:     "white is placed first, then black, and the set-up is one turn",
			Position: "x4/x6/x6/x6/x6/x4 1 s ? 0 1", Steps: "@Wa2 @Wb3 @Wc4 @Wd5 @Bb2 @Bc3 @Bd4",
			Want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x4 1 s ? 0 1",
		},
		{
			Name:     "after the last checker Two chooses",
			Position: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x4 1 s ? 0 1", Steps: "@Be1",
			Want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 c ? 0 2",
		},
		{
			Name:     "Two takes black: One plays White and moves first",
			Position: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 c ? 0 2", Steps: "black 1a2b1",
			Want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/x,b,x4/w,x2,b 2 m 1 0 4",
		},
		{
			Name:     "Two moves first, One takes black",
			Position: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 c ? 0 2", Steps: "first black 1a2b1",
			Want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/x,b,x4/w,x2,b 1 m 2 0 5",
		},
		{
			Name:     "one man slides along a diagonal",
			Position: "x4/b3,b,x4/x6/x6/x6/w3,w,x2 1 m 1 0 9", Steps: "1b1f5",
			Want: "x4/b3,b,x3,w/x6/x6/x6/w2,w,x2 2 m 1 0 10",
		},
		{
			Name:     "two men move along ranks and files",
			Position: "x4/x6/x6/b3,x4,b/x6/w3,w,x2 1 m 1 0 9", Steps: "2b1b6",
			Want: "w2,x3/x6/x6/b3,x4,b/x6/w,w,x2 2 m 1 0 10",
		},
		{
			Name:     "three men move in all directions and leave the others",
			Position: "x4/x6/x6/w3,x4,w/x6/b3,b,x2 1 m 1 0 9", Steps: "3a3d6",
			Want: "x2,w3,x/x6/x6/x5,w/x6/b3,b,x2 2 m 1 0 10",
		},
		{
			Name:     "all men in one stack win",
			Position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 1 m 1 0 9", Steps: "3a3f3",
			Want: "x4/x6/x6/x5,w4/x6/b2,b2,x2 2 m 1 0 10", Result: "1 0 one stack",
		},
		{
			Name:     "the second player wins, with Black",
			Position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 1 10", Steps: "2b1c1",
			Want: "x4/x6/x6/w3,x4,w/x6/x,b4,x2 1 m 1 0 11", Result: "0 1 one stack",
		},
		{
			Name:     "two passes draw",
			Position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 0 10", Steps: "- -",
			Want: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 1 12", Result: "0.5 0.5 two passes",
		},
		{
			Name:     "passes apart do not",
			Position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 0 10", Steps: "- 1a3b4 -",
			Want: "x4/x6/x,w,x4/w2,x4,w/x6/b2,b2,x2 1 m 1 1 13",
		},
	})
	enginetest.TestReadings(t, oneSquare, []enginetest.Reading{
		{
			Name:     "a reach of one square",
			Position: "x4/x6/x6/w3,w,x4/x6/b2,b2,x2 1 m 1 0 9", Steps: "3a3b3",
			Want: "x4/x6/x6/x,w4,x4/x6/b2,b2,x2 2 m 1 0 10", Result: "1 0 one stack",
		},
	})
}

// sliding reads a position in which men move as far as they like, and oneSquare one in which they move one square.
func sliding(t testing.TB, text string) (engine.Position, enginetest.Model) {
	t.Helper()
	return read(t, text, nil), readModel(text, true)
}

func oneSquare(t testing.TB, text string) (engine.Position, enginetest.Model) {
	t.Helper()
	return read(t, text, engine.Settings{{Name: "reach", Value: "1"}}), readModel(text, false)
}

// TestSteps compares engine and model with lists of legal steps worked out by hand.
func TestSteps(t *testing.T) {
	t.Parallel()
	const stacks = "x4/x6/x2,b,x3/x,w,x4/w3,b3,x4/x4 1 m 1 0 9"
	enginetest.TestLegal(t, sliding, []enginetest.Listed{
		{"men neither pass nor land on an opponent's stack, and land on their own", stacks,
			"- 1a2b1 1a2b3 1b3a2 1b3a4 1b3c2 1b3d1 2a2a3 2a2a4 2a2a5 3a2a3 3a2a4 3a2a5 3a2b1 3a2b3"},
		{"the last checker but one keeps a square for the last: e5 would leave file f ranks 1, 3 and 6",
			"x4/x,w,x4/x2,w,b,x2/x5,w/w,x,b,x3/x4 1 s ? 0 1", "@Be1 @Be3 @Be6"},
		{"two to come, two files left: the next goes into the first of them",
			"x4/x6/x6/x3,w,x2/w,x5/x4 1 s ? 0 1", "@We1 @We4 @We5 @We6"},
	})
	enginetest.TestLegal(t, oneSquare, []enginetest.Listed{
		{"one square at a time", stacks, "- 1a2b1 1a2b3 1b3a2 1b3a4 1b3c2 2a2a3 3a2a3 3a2b1 3a2b3"},
	})
}
