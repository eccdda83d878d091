package charts

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
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
