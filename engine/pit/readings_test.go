package pit_test

import (
	"strings"
	"testing"

	"pillars/engine"
)

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause,
// and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, position, steps, want, outcome string
	}{
		{
			name:     "each player's first turn places the pawn, without a barrier",
			position: "x2,bt,x2/x5/x2,o,x2/x5/x2,wt,x2 w p 5/5 - - 1", steps: "@a1 @e5",
			want: "x2,bt,x,bp/x5/x2,o,x2/x5/wp,x,wt,x2 w a 5/5 - - 3",
		},
		{
			name:     "a tower slides and a barrier follows on an edge of the cell reached",
			position: "bt,x3,bp/x5/x2,o,x2/x5/wp,x3,wt w a 5/5 - - 3", steps: "e1e4 e4|w",
			want: "bt,x3,bp/x4,wt/x2,o,x2/x5/wp,x4 b a 5/5 d4|e - 4",
		},
		{
			name:     "a tower goes into the hole straight ahead; no barrier",
			position: "bt,x3,bp/x5/wt,x,o,x2/x5/wp,x4 w a 5/5 - - 3", steps: "a3c3",
			want: "bt,x3,bp/x5/x2,o,x2/x5/wp,x4 b a 5/5 - - 4",
		},
		{
			name:     "a tower is entered in sight, past other pieces",
			position: "bt,x3,bp/x5/x2,o,x2/x5/wt,wp,x3 w a 5/5 - - 3", steps: "@e1 e1|n",
			want: "bt,x3,bp/x5/x2,o,x2/x5/wt,wp,x2,wt b a 4/5 e1|n - 4",
		},
		{
			name:     "a replaced tower goes to its owner's reserve",
			position: "x3,bp,x/x5/x2,o,x2/bt,x4/wt,wp,x3 w a 5/4 - - 3", steps: "a1a2 a2|e",
			want: "x3,bp,x/x5/x2,o,x2/wt,x4/x,wp,x3 b a 5/5 a2|e - 4",
		},
		{
			name:     "a pawn replaces too, and a replaced pawn loses",
			position: "x5/x5/x2,o,x2/bp,x4/wp,x3,bt w a 5/4 - - 3", steps: "a1a2",
			want: "x5/x5/x2,o,x2/wp,x4/x4,bt b a 5/4 - - 4", outcome: "1 0 pawn replaced",
		},
		{
			name:     "a barrier keeps pieces apart",
			position: "x5/x5/x2,o,x2/bp,x4/wp,x3,bt w a 5/4 a1|n - 3", steps: "a1b1 b1|e",
			want: "x5/x5/x2,o,x2/bp,x4/x,wp,x2,bt b a 5/4 a1|n,b1|e - 4",
		},
		{
			name:     "a pawn in a hole loses",
			position: "bt,x3,bp/x5/x,wp,o,x2/x5/wt,x4 w a 5/5 - - 3", steps: "b3c3",
			want: "bt,x3,bp/x5/x2,o,x2/x5/wt,x4 b a 5/5 - - 4", outcome: "0 1 pawn in a hole",
		},
		{
			name:     "a barrier with a way round it parts nothing",
			position: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 w b 5/5 a2|e,b1|n a1 5", steps: "a1|n",
			want: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 b a 5/5 a1|n,a2|e,b1|n - 6",
		},
		{
			name:     "two players: who shuts a pawn in has lost, and the barrier stays",
			position: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 w b 5/5 a1|n a1 5", steps: "a1|e",
			want: "x4,bp/x4,bt/x2,o,x2/x4,wt/wp,x4 b a 5/5 a1|e,a1|n - 6", outcome: "0 1 pawns parted",
		},
		{
			name:     "towers of any colour without a way to a hole leave the game",
			position: "x4,bp/x4,bt/x2,o,x2/x5/bt,wt,x2,wp w b 4/4 a1|n,b1|n b1 5", steps: "b1|e",
			want: "x4,bp/x4,bt/x2,o,x2/x5/x4,wp b a 4/4 a1|n,b1|e,b1|n - 6",
		},
		{
			name:     "three players: who parts the pawns is out, the barrier is taken away",
			position: "rp,x3,bp/x4,bt/x2,o,x2/x4,rt/wp,x3,wt w b 5/5/5 a1|n a1 5", steps: "a1|e",
			want: "rp,x3,bp/x4,bt/x2,o,x2/x4,rt/x5 b a x3/5/5 a1|n - 6",
		},
		{
			name:     "three players: a replaced pawn's owner is out, and the turn goes on with its barrier",
			position: "rp,x3,bt/x4,bt/x2,o,x2/bp,x3,rt/wp,x3,wt w a 5/4/5 - - 4", steps: "a1a2 a2|e",
			want: "rp,x4/x5/x2,o,x2/wp,x3,rt/x4,wt r a 5/x3/5 a2|e - 5",
		},
		{
			name:     "three players: the last pawn wins",
			position: "x5/x5/rp,x,o,x2/bp,x3,rt/x4,bt r a x3/4/5 - - 9", steps: "a3a2",
			want: "x5/x5/x2,o,x2/rp,x3,rt/x5 r a x3/x2/5 - - 10", outcome: "0 0.5 1 pawn replaced",
		},
		{
			name:     "two players: one who cannot place the pawn has lost",
			position: "x,wt,bt,o w p 5/5 - - 1", steps: "@a1",
			want: "wp,wt,bt,o b p 5/5 - - 2", outcome: "1 0 no legal step",
		},
		{
			name:     "three players: one who cannot place the pawn is out, and the next acts in that turn",
			position: "x,wt,bt,rt,x,o w p 5/5/5 - - 1", steps: "@a1 @e1",
			want: "wp,wt,x,rt,rp,o w a 5/x3/5 - - 3",
		},
		{
			name:     "a reserve without a tower on the board cannot be entered",
			position: "x2,bp/x,bt,x/wp,x,o w a 6/5 - - 5", steps: "a1a2 a2|s",
			want: "x2,bp/wp,bt,x/x2,o b a 6/5 a1|n - 6",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, m := read(t, test.position, nil), readModel(test.position)
			for _, text := range strings.Fields(test.steps) {
				step, err := engine.ParseStep(p, text)
				if err != nil {
					t.Fatal(err)
				}
				p.Play(step)
				m.play(text)
			}
			if p.String() != test.want || describe(p.Outcome()) != test.outcome {
				t.Errorf("the engine has %s %q, not %s %q", p, describe(p.Outcome()), test.want, test.outcome)
			}
			if m.String() != test.want || m.result != test.outcome {
				t.Errorf("the model has %s %q, not %s %q", m, m.result, test.want, test.outcome)
			}
		})
	}
}
