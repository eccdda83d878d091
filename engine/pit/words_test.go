package pit_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pit"
)

// TestTurnWords compares the words of turns with words written by hand from the rules.
func TestTurnWords(t *testing.T) {
	t.Parallel()
	enginetest.TestTurnWords(t, pit.Game, []enginetest.Said{
		{"x2,bt,x2/x5/x2,o,x2/x5/x2,wt,x2 w p 5/5 - - 1", "@a1", "places its pawn on a1"},
		{"bt,x3,bp/x5/x2,o,x2/x5/wp,x3,wt w a 5/5 - - 3", "e1e4 e4|w",
			"moves a tower from e1 to e4; then puts a barrier between e4 and d4"},
		{"bt,x3,bp/x5/wt,x,o,x2/x5/wp,x4 w a 5/5 - - 3", "a3c3",
			"moves a tower from a3 into the hole on c3, where it leaves the game"},
		{"bt,x3,bp/x5/x2,o,x2/x5/wt,wp,x3 w a 5/5 - - 3", "@e1 e1|n",
			"enters a tower on e1; then puts a barrier between e1 and e2"},
		{"x3,bp,x/x5/x2,o,x2/bt,x4/wt,wp,x3 w a 5/4 - - 3", "a1a2 a2|e", "replaces Black's tower on a2 with a tower " +
			"from a1; the tower returns to Black's reserve; then puts a barrier between a2 and b2"},
		{"x5/x5/x2,o,x2/bp,x4/wp,x3,bt w a 5/4 - - 3", "a1a2", "replaces Black's pawn on a2 with its pawn from a1; " +
			"Black has lost its pawn and is out, and this wins"},
		{"bt,x3,bp/x5/x,wp,o,x2/x5/wt,x4 w a 5/5 - - 3", "b3c3", "moves its pawn from b3 into the hole on c3, " +
			"where it leaves the game; White has lost its pawn and is out, and Black wins"},
		{"x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 w b 5/5 a1|n a1 5", "a1|e", "puts a barrier between a1 and b1; no path is " +
			"left between two pawns, so White is out, and Black wins"},
		{"x4,bp/x4,bt/x2,o,x2/x5/bt,wt,x2,wp w b 4/4 a1|n,b1|n b1 5", "b1|e", "puts a barrier between b1 and c1; " +
			"1 white tower and 1 black tower have no path to a hole and leave the game"},
		{"rp,x3,bp/x4,bt/x2,o,x2/x4,rt/wp,x3,wt w b 5/5/5 a1|n a1 5", "a1|e", "puts a barrier between a1 and b1, " +
			"which is taken away again; no path is left between two pawns, so White is out (third of 3)"},
		{"rp,x3,bt/x4,bt/x2,o,x2/bp,x3,rt/wp,x3,wt w a 5/4/5 - - 4", "a1a2 a2|e", "replaces Black's pawn on a2 " +
			"with its pawn from a1; Black has lost its pawn and is out (third of 3); then puts a barrier between a2 " +
			"and b2"},
		{"x5/x5/rp,x,o,x2/bp,x3,rt/x4,bt r a x3/4/5 - - 9", "a3a2", "replaces Black's pawn on a2 with its pawn " +
			"from a3; Black has lost its pawn and is out (second of 3), and this wins"},
		{"x,wt,bt,o w p 5/5 - - 1", "@a1", "places its pawn on a1; Black has no legal turn and is out, and this wins"},
		{"x,wt,bt,rt,x,o w p 5/5/5 - - 1", "@a1", "places its pawn on a1; Black has no legal turn and is out " +
			"(third of 3)"},
	})
}

// TestRefusalWords compares the words about clicks with words written by hand from the rules.
func TestRefusalWords(t *testing.T) {
	t.Parallel()
	const pawns = "x2,bt,x2/x5/x2,o,x2/x5/x2,wt,x2 w p 5/5 - - 1"
	const barrier = "bt,x3,bp/x2,wt,x2/x2,o,x2/x5/wp,x4 w b 5/5 b4|e c4 4"
	const action = "bt,x3,bp/x5/x2,o,x2/x5/wp,x3,wt w a 5/5 e2|n - 5"
	enginetest.TestRefusalWords(t, pit.Game, nil, []enginetest.Said{
		{pawns, "c3", "c3 is a hole: place the pawn on an empty cell."},
		{pawns, "c1", "c1 is occupied: place the pawn on an empty cell."},
		{pawns, "c4", "c4 is next to Black's tower on c5: place the pawn away from opponents' towers."},
		{"x5/x5/bt,x,o,x2/x5/wt,x4 w p 5/5 - - 1", "a2",
			"a2 is next to Black's tower on a3: place the pawn away from opponents' towers."},
		{"x5/x5/wt,x,o,x2/x5/bt,x4 w p 5/5 - - 1", "a2",
			"a2 is next to Black's tower on a1: place the pawn away from opponents' towers."},
		{barrier, "c4 c3", "c3 is a hole: no barrier stands at a hole."},
		{barrier, "c4 b4", "A barrier stands between c4 and b4 already."},
		{barrier, "c4 d4", "Click the edge between c4 and d4 to put the barrier there."},
		{barrier, "c4 a1", "The barrier goes on a side of c4, the cell just reached."},
		{action, "c3", "c3 is a hole: choose a piece of yours to move."},
		{action, "a5", "That is Black's piece: White moves its own pieces."},
		{action, "b4", "No tower of yours sees b4 along its file or rank: holes and barriers block the view."},
		{action, "a1 b2", "A piece moves straight along its file or its rank: b2 is on neither from a1."},
		{action, "a1 a3", "A pawn moves one cell: a3 is 2 cells away."},
		{action, "e1 e3", "A barrier stands between e2 and e3."},
		{action, "e1 a1", "Your own piece stands on a1: a piece moves to an empty cell."},
		{"bt,x3,bp/x5/x2,o,x2/x5/wp,x3,wt w a 0/5 - - 5", "b4",
			"b4 is empty, and no tower is in reserve: choose a piece of yours to move."},
		{"bt,x3,bp/x5/x,wt,o,x2/x5/wp,x4 w a 5/5 - - 5", "a1 a2",
			"A piece next to a hole must go into it: your piece on b3 next to c3."},
		{"x3,bp,x/x5/x2,o,x2/bt,x4/wt,wp,x3 w a 5/4 - - 3", "b1 c1",
			"A piece that can replace an opponent's piece must: your piece on a1 can replace the one on a2."},
		{"x3,bp,x/x5/wt,x,o,x2/x5/x4,bt w a 5/5 - - 3", "a3 d3",
			"The hole on c3 is in the way: a tower goes into a hole, not over it."},
		{"bt,x3,bp/x5/x2,o,x2/x5/wt,x3,bt w a 5/4 - - 5", "a1 a5",
			"A piece replaces only an opponent's piece on a cell next to it: a5 is 4 cells away."},
		{"x4,bp/bt,x4/x2,o,x2/x5/wt,x3,bt w a 5/4 - - 5", "a1 a5",
			"The piece on a4 is in the way: a tower passes only empty cells."},
	})
}
