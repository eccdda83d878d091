package pitofpillars_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
)

// TestTurnWords compares the words of turns with words written by hand from the rules.
func TestTurnWords(t *testing.T) {
	t.Parallel()
	enginetest.TestTurnWords(t, pitofpillars.Game, []enginetest.Said{
		{"x2/x4/x4/x2 w o 0/0 - 1", "@b1", "enters a man on b1"},
		{"x2/x4/x4/w,x r a 0/0 b1 2", "@c1 @b4", "enters a man on c1 and another on b4"},
		{"w,x/x3,r/r,x,w,x/w,x r a 0/0 b4 10", "@c4", "enters a man on c4; the movement stage begins with White"},
		{"x2/x4/x,w,r,x/x2 w m 0/0 - 21", "b2c2",
			"moves 1 man from b2 to c2 and takes over the stack there, now 2 high; this wins: Red controls no stack"},
		{"x2/x4/x,w,www,x/r,x w m 0/0 - 21", "b2c2", "moves 1 man from b2 to c2, onto its own stack, now 4 high"},
		{"x,r/x4/x4/wr,wr r m 0/0 - 20", "b1c1", "moves 1 man from b1 to c1 and captures the stack there: 1 white " +
			"man leaves the game, 2 red men return to the reserve, a red pillar rises on c1; White now controls b1"},
		{"x3/x,rrw,x3/x5/x5/x2,r w m 0/0 - 21", "b4e4", "moves 3 men from b4 to e4 and captures the stack there: 2 " +
			"red men leave the game, 1 white man returns to the reserve, a white pillar rises on e4; White now " +
			"controls no stack"},
		{"x3/x,W,x3/rwrw,x4/x5/x2,r w p 0/0 - 21", "^b4a4", "moves a pillar from b4 to a4"},
		{"x2/x4/x4/r,x w m 1/5 - 21", "@b1",
			"enters a man on b1 and takes over the stack there, now 2 high; this wins: Red controls no stack"},
		{"x2/x4/x4/wr,w w m 0/3 - 21", "c1b1", "moves 1 man from c1 to b1 and captures the stack there: 1 red man " +
			"leaves the game, 2 white men return to the reserve, a white pillar rises on b1; this wins: Red " +
			"controls no stack"},
		{"x,r/x4/x4/wr,w w m 0/0 - 21", "c1b1 -", "moves 1 man from c1 to b1 and captures the stack there: 1 red man " +
			"leaves the game, 2 white men return to the reserve, a white pillar rises on b1; White now controls no " +
			"stack"},
		{"x2/w,x3/x,W,x2/r,W w m 0/0 - 21", "a3b3 -", "moves 1 man from a3 to b3; this wins: Red has no step"},
		{"x2/x4/x,rw,x2/x2 w m 0/0 - 21", "b2b1", "moves 1 man from b2 to b1; Red now controls b2"},
		{"x2/x4/w,r,x2/W,r w m 0/0 - 21", "a2a3 ^b1a2",
			"moves 1 man from a2 to a3; then moves a pillar from b1 to a2"},
	})
}

// TestRefusalWords compares the words about clicks with words written by hand from the rules.
func TestRefusalWords(t *testing.T) {
	t.Parallel()
	const men = "x3/x,W,x3/x,ww,r,x2/x5/x3 w m 0/0 - 21"
	const pillars = "x3/x,W,x3/x,ww,r,x2/x5/x2,R w p 0/0 - 21"
	enginetest.TestRefusalWords(t, pitofpillars.Game, nil, []enginetest.Said{
		{"x2/x4/x4/w,x r a 0/0 b1 2", "b1", "b1 is occupied: a man enters an empty square."},
		{"x2/x4/x4/w,x r a 0/0 b1 2", "b3",
			"b3 is not next to b1: the first man of a turn enters next to the man that White entered last."},
		{"x2/x4/x4/w,r r i 0/0 - 2", "b2",
			"b2 is next to the man on b1: the second man of a turn enters where all neighbours are empty."},
		{men, "c3", "That is Red's stack: White moves stacks with a white man on top."},
		{men, "b4", "A pillar stands on b4: pillars move only after the men."},
		{men, "c1", "c1 is empty, and the reserve has no man to enter: move a stack with a white man on top."},
		{men, "b3 c4", "A stack moves straight along its file or its rank: c4 is on neither from b3."},
		{men, "b3 e3",
			"e3 is 3 squares away, and b3 holds 2 men: men move as many squares as there are men moving."},
		{men, "b3 b4", "The pillar on b4 is in the way: men neither pass a pillar nor land on it."},
		{men, "b3 b5", "The pillar on b4 is in the way: men neither pass a pillar nor land on it."},
		{"x2/x,W,x2/W,w,W,x/W,r w m 0/0 - 21", "b2",
			"The stack on b2 cannot move: pillars and the edge of the board close every side."},
		{pillars, "d1", "That is Red's pillar: White moves white pillars."},
		{pillars, "c3", "The men have moved in this turn: now move a white pillar or end the turn."},
		{pillars, "c1", "c1 is empty: move a white pillar or end the turn."},
		{pillars, "b4 b3", "b3 is occupied: a pillar goes to an empty square."},
		{pillars, "b4 b1", "b3 is occupied: a pillar passes only empty squares."},
		{pillars, "b4 d3", "A pillar moves straight or diagonally: d3 is on no such line from b4."},
	})
}
