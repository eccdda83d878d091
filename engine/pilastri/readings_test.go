package pilastri_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestReadings compares engine and model with positions worked out by hand from the rules, clause by clause.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestLegal(t, readBoth, []enginetest.Listed{
		{"a single lands on a single, over empty squares", "x4/x4/x4/w,x2,b w 1", "a1d1"},
		{"in all four directions", "x,b,x2/b,w,x,w/x4/x,b,x2 w 1", "b3a3 b3b1 b3b4 b3d3 d3b3"},
		{"a single does not land on a stack of two", "x4/x4/x4/w,x2,bb w 1", ""},
		{"nor on a taller one", "x4/x4/x4/w,x2,bbb w 1", ""},
		{"a piece on level 2 lands on a stack of two", "x4/x4/x4/bw,x2,bb w 1", "a1d1"},
		{"or higher", "x4/x4/x4/bw,x2,bbbb w 1", "a1d1"},
		{"but not on a single", "x4/x4/x4/bw,x2,w w 1", ""},
		{"a piece on level 3 does not land on a stack of two", "x4/x4/x4/bbw,x2,bw b 1", ""},
		{"only the first stack counts", "x4/x4/x4/w,bb,b,x w 1", ""},
		{"and it counts whoever owns it", "x4/x4/x4/w,w,b,x w 1", "a1b1 b1a1 b1c1"},
		{"the top piece alone may move", "x4/x4/x4/wb,bw,x2 b 1", "a1b1"},
		{"not diagonally", "x4/x4/x,b,x2/w,x3 w 1", ""},
		{"nor off the board or around its edge", "x2,w/b,x2/x3/x3 w 1", ""},
		{"nor around the edge of the largest board", "x8/x8/x8/x8/x8/b,x7/x7,w/x8 w 1", ""},
		{"without a piece there is no step", "x4/x4/x4/b,b,x2 w 1", ""},
	})
	high := func(t testing.TB, text string) (engine.Position, enginetest.Model) {
		m := readModel(text)
		m.high = true
		return read(t, text, highJumpers), m
	}
	enginetest.TestLegal(t, high, []enginetest.Listed{
		{"a high jumper", "x4/x4/x4/w,x2,bb w 1", "a1d1"},
		{"a high jumper", "x4/x4/x4/w,bbb,w,x w 1", "a1b1 c1b1"},
		{"a high jumper", "x4/x4/x4/bw,x2,w w 1", "d1a1"},
		{"a high jumper", "x4/x4/x4/bbw,x2,bb w 1", ""},
		{"a high jumper", "x4/x4/x,b,x2/w,x3 w 1", ""},
		{"a high jumper", "b,x3/x4/wbwbwb,x3/w,x3 w 5", "a1a2"},
	})
}

func readBoth(t testing.TB, text string) (engine.Position, enginetest.Model) {
	t.Helper()
	return read(t, text, nil), readModel(text)
}

// TestLine plays a short game worked out by hand on 2 x 3 squares, to its end.
func TestLine(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, readBoth, []enginetest.Reading{
		{Name: "first turn", Position: "b,w/w,b/b,w w 1", Steps: "b1a1", Want: "b,w/w,b/bw,x b 2"},
		{Name: "third turn", Position: "b,w/w,b/b,w w 1", Steps: "b1a1 b2b3 a2a3", Want: "bw,wb/x2/bw,x b 4"},
		{Name: "to the end", Position: "b,w/w,b/b,w w 1", Steps: "b1a1 b2b3 a2a3 b3a3 a1a3",
			Want: "bwbw,w/x2/b,x b 6", Result: "1 0 no legal step"},
	})
}
