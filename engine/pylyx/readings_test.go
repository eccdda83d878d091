package pylyx_test

import (
	"strings"
	"testing"

	"pillars/engine"
)

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause of
// the game and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, reach, position, steps, want, outcome string
	}{
		{
			name: "white is placed first, then black, and the set-up is one turn", reach: "slide",
			position: "x4/x6/x6/x6/x6/x4 1 s ? 0 1", steps: "@Wa2 @Wb3 @Wc4 @Wd5 @Bb2 @Bc3 @Bd4",
			want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x4 1 s ? 0 1",
		},
		{
			name: "after the last checker Two chooses", reach: "slide",
			position: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x4 1 s ? 0 1", steps: "@Be1",
			want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 c ? 0 2",
		},
		{
			name: "Two takes black: One plays White and moves first", reach: "slide",
			position: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 c ? 0 2", steps: "black 1a2b1",
			want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/x,b,x4/w,x2,b 2 m 1 0 4",
		},
		{
			name: "Two moves first, One takes black", reach: "slide",
			position: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 c ? 0 2", steps: "first black 1a2b1",
			want: "x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/x,b,x4/w,x2,b 1 m 2 0 5",
		},
		{
			name: "one man slides along a diagonal", reach: "slide",
			position: "x4/b3,b,x4/x6/x6/x6/w3,w,x2 1 m 1 0 9", steps: "1b1f5",
			want: "x4/b3,b,x3,w/x6/x6/x6/w2,w,x2 2 m 1 0 10", outcome: "",
		},
		{
			name: "two men move along ranks and files", reach: "slide",
			position: "x4/x6/x6/b3,x4,b/x6/w3,w,x2 1 m 1 0 9", steps: "2b1b6",
			want: "w2,x3/x6/x6/b3,x4,b/x6/w,w,x2 2 m 1 0 10",
		},
		{
			name: "three men move in all directions and leave the others", reach: "slide",
			position: "x4/x6/x6/w3,x4,w/x6/b3,b,x2 1 m 1 0 9", steps: "3a3d6",
			want: "x2,w3,x/x6/x6/x5,w/x6/b3,b,x2 2 m 1 0 10",
		},
		{
			name: "all men in one stack win", reach: "slide",
			position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 1 m 1 0 9", steps: "3a3f3",
			want: "x4/x6/x6/x5,w4/x6/b2,b2,x2 2 m 1 0 10", outcome: "1 one stack",
		},
		{
			name: "the second player wins, with Black", reach: "slide",
			position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 1 10", steps: "2b1c1",
			want: "x4/x6/x6/w3,x4,w/x6/x,b4,x2 1 m 1 0 11", outcome: "2 one stack",
		},
		{
			name: "two passes draw", reach: "slide",
			position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 0 10", steps: "- -",
			want: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 1 12", outcome: "draw two passes",
		},
		{
			name: "passes apart do not", reach: "slide",
			position: "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 0 10", steps: "- 1a3b4 -",
			want: "x4/x6/x,w,x4/w2,x4,w/x6/b2,b2,x2 1 m 1 1 13",
		},
		{
			name: "a reach of one square", reach: "1",
			position: "x4/x6/x6/w3,w,x4/x6/b2,b2,x2 1 m 1 0 9", steps: "3a3b3",
			want: "x4/x6/x6/x,w4,x4/x6/b2,b2,x2 2 m 1 0 10", outcome: "1 one stack",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, m := read(t, test.position, engine.Settings{{Name: "reach", Value: test.reach}}),
				readModel(test.position, test.reach != "1")
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
			if got := describeResult(m.ended()); m.String() != test.want || got != test.outcome {
				t.Errorf("the model has %s %q, not %s %q", m, got, test.want, test.outcome)
			}
		})
	}
}

// TestSteps compares engine and model with lists of legal steps worked out by hand.
func TestSteps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, reach, position, want string }{
		{
			name: "men neither pass nor land on an opponent's stack, and land on their own", reach: "slide",
			position: "x4/x6/x2,b,x3/x,w,x4/w3,b3,x4/x4 1 m 1 0 9",
			want:     "- 1a2b1 1a2b3 1b3a2 1b3a4 1b3c2 1b3d1 2a2a3 2a2a4 2a2a5 3a2a3 3a2a4 3a2a5 3a2b1 3a2b3",
		},
		{
			name: "the same one square at a time", reach: "1",
			position: "x4/x6/x2,b,x3/x,w,x4/w3,b3,x4/x4 1 m 1 0 9",
			want:     "- 1a2b1 1a2b3 1b3a2 1b3a4 1b3c2 2a2a3 3a2a3 3a2b1 3a2b3",
		},
		{
			name:     "the last checker but one keeps a square for the last: e5 would leave file f ranks 1, 3 and 6",
			reach:    "slide",
			position: "x4/x,w,x4/x2,w,b,x2/x5,w/w,x,b,x3/x4 1 s ? 0 1",
			want:     "@Be1 @Be3 @Be6",
		},
		{
			name: "two to come, two files left: the next goes into the first of them", reach: "slide",
			position: "x4/x6/x6/x3,w,x2/w,x5/x4 1 s ? 0 1",
			want:     "@We1 @We4 @We5 @We6",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := read(t, test.position, engine.Settings{{Name: "reach", Value: test.reach}})
			if got := strings.Join(engine.StepTexts(p), " "); got != test.want {
				t.Errorf("the engine has %s, not %s", got, test.want)
			}
			if got := strings.Join(readModel(test.position, test.reach != "1").legal(), " "); got != test.want {
				t.Errorf("the model has %s, not %s", got, test.want)
			}
		})
	}
}
