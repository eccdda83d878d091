package pitofpillars_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause of
// the movement stage and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, readBoth, []enginetest.Reading{
		{
			Name:     "the first man, then the opponent next to it, then alone",
			Position: "x2/x4/x4/x2 w o 0/0 - 1", Steps: "@b1 @c1 @b4",
			Want: "r,x/x4/x4/w,r w a 0/0 b4 3",
		},
		{
			Name:     "no isolated square: the opponent opens the movement stage",
			Position: "w,x/x3,r/r,x,w,x/w,x r a 0/0 b4 10", Steps: "@c4",
			Want: "w,r/x3,r/r,x,w,x/w,x w m 0/0 - 11",
		},
		{
			Name:     "a stack at capacity is not captured",
			Position: "x2/x4/x,w,r,x/x2 w m 0/0 - 21", Steps: "b2c2",
			Want: "x2/x4/x2,rw,x/x2 r m 0/0 - 22", Result: "1 0 no stack left",
		},
		{
			Name:     "a stack of one colour is never captured",
			Position: "x2/x4/x,w,www,x/r,x w m 0/0 - 21", Steps: "b2c2",
			Want: "x2/x4/x2,wwww,x/r,x r m 0/0 - 22",
		},
		{
			Name:     "a capture on a square of capacity 2 brings up a pillar, which may move at once",
			Position: "x,r/x4/x4/wr,wr r m 0/0 - 20", Steps: "b1c1",
			Want: "x,r/x4/x4/w,R r p 0/2 - 20",
		},
		{
			Name:     "the pillar that came up this turn moves",
			Position: "x,r/x4/x4/wr,wr r m 0/0 - 20", Steps: "b1c1 ^c1c3",
			Want: "x,r/x2,R,x/x4/w,x w m 0/2 - 21",
		},
		{
			Name:     "pillars move diagonally",
			Position: "x,r/x4/x4/W,w w p 0/0 - 21", Steps: "^b1d3",
			Want: "x,r/x3,W/x4/x,w r m 0/0 - 22",
		},
		{
			Name:     "the order of the moving men stays",
			Position: "x3/x5/wrrw,x4/x5/x,rr,x w m 0/0 - 21", Steps: "a3c3",
			Want: "x3/x5/wr,x,rw,x2/x5/x,rr,x r m 0/0 - 22",
		},
		{
			Name:     "a move over other stacks leaves them as they are",
			Position: "x3/x5/ww,r,x3/x5/x3 w m 0/0 - 21", Steps: "a3c3",
			Want: "x3/x5/x,r,ww,x2/x5/x3 r m 0/0 - 22",
		},
		{
			Name:     "a mixed part of three landing on a square of capacity 2 is captured",
			Position: "x3/x,rrw,x3/x5/x5/x2,r w m 0/0 - 21", Steps: "b4e4",
			Want: "x3/x4,W/x5/x5/x2,r w p 1/0 - 21",
		},
		{
			Name:     "a stack elsewhere whose capacity falls stays",
			Position: "x3/x,W,x3/rwrw,x4/x5/x2,r w p 0/0 - 21", Steps: "^b4a4",
			Want: "x3/W,x4/rwrw,x4/x5/x2,r r m 0/0 - 22",
		},
		{
			Name:     "entering on an opponent's last stack wins",
			Position: "x2/x4/x4/r,x w m 1/5 - 21", Steps: "@b1",
			Want: "x2/x4/x4/rw,x r m 0/5 - 22", Result: "1 0 no stack left",
		},
		{
			Name:     "capturing the last stack wins even when no own stack is left",
			Position: "x2/x4/x4/wr,w w m 0/3 - 21", Steps: "c1b1",
			Want: "x2/x4/x4/W,x r m 2/3 - 22", Result: "1 0 no stack left",
		},
		{
			Name:     "capturing the own last stack goes on while the opponent has one",
			Position: "x,r/x4/x4/wr,w w m 0/0 - 21", Steps: "c1b1 -",
			Want: "x,r/x4/x4/W,x r m 2/0 - 22",
		},
		{
			Name:     "the opponent wins if that is still so after their main step, whatever the reserves",
			Position: "x,r/x4/x4/wr,w w m 0/0 - 21", Steps: "c1b1 - c4b4",
			Want: "r,x/x4/x4/W,x w m 2/0 - 23", Result: "0 1 no stack left",
		},
		{
			Name:     "it goes on if a man is left behind in control",
			Position: "x2/x4/x,rw,x2/x2 w m 0/0 - 21", Steps: "b2b1",
			Want: "x2/x4/x,r,x2/w,x r m 0/0 - 22",
		},
		{
			Name:     "a player without a main step loses",
			Position: "x2/w,x3/x,W,x2/r,W w m 0/0 - 21", Steps: "a3b3 -",
			Want: "x2/x,w,x2/x,W,x2/r,W r m 0/0 - 22", Result: "1 0 no legal step",
		},
		{
			Name:     "a man in reserve is a main step",
			Position: "x2/w,x3/x,W,x2/r,W w m 0/1 - 21", Steps: "a3b3 - @b1",
			Want: "x2/x,w,x2/x,W,x2/rr,W w m 0/0 - 23",
		},
		{
			Name:     "a pillar moves onto a square vacated in the same turn",
			Position: "x2/x4/w,r,x2/W,r w m 0/0 - 21", Steps: "a2a3 ^b1a2",
			Want: "x2/w,x3/W,r,x2/x,r r m 0/0 - 22",
		},
		{
			Name:     "a pillar shut in by stacks on all sides is passed over",
			Position: "x2/w,r,r,x/w,w,w,x/W,r w m 0/0 - 21", Steps: "a3b3",
			Want: "x2/x,rw,r,x/w,w,w,x/W,r r m 0/0 - 22",
		},
	})
}

func readBoth(t testing.TB, text string) (engine.Position, enginetest.Model) {
	t.Helper()
	return read(t, text, nil), readModel(text)
}
