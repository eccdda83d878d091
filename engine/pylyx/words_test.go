package pylyx_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pylyx"
)

// TestTurnWords compares the words of turns with words written by hand from the rules.
func TestTurnWords(t *testing.T) {
	t.Parallel()
	const stacks = "x4/w,x5/b3,x2,w3,x2/x6/x,b,x4/x4 1 m 1 0 33"
	const onto = "x4/x6/w,x2,w3,x2/b3,x5/x,b,x4/x4 1 m 1 0 33"
	const placed = "x4/x6/x,b,x,w,x2/b,x,w,x3/w,x2,b,x2/w,b,x2 2 c ? 0 2"
	enginetest.TestTurnWords(t, pylyx.Game, []enginetest.Said{
		{"x4/x6/x6/x6/x6/x4 1 s ? 0 1", "@Wa2", "places a white checker on a2"},
		{"x4/x6/x6/x6/x6/x4 1 s ? 0 1", "@Wa2 @Wb1", "places 2 white checkers, the last on b1"},
		{"x4/x6/x6/x6/x6/x4 1 s ? 0 1", "@Wa2 @Wb1 @Wc3 @Wd4 @Ba3",
			"places 4 white checkers and 1 black checker, the last on a3"},
		{placed, "first", "takes the first move; One chooses its colour"},
		{placed, "white", "takes White; One moves first"},
		{"x4/x6/x,b,x,w,x2/b,x,w,x3/w,x2,b,x2/w,b,x2 1 k ? 0 3", "black", "takes Black; Two moves first"},
		{stacks, "3d4d2", "moves 3 checkers from d4 to d2"},
		{stacks, "1d4e5", "moves 1 checker from d4 to e5; 2 checkers stay on d4"},
		{stacks, "-", "passes; the game is a draw if Two passes too"},
		{"x4/w,x5/b3,x2,w3,x2/x6/x,b,x4/x4 2 m 1 1 34", "-", "passes too; the game is a draw"},
		{onto, "2d4a4", "moves 2 checkers from d4 to a4, onto a stack that is now 3 high; 1 checker stays on d4"},
		{onto, "3d4a4", "moves 3 checkers from d4 to a4; this wins: all 4 white checkers are in one stack"},
	})
}

// TestRefusalWords compares the words about clicks with words written by hand from the rules.
func TestRefusalWords(t *testing.T) {
	t.Parallel()
	const setUp = "x4/x6/x2,w,x3/x6/w,x5/x4 1 s ? 0 1"
	const stacks = "x4/w,x5/b3,x2,w3,x2/x6/x,b,x4/x4 1 m 1 0 33"
	const shut = "x6/x8/x8/x8/x8/x7,b/b,b,b,x,b,x3/w5,b,w,x3 1 m 1 0 33"
	enginetest.TestRefusalWords(t, pylyx.Game, nil, []enginetest.Said{
		{setUp, "c4", "c4 is occupied: a checker goes to an empty square."},
		{setUp, "e4", "e4 stands in the same rank as c4: no two white checkers share a file or a rank."},
		{setUp, "c3", "c3 stands in the same file as c4: no two white checkers share a file or a rank."},
		{setUp, "b3", "Checkers are placed from left to right: the next white one goes to the right of c4."},
		{setUp, "f3", "f3 is too far to the right: 2 checkers are to be placed, each in a file of its own."},
		{"x4/x6/x,b,x,w,x2/b,x,w,x3/w,x2,b,x2/w,b,x2 2 c ? 0 2", "a2",
			"The board stays as it is in this turn: choose by the buttons."},
		{stacks, "c3", "c3 is empty: move white checkers."},
		{stacks, "b2", "That is a black stack: One plays the white ones."},
		{stacks, "a5 b5", "A single checker moves diagonally; two move straight, and three in all directions."},
		{stacks, "d4 a4", "a4 holds a black stack: checkers go to empty squares and onto their own stacks."},
		{stacks, "d4 e6", "Checkers move straight or diagonally: e6 is on no such line from d4."},
		{"x4/x6/w,x,b,w3,x2/b3,x5/x6/x4 1 m 1 0 33", "d4 a4",
			"The stack on c4 is in the way: checkers pass only empty squares."},
		{shut, "d1", "The checker on d1 cannot move: a single checker moves diagonally, and its diagonals are " +
			"blocked."},
		{shut, "b1", "The stack on b1 cannot move: all its lines are blocked."},
	})
	enginetest.TestRefusalWords(t, pylyx.Game, engine.Settings{{Name: "reach", Value: "1"}}, []enginetest.Said{
		{stacks, "d4 d2", "Checkers move a single square in this game: d2 is 2 squares away."},
	})
}
