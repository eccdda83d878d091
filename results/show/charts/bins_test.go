package charts_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"pillars/results/show/charts"
)

// TestBinsHoldEveryValueOnce checks bins of any values: they are adjacent and of one width, and each counts the values
// in it.
func TestBinsHoldEveryValueOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(-2000, 5000), 1, 60).Draw(t, "values")
		bins := charts.Bins(values)
		total := 0
		for i, b := range bins {
			count := 0
			for _, x := range values {
				if x := float64(x); b.Low <= x && x < b.High {
					count++
				}
			}
			if count != b.Count || b.High-b.Low < 1 || i > 0 && bins[i-1].High != b.Low {
				t.Fatalf("bin %d of %v holds %d of %v", i, bins, count, values)
			}
			total += b.Count
		}
		if total != len(values) || len(bins) > 120 {
			t.Fatalf("%d bins of %d values hold %d", len(bins), len(values), total)
		}
	})
}

// TestBinsKnown compares with lengths sorted by hand: the quartiles 10 and 13 of 8 values give the width 3, rounded
// down to 2.
func TestBinsKnown(t *testing.T) {
	t.Parallel()
	bins := charts.Bins([]int{9, 10, 10, 11, 13, 13, 14, 16})
	want := []charts.Bin{
		{Low: 8, High: 10, Count: 1}, {Low: 10, High: 12, Count: 3}, {Low: 12, High: 14, Count: 2},
		{Low: 14, High: 16, Count: 1}, {Low: 16, High: 18, Count: 1},
	}
	if !slices.Equal(bins, want) || len(charts.Bins(nil)) != 0 {
		t.Errorf("%v, want %v", bins, want)
	}
}
