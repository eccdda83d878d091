package pilastri_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
)

// TestReadings compares engine and model with positions worked out by hand from the rules, clause by clause.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, position, legal string
	}{
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
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, m := read(t, test.position, nil), readModel(test.position)
			want := strings.Fields(test.legal)
			if got := engine.StepTexts(p); !slices.Equal(got, want) {
				t.Errorf("the engine lists %v, not %v", got, want)
			}
			if got := m.legal(); !slices.Equal(got, want) {
				t.Errorf("the model lists %v, not %v", got, want)
			}
			winner := ""
			if len(want) == 0 {
				winner = opponent(m.player)
			}
			if describe(p.Outcome()) != winner || m.winner() != winner {
				t.Errorf("the engine sees %q win, the model %q, not %q", describe(p.Outcome()), m.winner(), winner)
			}
		})
	}
}

// TestHighJumpers compares engine and model with positions worked out by hand for high jumpers.
func TestHighJumpers(t *testing.T) {
	t.Parallel()
	for position, legal := range map[string]string{
		"x4/x4/x4/w,x2,bb w 1":       "a1d1",
		"x4/x4/x4/w,bbb,w,x w 1":     "a1b1 c1b1",
		"x4/x4/x4/bw,x2,w w 1":       "d1a1",
		"x4/x4/x4/bbw,x2,bb w 1":     "",
		"x4/x4/x,b,x2/w,x3 w 1":      "",
		"b,x3/x4/wbwbwb,x3/w,x3 w 5": "a1a2",
	} {
		p, m := read(t, position, highJumpers), readModel(position)
		m.high = true
		want := strings.Fields(legal)
		if got := engine.StepTexts(p); !slices.Equal(got, want) || !slices.Equal(m.legal(), want) {
			t.Errorf("%s: the engine lists %v, the model %v, not %v", position, got, m.legal(), want)
		}
	}
}

// TestLine plays a short game worked out by hand on 2 x 3 squares, to its end.
func TestLine(t *testing.T) {
	t.Parallel()
	p := newRules(t, shape(2, 3)).Start()
	for _, turn := range []struct{ text, after string }{
		{"", "b,w/w,b/b,w w 1"},
		{"b1a1", "b,w/w,b/bw,x b 2"},
		{"b2b3", "b,wb/w,x/bw,x w 3"},
		{"a2a3", "bw,wb/x2/bw,x b 4"},
		{"b3a3", "bwb,w/x2/bw,x w 5"},
		{"a1a3", "bwbw,w/x2/b,x b 6"},
	} {
		if turn.text != "" {
			step, err := engine.ParseStep(p, turn.text)
			if err != nil {
				t.Fatal(err)
			}
			p.Play(step)
		}
		if p.String() != turn.after {
			t.Fatalf("after %q: %s, not %s", turn.text, p, turn.after)
		}
	}
	if !p.Over() || describe(p.Outcome()) != "w" {
		t.Errorf("Black has no step left, but the outcome is %v", p.Outcome())
	}
}
