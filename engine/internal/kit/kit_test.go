package kit

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
)

// TestDrawn plays keys whose upper bits, which choose a word and a bit of the filter, differ, agree and come again.
func TestDrawn(t *testing.T) {
	const low, high = 1 << 50, 2<<56 | 5<<50
	keys := []uint64{low, high, low | 1, high, low, high, low}
	for _, test := range []struct {
		draws, turnCap, list int
		want                 string // for each key
	}{
		{3, 0, 16, "-----rr"},
		{2, 0, 16, "---rrrr"},
		{3, 0, 2, "-----rr"}, // in a map from the third key on
		{0, 0, 16, "-------"},
		{0, 5, 16, "-----cc"},
		{2, 3, 16, "---rrrr"},
		{3, 2, 16, "--cccrr"},
	} {
		f := Facts{Draws: test.draws, turnCap: test.turnCap}
		seen := Repetitions{Filter: make([]uint64, 4), Keys: make([]uint64, test.list)}
		var got strings.Builder
		for i, key := range keys {
			switch f.Drawn(&seen, key, i, i+1) {
			case engine.Repetition:
				got.WriteByte('r')
			case engine.TurnCap:
				got.WriteByte('c')
			case engine.Ongoing:
				got.WriteByte('-')
			}
		}
		if got.String() != test.want {
			t.Errorf("%+v: drawn at %s", test, &got)
		}
	}
}

// TestIrreversibleStepForgets begins to count anew after a step that cannot be undone.
func TestIrreversibleStepForgets(t *testing.T) {
	for _, list := range []int{1, 8} {
		f := Facts{Draws: 2}
		seen := Repetitions{Filter: make([]uint64, 2), Keys: make([]uint64, list)}
		var got []engine.Reason
		for turn, reversible := range []int{0, 1, 0, 1, 2} {
			got = append(got, f.Drawn(&seen, 7<<50, reversible, turn+1))
		}
		want := []engine.Reason{engine.Ongoing, engine.Repetition, engine.Ongoing, engine.Repetition, engine.Repetition}
		if !slices.Equal(got, want) {
			t.Errorf("a list of %d: %q, want %q", list, got, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"x": 1, "w,x3,r/x5": 5, "x,x": 2} {
		if got, err := Width(text, "squares", 5); err != nil || got != want {
			t.Errorf("%s: width %d, %v; want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"x6":         `board: rank 1 "x6": more than 5 squares`,
		"x5,w/x5/x5": `board: rank 3 "x5,w": more than 5 squares`,
		"x0/x5":      `board: rank 2 "x0": "x0" is no run of empty squares`,
	} {
		if _, err := Width(text, "squares", 5); err == nil || err.Error() != want {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
}
