package charts_test

import (
	"strings"
	"testing"

	"pillars/results/show/charts"
)

// TestTicks compares the labels of ticks with labels that people would write.
func TestTicks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit      charts.Unit
		low, high float64
		want      string
	}{
		{charts.Percent, 0, 1, "0 %, 20 %, 40 %, 60 %, 80 %, 100 %"},
		{charts.Percent, .335, .665, "35 %, 40 %, 45 %, 50 %, 55 %, 60 %, 65 %"},
		{charts.Number, -450, 250, "−400, −300, −200, −100, 0, 100, 200"},
		{charts.Number, 0, .03, "0, 0.005, 0.010, 0.015, 0.020, 0.025, 0.030"},
		{charts.Whole, 0, 2, "0, 1, 2"},
		{charts.Whole, 7, 7, "7"},
		{charts.Number, 0, 123456, "0, 20000, 40000, 60000, 80000, 100000, 120000"},
	} {
		var labels []string
		for _, tick := range c.unit.Ticks(c.low, c.high) {
			if !(c.low <= tick.Value && tick.Value <= c.high+1e-12) {
				t.Errorf("from %v to %v: a tick at %v", c.low, c.high, tick.Value)
			}
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, ", "); got != c.want {
			t.Errorf("from %v to %v: %s, not %s", c.low, c.high, got, c.want)
		}
	}
}

// TestLongLabels checks that a label of a row has at most 44 letters, the last of which marks that some are left out.
func TestLongLabels(t *testing.T) {
	t.Parallel()
	for letters, want := range map[int]string{44: strings.Repeat("ä", 44), 45: strings.Repeat("ä", 43) + "…"} {
		c, err := charts.Dots(charts.DotChart{Dots: []charts.Dot{{Label: strings.Repeat("ä", letters)}}})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := c.Inline(""); err != nil || strings.Count(text, ">"+want+"</text>") != 2 { // wide and slim
			t.Errorf("%d letters: %s, %v", letters, text, err)
		}
	}
}
