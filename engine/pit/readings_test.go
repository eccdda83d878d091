package pit_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause,
// and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, readBoth, []enginetest.Reading{
		{
			Name:     "each player's first turn places the pawn, without a barrier",
			Position: "x2,bt,x2/x5/x2,o,x2/x5/x2,wt,x2 w p 5/5 - - 1", Steps: "@a1 @e5",
			Want: "x2,bt,x,bp/x5/x2,o,x2/x5/wp,x,wt,x2 w a 5/5 - - 3",
		},
		{
			Name:     "a tower slides and a barrier follows on an edge of the cell reached",
			Position: "bt,x3,bp/x5/x2,o,x2/x5/wp,x3,wt w a 5/5 - - 3", Steps: "e1e4 e4|w",
			Want: "bt,x3,bp/x4,wt/x2,o,x2/x5/wp,x4 b a 5/5 d4|e - 4",
		},
		{
			Name:     "a tower goes into the hole straight ahead; no barrier",
			Position: "bt,x3,bp/x5/wt,x,o,x2/x5/wp,x4 w a 5/5 - - 3", Steps: "a3c3",
			Want: "bt,x3,bp/x5/x2,o,x2/x5/wp,x4 b a 5/5 - - 4",
		},
		{
			Name:     "a tower is entered in sight, past other pieces",
			Position: "bt,x3,bp/x5/x2,o,x2/x5/wt,wp,x3 w a 5/5 - - 3", Steps: "@e1 e1|n",
			Want: "bt,x3,bp/x5/x2,o,x2/x5/wt,wp,x2,wt b a 4/5 e1|n - 4",
		},
		{
			Name:     "a replaced tower goes to its owner's reserve",
			Position: "x3,bp,x/x5/x2,o,x2/bt,x4/wt,wp,x3 w a 5/4 - - 3", Steps: "a1a2 a2|e",
			Want: "x3,bp,x/x5/x2,o,x2/wt,x4/x,wp,x3 b a 5/5 a2|e - 4",
		},
		{
			Name:     "a pawn replaces too, and a replaced pawn loses",
			Position: "x5/x5/x2,o,x2/bp,x4/wp,x3,bt w a 5/4 - - 3", Steps: "a1a2",
			Want: "x5/x5/x2,o,x2/wp,x4/x4,bt b a 5/4 - - 4", Result: "1 0 pawn replaced",
		},
		{
			Name:     "a barrier keeps pieces apart",
			Position: "x5/x5/x2,o,x2/bp,x4/wp,x3,bt w a 5/4 a1|n - 3", Steps: "a1b1 b1|e",
			Want: "x5/x5/x2,o,x2/bp,x4/x,wp,x2,bt b a 5/4 a1|n,b1|e - 4",
		},
		{
			Name:     "a pawn in a hole loses",
			Position: "bt,x3,bp/x5/x,wp,o,x2/x5/wt,x4 w a 5/5 - - 3", Steps: "b3c3",
			Want: "bt,x3,bp/x5/x2,o,x2/x5/wt,x4 b a 5/5 - - 4", Result: "0 1 pawn in a hole",
		},
		{
			Name:     "a barrier with a way round it parts nothing",
			Position: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 w b 5/5 a2|e,b1|n a1 5", Steps: "a1|n",
			Want: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 b a 5/5 a1|n,a2|e,b1|n - 6",
		},
		{
			Name:     "two players: who shuts a pawn in has lost, and the barrier stays",
			Position: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 w b 5/5 a1|n a1 5", Steps: "a1|e",
			Want: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 b a 5/5 a1|e,a1|n - 6", Result: "0 1 pawns parted",
		},
		{
			Name:     "towers of any colour without a way to a hole leave the game",
			Position: "x4,bp/x4,bt/x2,o,x2/x5/bt,wt,x2,wp w b 4/4 a1|n,b1|n b1 5", Steps: "b1|e",
			Want: "x4,bp/x4,bt/x2,o,x2/x5/x4,wp b a 4/4 a1|n,b1|e,b1|n - 6",
		},
		{
			Name:     "three players: who parts the pawns is out, the barrier is taken away",
			Position: "rp,x3,bp/x4,bt/x2,o,x2/x4,rt/wp,x3,wt w b 5/5/5 a1|n a1 5", Steps: "a1|e",
			Want: "rp,x3,bp/x4,bt/x2,o,x2/x4,rt/x5 b a x3/5/5 a1|n - 6",
		},
		{
			Name:     "three players: a replaced pawn's owner is out, and the turn goes on with its barrier",
			Position: "rp,x3,bt/x4,bt/x2,o,x2/bp,x3,rt/wp,x3,wt w a 5/4/5 - - 4", Steps: "a1a2 a2|e",
			Want: "rp,x4/x5/x2,o,x2/wp,x3,rt/x4,wt r a 5/x3/5 a2|e - 5",
		},
		{
			Name:     "three players: the last pawn wins",
			Position: "x5/x5/rp,x,o,x2/bp,x3,rt/x4,bt r a x3/4/5 - - 9", Steps: "a3a2",
			Want: "x5/x5/x2,o,x2/rp,x3,rt/x5 r a x3/x2/5 - - 10", Result: "0 0.5 1 pawn replaced",
		},
		{
			Name:     "two players: one who cannot place the pawn has lost",
			Position: "x,wt,bt,o w p 5/5 - - 1", Steps: "@a1",
			Want: "wp,wt,bt,o b p 5/5 - - 2", Result: "1 0 no legal step",
		},
		{
			Name:     "three players: one who cannot place the pawn is out, and the next acts in that turn",
			Position: "x,wt,bt,rt,x,o w p 5/5/5 - - 1", Steps: "@a1 @e1",
			Want: "wp,wt,x,rt,rp,o w a 5/x3/5 - - 3",
		},
		{
			Name:     "a reserve without a tower on the board cannot be entered",
			Position: "x2,bp/x,bt,x/wp,x,o w a 6/5 - - 5", Steps: "a1a2 a2|s",
			Want: "x2,bp/wp,bt,x/x2,o b a 6/5 a1|n - 6",
		},
	})
}

func readBoth(t testing.TB, text string) (engine.Position, enginetest.Model) {
	t.Helper()
	return read(t, text, nil), readModel(text)
}
