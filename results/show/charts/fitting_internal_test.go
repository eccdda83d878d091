package charts

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"pillars/engine/enginetest/near"
)

// TestNamesKeepWhatFits compares shortened names with names from which one letter at a time was removed until they fit.
func TestNamesKeepWhatFits(t *testing.T) {
	for _, width := range []vg.Length{60, 90, 300} {
		c := &Chart{width: width}
		for _, name := range []string{"", "m", "mcts", strings.Repeat("long ", 40), strings.Repeat("日本iW", 30)} {
			want := name
			for letters := []rune(name); len(letters) > 1 && !c.fitsLegend(want); want = string(letters) + "…" {
				letters = letters[:len(letters)-1]
			}
			if got := c.legendName(name); got != want {
				t.Errorf("%v wide: %q, want %q", width, got, want)
			}
		}
	}
}

// TestPlaceOfBinsBeyond places two bins beyond the others. Their bars are as wide as the others, with gaps of one bar.
func TestPlaceOfBinsBeyond(t *testing.T) {
	t.Parallel()
	chart := HistogramChart{Bins: []Bin{{High: 10, Beyond: true}, {Low: 10, High: 14}, {Low: 14, High: 18},
		{Low: 18, Beyond: true}}}
	for i, want := range [][2]float64{{2, 6}, {10, 14}, {14, 18}, {22, 26}} {
		left, right := chart.place(i)
		near.Check(t, left, want[0], 1e-9, "the left end of bin ", i)
		near.Check(t, right, want[1], 1e-9, "the right end of bin ", i)
	}
}
