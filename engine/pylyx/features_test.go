package pylyx_test

import (
	"slices"
	"testing"

	"pillars/engine"
)

// TestFeatures compares the counts of positions with figures worked out by hand.
func TestFeatures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, reach, position string
		want                  map[string]int32 // for seat 1; the other features are not looked at
	}{
		{
			name: "before the colours are chosen all is even", reach: "slide",
			position: "x,w,x2/x3,w,b,x/w,x2,b,x2/x,b,x3,w/x2,b,x3/x4 1 k ? 0 3",
			want:     map[string]int32{"tempo": 0, "stacks": 0, "travel": 0, "mobility": 0},
		},
		{
			// White's single on b2 reaches the three on e5 along the diagonal. Black's pairs on a4 and b6 share no
			// line.
			name: "one move from the end against two", reach: "slide",
			position: "b2,x3/x4,w3,x/b2,x5/x6/x,w,x4/x4 1 m 1 0 31",
			want: map[string]int32{"tempo": 1, "stacks": 0, "travel": 1 - 2, "tallest": 3 - 2, "alone": 0, "ready": 1,
				"merges": 2,
				"threat": 1, "walls": 0, "stuck": 0},
		},
		{
			// The same with a black stack on c3 in the way.
			name: "a wall", reach: "slide",
			position: "x4/b2,x3,w3,x/x6/x2,b2,x3/x,w,x4/x4 1 m 1 0 31",
			want:     map[string]int32{"travel": 1 - 2, "ready": 0, "merges": 0, "threat": 0, "walls": 1},
		},
		{
			// The man on d1 is on the other colour than the pair on e5: a pair would take two moves to reach it, so it
			// counts three.
			name: "an odd man", reach: "slide",
			position: "x4/b2,x3,w2,x/x,b2,x4/x6/x,w,x4/x2,w,x 1 m 1 0 31",
			want: map[string]int32{"stacks": 3 - 2, "travel": 1 + 3 - 2, "tallest": 0, "alone": 1, "odd-alone": 1,
				"ready": 1, "merges": 1,
				"threat": 0},
		},
		{
			// The man on e4 itself is the square to gather on, which the three reach at once.
			name: "coming to the odd man", reach: "slide",
			position: "x4/b2,x3,w3,x/x4,w,x/x2,b2,x3/x6/x4 1 m 1 0 31",
			want:     map[string]int32{"alone": 0, "odd-alone": 0, "travel": 1 - 2, "tallest": 3 - 2, "threat": 1},
		},
		{
			name: "one square at a time", reach: "1",
			position: "x4/x4,w3,x/b2,x5/x2,b2,x3/x,w,x4/x4 2 m 1 0 32",
			want:     map[string]int32{"tempo": -1, "travel": 0, "ready": 0, "merges": 0, "threat": 0, "walls": 1},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := read(t, test.position, engine.Settings{{Name: "reach", Value: test.reach}})
			got := features(p, 0)
			for name, want := range test.want {
				i := slices.IndexFunc(p.Rules().Features(), func(f engine.Term) bool { return f.Name == name })
				if i < 0 {
					t.Fatalf("no feature %s", name)
				}
				if got[i] != want {
					t.Errorf("%s is %d, not %d", name, got[i], want)
				}
			}
		})
	}
}
