package pitofpillars_test

import (
	"strings"
	"testing"

	"pillars/engine"
)

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause of
// the movement stage and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, position, steps, want, outcome string
	}{
		{
			name:     "the first man, then the opponent next to it, then alone",
			position: "x2/x4/x4/x2 w o 0/0 - 1", steps: "@b1 @c1 @b4",
			want: "r,x/x4/x4/w,r w a 0/0 b4 3",
		},
		{
			name:     "no isolated square: the opponent opens the movement stage",
			position: "w,x/x3,r/r,x,w,x/w,x r a 0/0 b4 10", steps: "@c4",
			want: "w,r/x3,r/r,x,w,x/w,x w m 0/0 - 11",
		},
		{
			name:     "a stack at capacity is not captured",
			position: "x2/x4/x,w,r,x/x2 w m 0/0 - 21", steps: "b2c2",
			want: "x2/x4/x2,rw,x/x2 r m 0/0 - 22", outcome: "w no stack left",
		},
		{
			name:     "a stack of one colour is never captured",
			position: "x2/x4/x,w,www,x/r,x w m 0/0 - 21", steps: "b2c2",
			want: "x2/x4/x2,wwww,x/r,x r m 0/0 - 22",
		},
		{
			name:     "a capture on a square of capacity 2 brings up a pillar, which may move at once",
			position: "x,r/x4/x4/wr,wr r m 0/0 - 20", steps: "b1c1",
			want: "x,r/x4/x4/w,R r p 0/2 - 20",
		},
		{
			name:     "the pillar that came up this turn moves",
			position: "x,r/x4/x4/wr,wr r m 0/0 - 20", steps: "b1c1 ^c1c3",
			want: "x,r/x2,R,x/x4/w,x w m 0/2 - 21",
		},
		{
			name:     "pillars move diagonally",
			position: "x,r/x4/x4/W,w w p 0/0 - 21", steps: "^b1d3",
			want: "x,r/x3,W/x4/x,w r m 0/0 - 22",
		},
		{
			name:     "the order of the moving men stays",
			position: "x3/x5/wrrw,x4/x5/x,rr,x w m 0/0 - 21", steps: "a3c3",
			want: "x3/x5/wr,x,rw,x2/x5/x,rr,x r m 0/0 - 22",
		},
		{
			name:     "a move over other stacks leaves them as they are",
			position: "x3/x5/ww,r,x3/x5/x3 w m 0/0 - 21", steps: "a3c3",
			want: "x3/x5/x,r,ww,x2/x5/x3 r m 0/0 - 22",
		},
		{
			name:     "a mixed part of three landing on a square of capacity 2 is captured",
			position: "x3/x,rrw,x3/x5/x5/x2,r w m 0/0 - 21", steps: "b4e4",
			want: "x3/x4,W/x5/x5/x2,r w p 1/0 - 21",
		},
		{
			name:     "a stack elsewhere whose capacity falls stays",
			position: "x3/x,W,x3/rwrw,x4/x5/x2,r w p 0/0 - 21", steps: "^b4a4",
			want: "x3/W,x4/rwrw,x4/x5/x2,r r m 0/0 - 22",
		},
		{
			name:     "entering on an opponent's last stack wins",
			position: "x2/x4/x4/r,x w m 1/5 - 21", steps: "@b1",
			want: "x2/x4/x4/rw,x r m 0/5 - 22", outcome: "w no stack left",
		},
		{
			name:     "capturing the last stack wins even when no own stack is left",
			position: "x2/x4/x4/wr,w w m 0/3 - 21", steps: "c1b1",
			want: "x2/x4/x4/W,x r m 2/3 - 22", outcome: "w no stack left",
		},
		{
			name:     "capturing the own last stack goes on while the opponent has one",
			position: "x,r/x4/x4/wr,w w m 0/0 - 21", steps: "c1b1 -",
			want: "x,r/x4/x4/W,x r m 2/0 - 22",
		},
		{
			name:     "the opponent wins if that is still so after their main step, whatever the reserves",
			position: "x,r/x4/x4/wr,w w m 0/0 - 21", steps: "c1b1 - c4b4",
			want: "r,x/x4/x4/W,x w m 2/0 - 23", outcome: "r no stack left",
		},
		{
			name:     "it goes on if a man is left behind in control",
			position: "x2/x4/x,rw,x2/x2 w m 0/0 - 21", steps: "b2b1",
			want: "x2/x4/x,r,x2/w,x r m 0/0 - 22",
		},
		{
			name:     "a player without a main step loses",
			position: "x2/w,x3/x,W,x2/r,W w m 0/0 - 21", steps: "a3b3 -",
			want: "x2/x,w,x2/x,W,x2/r,W r m 0/0 - 22", outcome: "w no legal step",
		},
		{
			name:     "a man in reserve is a main step",
			position: "x2/w,x3/x,W,x2/r,W w m 0/1 - 21", steps: "a3b3 - @b1",
			want: "x2/x,w,x2/x,W,x2/rr,W w m 0/0 - 23",
		},
		{
			name:     "a pillar moves onto a square vacated in the same turn",
			position: "x2/x4/w,r,x2/W,r w m 0/0 - 21", steps: "a2a3 ^b1a2",
			want: "x2/w,x3/W,r,x2/x,r r m 0/0 - 22",
		},
		{
			name:     "a pillar shut in by stacks on all sides is passed over",
			position: "x2/w,r,r,x/w,w,w,x/W,r w m 0/0 - 21", steps: "a3b3",
			want: "x2/x,rw,r,x/w,w,w,x/W,r r m 0/0 - 22",
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
			if m.String() != test.want || describeResult(m.winner, m.why) != test.outcome {
				t.Errorf("the model has %s %q, not %s %q", m, describeResult(m.winner, m.why), test.want, test.outcome)
			}
		})
	}
}
